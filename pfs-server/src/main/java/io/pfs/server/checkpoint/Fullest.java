package io.pfs.server.checkpoint;

import io.pfs.server.state.HeldSlice;
import java.util.List;

/**
 * The slices that hold most of what waits to be written, and together at least a sixth of it. By classes of size an eighth of an
 * octave wide, so that it takes two passes and no sorting.
 */
final class Fullest {
    /** One part in so many. */
    private static final int SHARE = 6;

    private static final int STEP_BITS = 3;
    private static final int CLASSES = Long.SIZE << STEP_BITS;

    private final int lowestClass;

    private Fullest(int lowestClass) {
        this.lowestClass = lowestClass;
    }

    /** What a checkpoint may well write nothing of counts for nothing: it makes no room. */
    static Fullest of(List<HeldSlice> slices) {
        long[] bytesOfClass = new long[CLASSES];
        long bytes = 0;
        for (HeldSlice slice : slices) {
            long waiting = slice.isDoubtful() ? 0 : slice.countedDirtyBytes();
            bytesOfClass[classOf(waiting)] += waiting;
            bytes += waiting;
        }
        int lowest = CLASSES;
        long chosen = 0;
        while (lowest > 0 && SHARE * chosen <= bytes) {
            lowest--;
            chosen += bytesOfClass[lowest];
        }
        return new Fullest(lowest);
    }

    boolean has(HeldSlice slice) {
        return classOf(slice.countedDirtyBytes()) >= lowestClass;
    }

    private static int classOf(long bytes) {
        if (bytes < 1 << STEP_BITS) {
            return (int) bytes;
        }
        int octave = Long.SIZE - 1 - Long.numberOfLeadingZeros(bytes);
        int step = (int) (bytes >>> (octave - STEP_BITS)) & ((1 << STEP_BITS) - 1);
        return (octave << STEP_BITS) | step;
    }
}
