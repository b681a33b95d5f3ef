package io.pfs.server.indexing;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.kv.KvIndex;
import io.pfs.pool.Pool;
import io.pfs.server.run.RunFiles;
import io.pfs.server.run.RunWriter;
import io.pfs.server.state.GroupContext;
import io.pfs.server.tag.IndexState;
import io.pfs.server.tag.IndexWalk;
import io.pfs.server.tag.ShardIndex;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Writes what an index knows to the pool, away from the loop, some shards at a time; rounds go on meanwhile. Then there is no older run
 * any more.
 */
final class RunExport implements Runnable, IndexWalk.Visitor {
    private static final long BYTES_PER_PIECE = 4 << 20;

    private final GroupContext context;
    private final ArrayDeque<ShardId> left = new ArrayDeque<>();
    private Optional<RunWriter> writer = Optional.empty();
    private long fileId;
    private boolean isAny;
    private boolean isStopped;
    private boolean isOver;
    private long pieceBytes;
    private OptionalLong bytes = OptionalLong.empty();

    RunExport(GroupContext context) {
        this.context = context;
    }

    /** The next piece. */
    @Override
    public void run() {
        try {
            KvIndex index = context.index().home().open();
            if (writer.isEmpty()) {
                begin(index);
            }
            pieceBytes = 0;
            while (!isStopped && !left.isEmpty() && pieceBytes < BYTES_PER_PIECE) {
                IndexWalk.run(index, left.remove(), this);
            }
            if (isStopped || left.isEmpty()) {
                end();
            }
        } catch (PfsException e) {
            giveUp(e);
        }
    }

    private void begin(KvIndex index) {
        Pool pool = context.pool();
        fileId = RunFiles.nextId(pool);
        writer = Optional.of(
                RunWriter.create(pool, fileId, context.owner(), context.clock().wallMillis()));
        left.addAll(ShardIndex.shards(index));
    }

    private void end() {
        isOver = true;
        RunWriter made = writer.orElseThrow();
        if (!isAny || isStopped) {
            made.abandon();
            return;
        }
        bytes = OptionalLong.of(made.seal());
        Pool pool = context.pool();
        RunFiles.delete(
                pool, RunFiles.ids(pool).stream().filter(id -> id != fileId).toList());
    }

    /** What can't be written now, or read, the next one may. */
    private void giveUp(PfsException cause) {
        if (cause.code() == ErrorCode.INVARIANT_BROKEN) {
            throw cause;
        }
        isOver = true;
        if (bytes.isEmpty()) {
            writer.ifPresent(RunWriter::abandon);
        }
    }

    @Override
    public void shard(ShardId shard, IndexState state) {
        isAny = true;
        writer.orElseThrow().begin(shard, state.toBytes());
    }

    @Override
    public void entry(byte[] key, byte[] value) {
        writer.orElseThrow().add(key, value);
        pieceBytes += key.length + value.length;
    }

    /** Between two pieces: the next one is the last, and nothing comes of it. */
    void stop() {
        isStopped = true;
    }

    boolean isOver() {
        return isOver;
    }

    /** How long the run is, if one was written. */
    OptionalLong bytes() {
        return bytes;
    }
}
