package io.pfs.client.table;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.hash.SliceOrder;
import io.pfs.wire.Cursor;
import java.util.Optional;

/**
 * One of the equal parts of a table, in its order, so that many can walk over it together: each row is in one of them,
 * whatever splits meanwhile. Their number is a power of two, as slices are halves of halves: so a part is some slices, or is
 * in one.
 *
 * @param index which of them, from 0 on
 */
public record TablePart(int index, int count) {
    public static final TablePart WHOLE = new TablePart(0, 1);

    public static final int COUNT_MAX = 1 << 16;

    public TablePart {
        if (Integer.bitCount(count) != 1 || count > COUNT_MAX) {
            throw new PfsException(
                    ErrorCode.OUT_OF_RANGE,
                    "parts of a table are a power of two, and at most " + COUNT_MAX + ", but not " + count);
        }
        Check.inRange("index of a part", index, 0, count - 1);
    }

    /** The next power of two, if that is not too much. */
    public static int countFor(long wanted) {
        long count = Long.highestOneBit(Math.max(1, Math.min(wanted, COUNT_MAX)) * 2 - 1);
        return (int) Math.min(count, COUNT_MAX);
    }

    private int depth() {
        return Integer.numberOfTrailingZeros(count);
    }

    /** Which positions it has. */
    SliceOrder.Interval interval() {
        long first = count == 1 ? 0 : (long) index << (Long.SIZE - depth());
        return new SliceOrder.Interval(first, first | (-1L >>> depth()));
    }

    /** Whether rows of this hash are in it. */
    boolean contains(long hash) {
        return interval().contains(SliceOrder.position(hash));
    }

    /** The place that it begins behind; empty if that is the beginning of the table. */
    Optional<Cursor> start() {
        return index == 0
                ? Optional.empty()
                : Optional.of(Cursor.behindAll(SliceOrder.hashAt(interval().first() - 1)));
    }

    /** The slice of this depth at most that it is in, or that it begins with. */
    int firstSlice(int depthMax) {
        int depth = Math.min(depthMax, Limits.SLICE_DEPTH_MAX);
        return (int) (SliceOrder.hashAt(interval().first()) & ((1L << depth) - 1));
    }
}
