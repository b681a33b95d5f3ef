package io.pfs.server.indexing;

import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.env.StopSign;
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
    private final StopSign stop = new StopSign();

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

    /** Nobody wants it any more: it ends soon, and nothing comes of it. */
    void stop() {
        stop.show();
    }

    boolean isStopped() {
        return stop.isUp();
    }

    /**
     * Away from the loop, while other shards' rounds go on. What is wrong with the run is no fault of the index; what is wrong with that
     * will be found when it is told something.
     */
    void run(KvIndex index, RunFile file) {
        IndexLoad load = new IndexLoad(index, shard(), wanted);
        try {
            load.begin();
            readInto(load, file.read(part));
            if (!stop.isUp() && refusal.isEmpty()) {
                load.end(state);
            } else {
                load.giveUp();
            }
        } catch (RuntimeException e) {
            refuse(e);
        }
        entries = load.entries();
    }

    private void readInto(IndexLoad load, RunCursor cursor) {
        try {
            while (!stop.isUp() && cursor.next()) {
                load.entry(cursor.key(), cursor.value());
            }
        } catch (RuntimeException e) {
            refuse(e);
        }
    }

    /** Nothing comes of it. */
    void refuse(RuntimeException cause) {
        refusal = Optional.of(Round.refusal(cause));
    }

    /** Why nothing came of it, if so. */
    Optional<PfsException> refusal() {
        return refusal;
    }

    long entries() {
        return entries;
    }
}
