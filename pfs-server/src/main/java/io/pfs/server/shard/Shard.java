package io.pfs.server.shard;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.env.Clock;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.ReplyKept;
import io.pfs.server.change.Change.SliceSplit;
import io.pfs.server.shard.NameHolds.Name;
import io.pfs.server.shard.Reply.Done;
import io.pfs.server.shard.Reply.Refused;
import io.pfs.server.shard.Request.CreateRow;
import io.pfs.server.shard.Request.Envelope;
import io.pfs.server.shard.Request.LookupRow;
import io.pfs.server.shard.Request.MakeTable;
import io.pfs.server.shard.Request.RemoveRow;
import io.pfs.server.shard.Request.ReplaceRow;
import io.pfs.server.shard.RowDecisions.Decision;
import io.pfs.server.slice.Slice;
import io.pfs.server.slice.SlicePlace.Lookup;
import io.pfs.server.table.TableFacts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One unit of ownership: decides what requests change, has it journaled, applies it once it is durable, then answers.
 * Its state is always that of the durable part of the journal, so nothing has to be undone when a force fails.
 */
public final class Shard {
    private final ShardId id;
    private final Clock clock;
    private final ShardState state;
    private final Outbox outbox;
    private final SliceLoader loader;
    private final GroupCounters counters;
    private final long openedNs;
    private final NameHolds holds = new NameHolds();
    private final ClientWindows windows = new ClientWindows();

    /** Where a shard puts what it wants journaled. */
    interface Outbox {
        /** Refuses when nothing may be answered any more. */
        void requireServing();

        /**
         * Journals these changes as one record. Once durable, they have been applied when {@code durable} is called; if
         * the journal failed first, {@code failed} is. Refuses by an exception, when neither is called.
         */
        void journal(Shard shard, List<Change> changes, Runnable durable, Consumer<PfsException> failed);
    }

    Shard(ShardState state, Clock clock, Outbox outbox, SliceLoader loader, GroupCounters counters) {
        this.id = state.shard();
        this.state = state;
        this.clock = clock;
        this.outbox = outbox;
        this.loader = loader;
        this.counters = counters;
        this.openedNs = clock.monotonicNs();
    }

    public ShardId id() {
        return id;
    }

    ShardState state() {
        return state;
    }

    /** Serves one request; the answer comes at once, or when what it waits for has happened. */
    public void submit(Envelope envelope, Reply.Sink sink) {
        if (windows.isStale(envelope.id(), envelope.lowestOpen(), clock.monotonicNs())) {
            counters.stale();
            sink.answer(new Refused(
                    ErrorCode.UNKNOWN_OUTCOME, envelope.id() + " is an old copy: its client has had its answer"));
            return;
        }
        serve(envelope, sink);
    }

    /** Comes here again after each wait, and the state may have become one that nothing can be answered from. */
    private void serve(Envelope envelope, Reply.Sink sink) {
        Optional<Refused> before = windows.refusedBefore(envelope.id());
        if (before.isPresent()) {
            sink.answer(before.get());
            return;
        }
        try {
            outbox.requireServing();
            requireAllowed(envelope.request());
            TableState table = tableOf(envelope.request());
            RowName name = nameOf(envelope.request());
            serveRow(
                    envelope,
                    sink,
                    table,
                    new Name(table.facts().id(), table.hash().of(name)),
                    name);
        } catch (PfsException e) {
            sink.answer(Refused.of(e));
        }
    }

    private void serveRow(Envelope envelope, Reply.Sink sink, TableState table, Name held, RowName name) {
        if (holds.isHeld(held)) {
            holds.await(held, () -> serve(envelope, sink));
            return;
        }
        HeldSlice slice = table.sliceOf(held.hash());
        Optional<byte[]> kept = slice.place().target().findReply(envelope.id());
        if (kept.isPresent()) {
            counters.repeatAnswered();
            sink.answer(Reply.ofKept(kept.get()));
            return;
        }
        byte[] bytes = name.toBytes();
        Lookup lookup = slice.place().find(held.hash(), bytes, 0, bytes.length);
        if (lookup instanceof Lookup.MustLoad || slice.mayKnow(envelope.id())) {
            counters.loaded();
            loader.load(slice, () -> serve(envelope, sink), e -> sink.answer(Refused.of(e)));
            return;
        }
        Decision decision = decide(envelope.request(), rowOf(lookup));
        if (decision.reply() instanceof Refused refused) {
            windows.noteRefused(envelope.id(), refused);
        }
        if (!(decision.reply() instanceof Done done)) {
            sink.answer(decision.reply());
            return;
        }
        List<Change> changes = new ArrayList<>(decision.changes());
        changes.add(new ReplyKept(
                envelope.id(),
                envelope.lowestOpen(),
                held.table(),
                held.hash(),
                clock.wallMillis(),
                Reply.keptBytes(done)));
        journal(changes, held, sink, done);
    }

    /** The name is held from here until its change is durable or has failed. */
    private void journal(List<Change> changes, Name held, Reply.Sink sink, Done done) {
        outbox.journal(
                this,
                changes,
                () -> {
                    List<Runnable> waited = holds.release(held);
                    sink.answer(done);
                    waited.forEach(Runnable::run);
                },
                failure -> {
                    List<Runnable> waited = holds.release(held);
                    sink.answer(Refused.of(failure));
                    waited.forEach(Runnable::run);
                });
        holds.hold(held);
    }

    /** Splits a slice that has grown over its threshold, in a record of its own. Meanwhile it goes on serving. */
    void splitIfDue(HeldSlice slice) {
        if (!slice.isOverThreshold()) {
            return;
        }
        if (!slice.isLoaded()) {
            loader.load(slice, () -> splitIfDue(slice), e -> {});
            return;
        }
        slice.setSplitting(true);
        SliceSplit split = new SliceSplit(slice.key(), slice.loaded().depth());
        try {
            outbox.journal(this, List.of(split), () -> slice.setSplitting(false), e -> slice.setSplitting(false));
        } catch (PfsException e) {
            slice.setSplitting(false); // a journal that takes nothing now; the next change to the slice tries again
        }
    }

    /** Forgets replies of a slice to clients that have long been silent, by the clock and by what was heard of them. */
    void expireReplies(Slice slice) {
        boolean isHeardOut = clock.monotonicNs() - openedNs > ClientWindows.KEPT_NS;
        if (isHeardOut && slice.replyCount() > 0) {
            slice.replies().expire(clock.wallMillis(), windows::isKnown);
        }
    }

    /** Everything in it, for checks and for people. */
    public void visit(RowVisitor visitor) {
        state.visit(visitor);
    }

    /** Tables are made by asking for a table, not by writing its row. */
    private static void requireAllowed(Request request) {
        boolean reads = request instanceof LookupRow;
        if (request.table().sequence() == 0 && !reads) {
            throw new PfsException(
                    ErrorCode.NOT_SUPPORTED, request.table() + " is a table of tables: its rows can't be changed");
        }
    }

    private TableState tableOf(Request request) {
        return request instanceof MakeTable
                ? state.tables().tableOfTables()
                : state.tables().find(request.table());
    }

    private static RowName nameOf(Request request) {
        if (request instanceof CreateRow create) {
            return create.name();
        } else if (request instanceof ReplaceRow replace) {
            return replace.name();
        } else if (request instanceof RemoveRow remove) {
            return remove.name();
        } else if (request instanceof LookupRow lookup) {
            return lookup.name();
        }
        return TableFacts.rowName(request.table());
    }

    private Decision decide(Request request, Optional<byte[]> current) {
        if (request instanceof CreateRow create) {
            return RowDecisions.create(create, current);
        } else if (request instanceof ReplaceRow replace) {
            return RowDecisions.replace(replace, current);
        } else if (request instanceof RemoveRow remove) {
            return RowDecisions.remove(remove, current);
        } else if (request instanceof LookupRow lookup) {
            return RowDecisions.lookup(lookup, current);
        } else if (request instanceof MakeTable make) {
            return RowDecisions.makeTable(make, id, clock.wallMillis(), current);
        }
        throw new PfsException(ErrorCode.INVARIANT_BROKEN, "a request of no known kind: " + request);
    }

    private static Optional<byte[]> rowOf(Lookup lookup) {
        if (lookup instanceof Lookup.Found found) {
            int at = found.slice().rowAt(found.ref());
            int end = at + found.slice().rowLength(found.ref());
            return Optional.of(Arrays.copyOfRange(found.slice().arena(), at, end));
        }
        return Optional.empty();
    }

    /** Sees each row of a shard. */
    @FunctionalInterface
    public interface RowVisitor {
        void row(TableId table, RowName name, byte[] row);
    }
}
