package io.pfs.server.indexing;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.kv.KvIndex;
import io.pfs.server.run.RunFile;
import io.pfs.server.run.RunFiles;
import io.pfs.server.run.RunPart;
import io.pfs.server.state.GroupContext;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.tag.IndexState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The runs of an index in the pool: the newest one, for who opens these shards without their index, and those that are written. None,
 * where the index is wherever the pool is.
 */
public final class IndexRuns {
    private final IndexFeed feed;
    private final GroupContext context;
    private final GroupCounters counters;
    private boolean isLookedFor;
    private Optional<Newest> newest = Optional.empty();
    /** So long is the newest run that is known; none is worth less than being written. */
    private long runBytes;

    private long journaledBefore;
    private long journaled;
    private boolean isRunning;
    /** Whether the one that runs began after the last checkpoint. */
    private boolean isFresh;
    /** Whether another one shall follow. */
    private boolean isWanted;
    /** Whether there is none any more, as nobody needs one. */
    private boolean isTidied;

    private boolean isStopped;

    /** The newest run that was there when the shards were opened. */
    private record Newest(long fileId, Map<ShardId, RunPart> parts) {}

    IndexRuns(IndexFeed feed, GroupContext context, GroupCounters counters) {
        this.feed = feed;
        this.context = context;
        this.counters = counters;
    }

    private boolean isUsed() {
        return context.index().isExported();
    }

    // Finding

    /** What the newest run says of a shard. Whether that still holds, who asks must find out. Blocks. */
    Optional<RunLoad> find(ShardId shard) {
        if (isUsed() && !isLookedFor) {
            isLookedFor = true;
            newest = findNewest();
        }
        return newest.flatMap(run -> Optional.ofNullable(run.parts.get(shard))
                .flatMap(part -> IndexState.decode(part.state()).map(state -> new RunLoad(run.fileId, part, state))));
    }

    private Optional<Newest> findNewest() {
        List<Long> ids = new ArrayList<>(RunFiles.ids(context.pool()));
        Optional<Newest> found = Optional.empty();
        while (found.isEmpty() && !ids.isEmpty()) {
            found = open(ids.remove(ids.size() - 1));
        }
        return found;
    }

    /** One that was cut short, or is damaged, is none. */
    private Optional<Newest> open(long fileId) {
        try (RunFile file = RunFile.open(context.pool(), fileId)) {
            Map<ShardId, RunPart> parts = new HashMap<>();
            file.parts().forEach(part -> parts.put(part.shard(), part));
            runBytes = file.bytes();
            return Optional.of(new Newest(fileId, parts));
        } catch (PfsException e) {
            if (e.code() == ErrorCode.INVARIANT_BROKEN) {
                throw e;
            }
            return Optional.empty();
        }
    }

    // Writing

    /**
     * A checkpoint counts: a run is worth being written if more was journaled since the last one than that takes.
     *
     * @param journaledBytes since the shards were opened
     */
    public void checkpointed(long journaledBytes) {
        journaled = journaledBytes;
        isFresh = false;
        if (isUsed() && !isRunning() && !isStopped) {
            if (feed.hasIndexes()) {
                isTidied = false;
                beginIf(journaled - journaledBefore > runBytes);
            } else if (!isTidied) {
                isTidied = true;
                context.workers().run(() -> RunFiles.delete(context.pool(), RunFiles.ids(context.pool())), () -> {});
            }
        }
    }

    /** These shards will be opened elsewhere: writes one, unless one is under way that began after the last checkpoint. */
    public void write() {
        isWanted = isRunning() && !isFresh;
        beginIf(isUsed() && !isRunning() && !isStopped);
    }

    private void beginIf(boolean isDue) {
        if (isDue && feed.isAnyComplete()) {
            isRunning = true;
            isFresh = true;
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
            goOn(new RunExport(context));
        }

        @Override
        public void failed(PfsException cause) {
            ended(OptionalLong.empty());
        }
    }

    private void goOn(RunExport export) {
        if (isStopped) {
            export.stop();
        }
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
        bytes.ifPresentOrElse(
                written -> {
                    runBytes = written;
                    counters.runs().written(written);
                },
                counters.runs()::givenUp);
        if (isWanted) {
            write();
        }
    }

    /** Nothing is written any more. */
    void stop() {
        isStopped = true;
    }
}
