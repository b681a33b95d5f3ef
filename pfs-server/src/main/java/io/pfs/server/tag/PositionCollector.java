package io.pfs.server.tag;

import io.pfs.hash.SliceOrder;
import java.util.Arrays;

/** Takes positions from the keys of entries, those of an interval alone, up to a limit. */
final class PositionCollector {
    private final SliceOrder.Interval interval;
    private final int max;
    private long[] positions = new long[64];
    private int count;
    private boolean isFull;

    PositionCollector(SliceOrder.Interval interval, int max) {
        this.interval = interval;
        this.max = max;
    }

    /** Takes the position from a key, unless it is full; says whether it is not. */
    boolean take(byte[] key, int length) {
        long position = IndexKeys.positionAt(key, length);
        if (!interval.contains(position)) {
            return true;
        } else if (count == max) {
            isFull = true;
            return false;
        }
        if (count == positions.length) {
            positions = Arrays.copyOf(positions, Math.min(max, 2 * count));
        }
        positions[count++] = position;
        return true;
    }

    /** Whether there were more than the limit. */
    boolean isFull() {
        return isFull;
    }

    /** What was taken; it takes no more then. */
    PositionSet toSet() {
        return PositionSet.of(positions, count);
    }
}
