package io.pfs.server.tag;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.kv.KvBatch;
import io.pfs.kv.KvHome;
import io.pfs.kv.KvIndex;
import java.util.Optional;

/** Where one process has an ordered map in memory, for which there is space or not. */
public final class MapKvHome implements KvHome {
    private Optional<Spaced> open = Optional.empty();
    private long batchesLeft = Long.MAX_VALUE;
    private boolean isLastApplied;
    private boolean isStuck;
    private int resets;
    private int forces;

    /** From now on there is space for so many batches. */
    public void spaceFor(long batches) {
        batchesLeft = batches;
    }

    /** Whether a batch for which there was no space is there all the same. */
    public void isLastApplied(boolean applied) {
        isLastApplied = applied;
    }

    /** From now on it can't even be thrown away, or it can again. */
    public void isStuck(boolean stuck) {
        isStuck = stuck;
    }

    /** Times that it was thrown away. */
    public int resets() {
        return resets;
    }

    /** Times that it was forced. */
    public int forces() {
        return forces;
    }

    private static PfsException noSpace() {
        return new PfsException(ErrorCode.NO_SPACE, "no space is left for the index");
    }

    @Override
    public KvIndex open() {
        if (open.isEmpty() && batchesLeft <= 0) {
            throw noSpace();
        }
        open = open.or(() -> Optional.of(new Spaced()));
        return open.get();
    }

    @Override
    public boolean exists() {
        return open.isPresent();
    }

    @Override
    public void reset(KvIndex damaged) {
        if (isStuck) {
            throw new PfsException(ErrorCode.IO_FAILED, "the files of the index can't be deleted");
        } else if (open.isPresent() && open.get() == damaged) {
            damaged.close();
            open = Optional.empty();
            resets++;
        }
    }

    private final class Spaced implements KvIndex {
        private final MapKvIndex map = new MapKvIndex();

        @Override
        public Optional<byte[]> get(byte[] key) {
            return map.get(key);
        }

        @Override
        public void write(KvBatch batch) {
            batchesLeft--;
            if (batchesLeft >= 0 || isLastApplied) {
                map.write(batch);
            }
            if (batchesLeft < 0) {
                throw noSpace();
            }
        }

        @Override
        public void force() {
            forces++;
            map.force();
        }

        @Override
        public void scan(byte[] from, byte[] to, Visitor visitor) {
            map.scan(from, to, visitor);
        }

        @Override
        public void keys(byte[] from, byte[] to, Direction direction, KeyVisitor visitor) {
            map.keys(from, to, direction, visitor);
        }

        @Override
        public long estimate(byte[] from, byte[] to) {
            return map.estimate(from, to);
        }

        @Override
        public void close() {
            map.close();
        }
    }
}
