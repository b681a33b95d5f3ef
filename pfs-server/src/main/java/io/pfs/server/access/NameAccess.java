package io.pfs.server.access;

import io.pfs.FileId;
import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.server.slice.NameFilter;
import io.pfs.server.slice.Slice;
import io.pfs.server.slice.SlicePlace.Lookup;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.state.HashedName;
import io.pfs.server.state.HeldSlice;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.SliceLoader;
import io.pfs.server.state.TableState;
import io.pfs.server.table.Intent.Kept;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The way to a name: past the changes to it that are under way, past renames that may end here, and past storage, where
 * only that knows the name.
 */
public final class NameAccess {
    private final ShardState state;
    private final Outbox outbox;
    private final NameHolds holds;
    private final SliceLoader loader;
    private final GroupCounters counters;
    private final KeptNames keptNames;
    /** What waits for slices that are between shards; without it they are gone to like others. */
    private final Optional<SliceMoves> moves;

    public NameAccess(
            ShardState state,
            Outbox outbox,
            NameHolds holds,
            SliceLoader loader,
            GroupCounters counters,
            KeptNames keptNames,
            Optional<SliceMoves> moves) {
        this.state = state;
        this.outbox = outbox;
        this.holds = holds;
        this.loader = loader;
        this.counters = counters;
        this.keptNames = keptNames;
        this.moves = moves;
    }

    /** Whether a name is in a slice that nobody is served from just now. */
    public boolean isBehindClosed(TableId id, RowName name) {
        if (moves.isEmpty() || !state.tables().exists(id)) {
            return false;
        }
        TableState table = state.tables().find(id);
        return table.sliceAt(table.hash().of(name))
                .filter(held -> moves.get().mustWait(held.key()))
                .isPresent();
    }

    /**
     * A name of which all is known.
     *
     * @param row its bytes, if there is one
     */
    public record Reached(TableState table, HeldSlice slice, HashedName held, RowName name, Optional<byte[]> row) {}

    /** What is done with a name that was reached, or with what kept it from being reached. */
    public interface Visitor {
        void reached(Reached reached);

        void failed(PfsException cause);
    }

    /**
     * Goes to a name; what the visitor throws, it is told of as well.
     *
     * @param request that may have been answered before: then the slice must know its replies, too
     */
    public void reach(TableId table, RowName name, Optional<RequestId> request, Visitor visitor) {
        reach(state.tables()::serving, this::mustWait, table, name, request, visitor);
    }

    private void reach(
            Function<TableId, TableState> tables,
            Predicate<HeldSlice> closed,
            TableId table,
            RowName name,
            Optional<RequestId> request,
            Visitor visitor) {
        Runnable again = () -> reach(tables, closed, table, name, request, visitor);
        try {
            outbox.requireServing(); // after a wait the state may have become one that nothing can be answered from
            TableState found = tables.apply(table);
            HashedName held = new HashedName(table, found.hash().of(name));
            if (isQuestionable(held)) {
                await(held, again);
                return;
            }
            HeldSlice slice = found.sliceOf(held.hash());
            if (closed.test(slice)) {
                await(slice, again);
                return;
            }
            byte[] bytes = name.sharedBytes();
            Lookup lookup = slice.place().lookUp(held.hash(), bytes, 0, bytes.length);
            if (lookup instanceof Lookup.MustLoad) {
                seek(slice, held.hash(), true, again, visitor::failed);
                return;
            }
            if (request.filter(slice::mayKnow).isPresent()) {
                long its = NameFilter.hashOf(request.get());
                seek(slice, its, false, again, visitor::failed);
                return;
            }
            visitor.reached(new Reached(found, slice, held, name, rowOf(lookup)));
        } catch (PfsException e) {
            visitor.failed(e);
        }
    }

    /**
     * Goes to the row of a file by the hash of its name, which is all that a cell's record says of it. Nothing is there if
     * the file is gone, or bears another name now.
     */
    public void reachFile(
            TableId table, long hash, FileId fileId, Consumer<Optional<Reached>> then, Consumer<PfsException> failed) {
        try {
            outbox.requireServing();
            TableState found = state.tables().find(table);
            HashedName held = new HashedName(table, hash);
            if (holds.isHeld(held)) {
                holds.await(held, () -> reachFile(table, hash, fileId, then, failed));
                return;
            }
            HeldSlice slice = found.sliceOf(hash);
            if (mustWait(slice)) {
                await(slice, () -> reachFile(table, hash, fileId, then, failed));
                return;
            }
            Lookup lookup = slice.place().lookUpFile(hash, fileId);
            if (lookup instanceof Lookup.MustLoad) {
                seek(slice, hash, true, () -> reachFile(table, hash, fileId, then, failed), failed);
                return;
            }
            then.accept(rowOf(lookup).map(row -> new Reached(found, slice, held, nameOf(lookup), Optional.of(row))));
        } catch (PfsException e) {
            failed.accept(e);
        }
    }

    private void seek(HeldSlice slice, long filterHash, boolean isName, Runnable known, Consumer<PfsException> failed) {
        counters.loaded();
        loader.seek(slice, filterHash, isName, known, failed);
    }

    private boolean mustWait(HeldSlice slice) {
        return moves.isPresent() && moves.get().mustWait(slice.key());
    }

    private boolean mustWaitToRead(HeldSlice slice) {
        return moves.isPresent() && moves.get().mustWaitToRead(slice.key());
    }

    private void await(HeldSlice slice, Runnable again) {
        counters.waitedForSlice();
        moves.orElseThrow().awaitSoon(slice.key(), again);
    }

    /** Whether a change of a name is under way, or a rename may end there. */
    private boolean isQuestionable(HashedName name) {
        boolean isQuiet = holds.isEmpty() && keptNames.isEmpty();
        return !isQuiet && (holds.isHeld(name) || keptNames.find(name).isPresent());
    }

    private void await(HashedName name, Runnable again) {
        if (holds.isHeld(name)) {
            holds.await(name, again);
        } else {
            Kept kept = keptNames.find(name).orElseThrow();
            keptNames.requireSoon(kept);
            keptNames.settle(kept, again);
        }
    }

    /** Has memory bring what {@link #reachAtOnce} will need of these names. */
    public void touch(TableState table, List<HashedName> names) {
        long[] hashes = new long[names.size()];
        for (int i = 0; i < hashes.length; i++) {
            hashes[i] = names.get(i).hash();
        }
        table.touch(hashes, hashes.length);
        holds.touch(names);
    }

    /** A name that a change is about, if it can be reached without waiting. */
    public Optional<Reached> reachAtOnce(TableState table, RowName name, HashedName held) {
        if (isQuestionable(held)) {
            return Optional.empty();
        }
        byte[] bytes = name.sharedBytes();
        HeldSlice slice = table.sliceOf(held.hash());
        if (mustWait(slice)) {
            return Optional.empty();
        }
        Lookup lookup = slice.place().lookUp(held.hash(), bytes, 0, bytes.length);
        return lookup instanceof Lookup.MustLoad
                ? Optional.empty()
                : Optional.of(new Reached(table, slice, held, name, rowOf(lookup)));
    }

    /** What bears a name, for who only reads it, if nothing is under way with it and the rows are at hand. */
    public Optional<Lookup> atOnce(TableState table, RowName name, long hash) {
        if (isQuestionable(new HashedName(table.facts().id(), hash))) {
            return Optional.empty();
        }
        byte[] bytes = name.sharedBytes();
        HeldSlice slice = table.sliceOf(hash);
        if (mustWaitToRead(slice)) {
            return Optional.empty();
        }
        Lookup lookup = slice.place().lookUp(hash, bytes, 0, bytes.length);
        return lookup instanceof Lookup.MustLoad ? Optional.empty() : Optional.of(lookup);
    }

    private static RowName nameOf(Lookup lookup) {
        Lookup.Found found = (Lookup.Found) lookup;
        Slice rows = found.slice();
        return RowName.of(rows.arena(), rows.nameAt(found.ref()), rows.nameLength(found.ref()));
    }

    /** What a request was answered that was about a name of a table that is gone, or no longer served; perhaps only storage knows. */
    public void lastReply(
            TableId table,
            RowName name,
            RequestId request,
            Consumer<Optional<byte[]>> then,
            Consumer<PfsException> failed) {
        Runnable look = () -> then.accept(state.tables().lastReply(table, name, request));
        Optional<HeldSlice> held = state.tables().lastHolding(table, name);
        if (held.filter(slice -> slice.mayKnow(request)).isPresent()) {
            seek(held.get(), NameFilter.hashOf(request), false, look, failed);
        } else {
            look.run();
        }
    }

    /** Reaches a name that no request is about, or that a request goes to which is not kept. */
    public void reach(TableId table, RowName name, Consumer<Reached> then, Consumer<PfsException> failed) {
        reach(table, name, Optional.empty(), visitor(then, failed));
    }

    /** The same for who changes nothing then, nor has anything changed. */
    public void read(TableId table, RowName name, Consumer<Reached> then, Consumer<PfsException> failed) {
        reach(state.tables()::serving, this::mustWaitToRead, table, name, Optional.empty(), visitor(then, failed));
    }

    /** The same for who moves cells, which a row that was cut off has as well, until it is reaped. */
    public void reachStored(TableId table, RowName name, Consumer<Reached> then, Consumer<PfsException> failed) {
        reach(state.tables()::find, this::mustWait, table, name, Optional.empty(), visitor(then, failed));
    }

    public static Visitor visitor(Consumer<Reached> then, Consumer<PfsException> failed) {
        return new Visitor() {
            @Override
            public void reached(Reached reached) {
                then.accept(reached);
            }

            @Override
            public void failed(PfsException cause) {
                failed.accept(cause);
            }
        };
    }

    public static Optional<byte[]> rowOf(Lookup lookup) {
        if (lookup instanceof Lookup.Found found) {
            int at = found.slice().rowAt(found.ref());
            int end = at + found.slice().rowLength(found.ref());
            return Optional.of(Arrays.copyOfRange(found.slice().arena(), at, end));
        }
        return Optional.empty();
    }
}
