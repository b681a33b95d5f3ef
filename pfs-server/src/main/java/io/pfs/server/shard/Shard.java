package io.pfs.server.shard;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.env.Clock;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.SliceSplit;
import io.pfs.server.slice.Slice;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.Request.BearTable;
import io.pfs.wire.Request.DescribeTable;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.ListCells;
import io.pfs.wire.Request.ListRows;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.Request.ReadCell;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.RemoveRow;
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
    private final ClientWindows windows = new ClientWindows();
    private final RowService rows;
    private final TableService tables;
    private final ReadService reads;
    private final ListService lists;
    private final CellFlush flush;

    /** Where a shard puts what it wants journaled. */
    interface Outbox {
        /** Refuses when nothing may be answered any more. */
        void requireServing();

        /** Refuses a change when there is no memory for what it changes. */
        void requireMemory();

        /** The sequence that the next record of this shard gets. */
        long nextSequence(Shard shard);

        /**
         * Journals these changes as one record. Once durable, they have been applied when {@code durable} is called; if
         * the journal failed first, {@code failed} is. Refuses by an exception, when neither is called.
         */
        void journal(Shard shard, List<Change> changes, Runnable durable, Consumer<PfsException> failed);
    }

    /**
     * What the shards of a loop share.
     *
     * @param peers the way to other shards
     */
    record Shared(
            GroupContext context,
            Outbox outbox,
            SliceLoader loader,
            CellStore store,
            CellIngest ingest,
            CellIngest copies,
            TableService.Peers peers,
            GroupCounters counters) {}

    Shard(ShardState state, Shared shared) {
        this.id = state.shard();
        this.state = state;
        this.clock = shared.context().clock();
        this.outbox = shared.outbox();
        this.loader = shared.loader();
        this.counters = shared.counters();
        this.openedNs = clock.monotonicNs();
        NameHolds holds = new NameHolds();
        NameAccess access = new NameAccess(state, outbox, holds, loader, counters);
        Committer committer = new Committer(this, outbox, access, holds, windows, clock, counters);
        CellGather gather = new CellGather(state.window(), shared.store());
        FileIds fileIds = new FileIds(id, state.tables());
        GroupContext context = shared.context();
        rows = new RowService(committer, gather, shared.ingest(), fileIds, clock, context.limits(), counters);
        tables = new TableService(state, access, committer, gather, fileIds, shared.peers(), clock, context.entropy());
        reads = new ReadService(access, gather);
        lists = new ListService(state, outbox, loader, gather, counters);
        flush = new CellFlush(new CellFlush.Means(this, outbox, access, holds, gather, shared.copies(), counters));
    }

    public ShardId id() {
        return id;
    }

    ShardState state() {
        return state;
    }

    /** Copies the cells that so far stand in the journal alone to segments. */
    CellFlush flush() {
        return flush;
    }

    /** Serves one request; the answer comes at once, or when what it waits for has happened. */
    public void submit(Envelope envelope, Reply.Sink sink) {
        if (windows.isStale(envelope.id(), envelope.lowestOpen(), clock.monotonicNs())) {
            counters.stale();
            sink.answer(ClientWindows.stale(envelope.id()));
            return;
        }
        Optional<Refused> before = windows.refusedBefore(envelope.id());
        if (before.isPresent()) {
            sink.answer(before.get());
            return;
        }
        try {
            outbox.requireServing();
            requireAllowed(envelope.request());
            if (takesMemory(envelope.request())) {
                outbox.requireMemory();
            }
            serve(envelope, sink);
        } catch (PfsException e) {
            sink.answer(Refused.of(e));
        }
    }

    /** Rows can be removed even if there is no memory: space has to come back somehow. */
    private static boolean takesMemory(Request request) {
        return request instanceof EditRow
                || request instanceof MakeTable
                || request instanceof BearTable
                || request instanceof AlterTable;
    }

    private void serve(Envelope envelope, Reply.Sink sink) {
        Request request = envelope.request();
        if (request instanceof EditRow edit) {
            rows.edit(envelope, edit, sink);
        } else if (request instanceof RemoveRow remove) {
            rows.remove(envelope, remove, sink);
        } else if (request instanceof ReadRow read) {
            reads.read(read, sink);
        } else if (request instanceof ReadCell read) {
            reads.read(read, sink);
        } else if (request instanceof ListCells list) {
            reads.list(list, sink);
        } else if (request instanceof ListRows list) {
            lists.list(list, sink);
        } else {
            serveTable(envelope, sink);
        }
    }

    private void serveTable(Envelope envelope, Reply.Sink sink) {
        Request request = envelope.request();
        if (request instanceof MakeTable make) {
            tables.make(envelope, make, sink);
        } else if (request instanceof BearTable bear) {
            counters.tableBorn();
            tables.bear(envelope, bear, sink);
        } else if (request instanceof DescribeTable describe) {
            tables.describe(describe, sink);
        } else if (request instanceof AlterTable alter) {
            tables.alter(envelope, alter, sink);
        } else {
            throw new PfsException(ErrorCode.INVARIANT_BROKEN, "a request of no known kind: " + request);
        }
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

    /** The engine's own tables are asked about only by requests that are made for that. */
    private static void requireAllowed(Request request) {
        if (request.table().sequence() == 0) {
            throw new PfsException(
                    ErrorCode.NOT_SUPPORTED, request.table() + " is a table of tables: it is the engine's own");
        }
    }

    /** Sees each row of a shard. */
    @FunctionalInterface
    public interface RowVisitor {
        void row(TableId table, RowName name, byte[] row);
    }
}
