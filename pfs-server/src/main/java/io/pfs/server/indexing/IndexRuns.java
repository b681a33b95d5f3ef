package io.pfs.server.indexing;

import io.pfs.PfsException;
import io.pfs.kv.KvIndex;
import io.pfs.pool.Pool;
import io.pfs.server.run.RunFiles;
import io.pfs.server.state.GroupContext;
import io.pfs.server.state.GroupCounters;
import java.util.Optional;
import java.util.OptionalLong;

/** Has runs of an index written to the pool. None, where the index is wherever the pool is. */
public final class IndexRuns {
    private final IndexFeed feed;
    private final GroupContext context;
    private final GroupCounters counters;
    private final FoundRun found;
    /** So long was the last one that was written. */
    private OptionalLong runBytes = OptionalLong.empty();
    /** So long it took. */
    private long runNs;

    private long journaledBefore;
    private long journaledBeforeThat;
    private long journaled;
    private boolean isRunning;
    private long beganNs;
    /** Whether the one that runs began after the last checkpoint. */
    private boolean isFresh;
    /** Whether another one shall follow, and how long it may take. */
    private OptionalLong wantedWithinNs = OptionalLong.empty();
    /** Whether it is known that none is left. */
    private boolean isNoneLeft;

    private boolean isStopped;
    private Optional<RunExport> export = Optional.empty();

    IndexRuns(IndexFeed feed, FoundRun found, GroupContext context, GroupCounters counters) {
        this.feed = feed;
        this.found = found;
        this.context = context;
        this.counters = counters;
    }

    private boolean isUsed() {
        return context.index().isExported();
    }

    /**
     * A checkpoint counts: a run is worth being written if more was journaled since the last one than that takes.
     *
     * @param journaledBytes since the shards were opened, beside cells
     */
    public void checkpointed(long journaledBytes) {
        journaled = journaledBytes;
        isFresh = false;
        if (isUsed() && !isRunning() && !isStopped) {
            if (feed.hasIndexes()) {
                isNoneLeft = false;
                beginIf(journaled - journaledBefore > runBytes.orElse(found.bytes()));
            } else if (!isNoneLeft) {
                Clearing clearing = new Clearing(context.pool());
                context.workers().run(clearing, () -> isNoneLeft = clearing.isDone);
            }
        }
    }

    /** Nobody needs any; what can't be deleted is found again at the next checkpoint. */
    private static final class Clearing implements Runnable {
        private final Pool pool;
        private boolean isDone;

        Clearing(Pool pool) {
            this.pool = pool;
        }

        @Override
        public void run() {
            try {
                RunFiles.delete(pool, RunFiles.ids(pool));
                isDone = RunFiles.ids(pool).isEmpty();
            } catch (PfsException e) {
                isDone = false;
            }
        }
    }

    /**
     * These shards will be opened elsewhere: writes one, unless one is under way that began after the last checkpoint.
     *
     * @param withinNs nobody waits longer: if the last one took longer than that, none is begun
     */
    public void write(long withinNs) {
        boolean isBehind = isRunning() && !isFresh;
        wantedWithinNs = isBehind ? OptionalLong.of(withinNs) : OptionalLong.empty();
        beginIf(isUsed() && !isRunning() && !isStopped && runNs <= withinNs);
    }

    private void beginIf(boolean isDue) {
        if (isDue && feed.isAnyComplete()) {
            isRunning = true;
            isFresh = true;
            journaledBeforeThat = journaledBefore;
            journaledBefore = journaled;
            feed.askLate(new Begin());
        }
    }

    /** Whether one is being written. */
    public boolean isRunning() {
        return isRunning;
    }

    /** What was applied before is in it: the journal is kept from the checkpoint before the last one, and no longer. */
    private final class Begin implements Question {
        @Override
        public void ask(KvIndex index) {
            // that it is this one's turn is all that matters
        }

        @Override
        public void answered() {
            begin();
        }

        @Override
        public void failed(PfsException cause) {
            ended(OptionalLong.empty());
        }
    }

    private void begin() {
        RunExport next = new RunExport(context);
        if (isStopped) {
            next.stop();
        }
        export = Optional.of(next);
        beganNs = context.clock().monotonicNs();
        goOn(next);
    }

    private void goOn(RunExport export) {
        context.workers().run(export, () -> {
            if (export.isOver()) {
                ended(export.bytes());
            } else {
                goOn(export);
            }
        });
    }

    private void ended(OptionalLong bytes) {
        isRunning = false;
        export = Optional.empty();
        bytes.ifPresentOrElse(this::written, this::givenUp);
        wantedWithinNs.ifPresent(this::write);
    }

    private void written(long bytes) {
        runBytes = OptionalLong.of(bytes);
        runNs = context.clock().monotonicNs() - beganNs;
        counters.runs().written(bytes);
    }

    /** The next checkpoint is as good a time as this one was. */
    private void givenUp() {
        journaledBefore = journaledBeforeThat;
        counters.runs().givenUp();
    }

    /** What is written now would be of two indexes, and of the second little. */
    void indexIsLost() {
        export.ifPresent(RunExport::stop);
    }

    /** Nothing is written any more, and what is under way comes to its end. */
    void stop() {
        isStopped = true;
        export.ifPresent(RunExport::stop);
    }
}
