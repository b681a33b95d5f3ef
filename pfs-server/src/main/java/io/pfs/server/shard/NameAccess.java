package io.pfs.server.shard;

import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.server.shard.NameHolds.Name;
import io.pfs.server.slice.SlicePlace.Lookup;
import io.pfs.server.table.Intent.Kept;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The way to a name: past the changes to it that are under way, past renames that may end here, and past storage, where
 * only that knows the name.
 */
final class NameAccess {
    private final ShardState state;
    private final Shard.Outbox outbox;
    private final NameHolds holds;
    private final SliceLoader loader;
    private final GroupCounters counters;
    private final KeptNames keptNames;

    NameAccess(
            ShardState state,
            Shard.Outbox outbox,
            NameHolds holds,
            SliceLoader loader,
            GroupCounters counters,
            KeptNames keptNames) {
        this.state = state;
        this.outbox = outbox;
        this.holds = holds;
        this.loader = loader;
        this.counters = counters;
        this.keptNames = keptNames;
    }

    /**
     * A name of which all is known.
     *
     * @param row its bytes, if there is one
     */
    record Reached(TableState table, HeldSlice slice, Name held, RowName name, Optional<byte[]> row) {}

    /** What is done with a name that was reached, or with what kept it from being reached. */
    interface Visitor {
        void reached(Reached reached);

        void failed(PfsException cause);
    }

    /**
     * Goes to a name; what the visitor throws, it is told of as well.
     *
     * @param request that may have been answered before: then the slice must know its replies, too
     */
    void reach(TableId table, RowName name, Optional<RequestId> request, Visitor visitor) {
        try {
            outbox.requireServing(); // after a wait the state may have become one that nothing can be answered from
            TableState found = state.tables().serving(table);
            Name held = new Name(table, found.hash().of(name));
            if (holds.isHeld(held)) {
                holds.await(held, () -> reach(table, name, request, visitor));
                return;
            }
            Optional<Kept> kept = keptNames.find(held);
            if (kept.isPresent()) {
                keptNames.settle(kept.get(), () -> reach(table, name, request, visitor));
                return;
            }
            HeldSlice slice = found.sliceOf(held.hash());
            byte[] bytes = name.toBytes();
            Lookup lookup = slice.place().find(held.hash(), bytes, 0, bytes.length);
            if (lookup instanceof Lookup.MustLoad
                    || request.filter(slice::mayKnow).isPresent()) {
                counters.loaded();
                loader.load(slice, () -> reach(table, name, request, visitor), visitor::failed);
                return;
            }
            visitor.reached(new Reached(found, slice, held, name, rowOf(lookup)));
        } catch (PfsException e) {
            visitor.failed(e);
        }
    }

    /** What a request was answered that was about a name of a table that is gone. */
    Optional<byte[]> lastReply(TableId table, RowName name, RequestId request) {
        return state.tables().lastReply(table, name, request);
    }

    /** Reaches a name for reading. */
    void reach(TableId table, RowName name, Consumer<Reached> then, Consumer<PfsException> failed) {
        reach(table, name, Optional.empty(), visitor(then, failed));
    }

    static Visitor visitor(Consumer<Reached> then, Consumer<PfsException> failed) {
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

    private static Optional<byte[]> rowOf(Lookup lookup) {
        if (lookup instanceof Lookup.Found found) {
            int at = found.slice().rowAt(found.ref());
            int end = at + found.slice().rowLength(found.ref());
            return Optional.of(Arrays.copyOfRange(found.slice().arena(), at, end));
        }
        return Optional.empty();
    }
}
