package io.pfs.server.shard;

import io.pfs.Check;
import io.pfs.hash.SliceOrder;

/**
 * The first slices of a part of a table, and by them about how many rows the part has: rows are spread over positions by hash, so as
 * many as these have for their share of positions, others have for theirs.
 */
final class RunSample {
    /** Some 40,000 rows if there are more: their number is then right to a few per cent. */
    private static final int SLICES = 64;

    private int slices;
    private long first;
    private long last;
    private long rows;

    /** Takes the next slice. */
    void add(SliceOrder.Interval slice, long rowsAbout) {
        Check.that(slices == 0 || slice.first() == last + 1, "slices of a part follow one another", slice.first());
        first = slices == 0 ? slice.first() : first;
        last = slice.last();
        rows += rowsAbout;
        slices++;
    }

    /** Whether more slices would tell little more. */
    boolean isEnough() {
        return slices >= SLICES;
    }

    /** Where the last of them ends. */
    long last() {
        return last;
    }

    /** About how many rows there are in an interval that begins in the first of them. */
    long rowsIn(SliceOrder.Interval part) {
        SliceOrder.Interval seen = new SliceOrder.Interval(first, last);
        return part.equals(seen) ? rows : Math.round(rows * (positions(part) / positions(seen)));
    }

    private static double positions(SliceOrder.Interval interval) {
        long distance = interval.last() - interval.first();
        return (distance >>> 1) * 2.0 + 2; // of half of it, since it is an unsigned number
    }
}
