package io.pfs.server.indexing;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.env.StopSign;
import io.pfs.kv.KvIndex;
import io.pfs.pool.Pool;
import io.pfs.server.run.NewestRun;
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
 * any more. A run can be made anew, so it takes nothing of the space that is kept for removals and checkpoints.
 */
final class RunExport implements Runnable, IndexWalk.Visitor {
    private static final long BYTES_PER_PIECE = 4 << 20;

    private final GroupContext context;
    private final Pool pool;
    private final ArrayDeque<ShardId> left = new ArrayDeque<>();
    private Optional<RunWriter> writer = Optional.empty();
    private long fileId;
    private boolean isAny;
    private final StopSign stop = new StopSign();

    private boolean isOver;
    private long pieceBytes;
    /** Added since somebody looked whether there is space. */
    private long bytesUnlooked;

    private OptionalLong bytes = OptionalLong.empty();

    RunExport(GroupContext context) {
        this.context = context;
        this.pool = context.pool();
    }

    /** The next piece. Whatever goes wrong with it, the next one may do better, and nobody needs it. */
    @Override
    public void run() {
        try {
            if (!stop.isUp()) {
                piece(context.index().home().open());
            }
            if (stop.isUp() || left.isEmpty()) {
                end();
            }
        } catch (RuntimeException e) {
            giveUp();
        }
    }

    private void piece(KvIndex index) {
        if (writer.isEmpty()) {
            begin(index);
        }
        pieceBytes = 0;
        while (!stop.isUp() && !left.isEmpty() && pieceBytes < BYTES_PER_PIECE) {
            IndexWalk.run(index, left.remove(), this);
        }
    }

    private void begin(KvIndex index) {
        NewestRun.tidy(pool);
        requireSpace(BYTES_PER_PIECE);
        fileId = RunFiles.nextId(pool);
        writer = Optional.of(
                RunWriter.create(pool, fileId, context.owner(), context.clock().wallMillis()));
        left.addAll(ShardIndex.shards(index));
    }

    private void requireSpace(long expected) {
        long reserved = context.limits().spaceReservedBytes();
        long usable = usableBytes();
        if (usable - reserved < expected) {
            throw new PfsException(
                    ErrorCode.NO_SPACE,
                    "a run of an index may take " + expected + " bytes, and " + usable
                            + " are left of the disk, of which " + reserved + " are kept");
        }
    }

    /** Who can't say how much is left says so, when it matters, by a write that fails. */
    private long usableBytes() {
        try {
            return pool.usableBytes();
        } catch (PfsException e) {
            return Long.MAX_VALUE;
        }
    }

    private void end() {
        if (!isAny || stop.isUp()) {
            giveUp();
            return;
        }
        bytes = OptionalLong.of(writer.orElseThrow().seal());
        isOver = true;
        RunFiles.delete(
                pool, RunFiles.ids(pool).stream().filter(id -> id != fileId).toList());
    }

    private void giveUp() {
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
    public boolean entry(byte[] key, byte[] value) {
        long added = (long) key.length + value.length;
        pieceBytes += added;
        bytesUnlooked += added;
        if (bytesUnlooked > BYTES_PER_PIECE) {
            requireSpace(BYTES_PER_PIECE);
            bytesUnlooked = 0;
        }
        writer.orElseThrow().add(key, value);
        return !stop.isUp();
    }

    /** It ends after what it does just now, and nothing comes of it. */
    void stop() {
        stop.show();
    }

    boolean isOver() {
        return isOver;
    }

    /** How long the run is, if one was written. */
    OptionalLong bytes() {
        return bytes;
    }
}
