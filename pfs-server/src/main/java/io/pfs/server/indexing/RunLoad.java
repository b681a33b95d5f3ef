package io.pfs.server.indexing;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.kv.KvIndex;
import io.pfs.query.index.IndexedFields;
import io.pfs.server.run.RunCursor;
import io.pfs.server.run.RunFile;
import io.pfs.server.run.RunPart;
import io.pfs.server.tag.IndexLoad;
import io.pfs.server.tag.IndexState;
import java.util.Map;
import java.util.Optional;

/** What a run knows of a shard, on its way into the index. */
final class RunLoad {
    private final long fileId;
    private final RunPart part;
    private final IndexState state;
    private Optional<Map<TableId, IndexedFields>> wanted = Optional.empty();
    private Optional<PfsException> refusal = Optional.empty();
    private boolean isDone;
    private long entries;

    RunLoad(long fileId, RunPart part, IndexState state) {
        this.fileId = fileId;
        this.part = part;
        this.state = state;
    }

    ShardId shard() {
        return part.shard();
    }

    /** Of the run. */
    long fileId() {
        return fileId;
    }

    IndexState state() {
        return state;
    }

    /** These indexes alone are wanted now, and those of them that the run does not know it will never know. */
    void want(Map<TableId, IndexedFields> tables) {
        wanted = Optional.of(tables);
    }

    /** Away from the loop. What is wrong with the run is no fault of the index. */
    void run(KvIndex index, RunFile file) {
        IndexLoad load = new IndexLoad(index, shard(), wanted);
        load.begin();
        RunCursor cursor = file.read(part);
        while (hasNext(cursor)) {
            load.entry(cursor.key(), cursor.value());
        }
        if (refusal.isEmpty()) {
            load.end(state);
        } else {
            load.giveUp();
        }
        entries = load.entries();
        isDone = true;
    }

    private boolean hasNext(RunCursor cursor) {
        try {
            return cursor.next();
        } catch (PfsException e) {
            refuse(e);
            return false;
        }
    }

    /** Nothing comes of it. */
    void refuse(PfsException cause) {
        if (cause.code() == ErrorCode.INVARIANT_BROKEN) {
            throw cause;
        }
        refusal = Optional.of(cause);
    }

    boolean isDone() {
        return isDone;
    }

    /** Why nothing came of it, if so. */
    Optional<PfsException> refusal() {
        if (refusal.isEmpty() && !isDone) {
            return Optional.of(new PfsException(ErrorCode.CLOSED, "the shards were closed before"));
        }
        return refusal;
    }

    long entries() {
        return entries;
    }
}
