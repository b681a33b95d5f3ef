package io.pfs.server.shard;

import io.pfs.Limits;

/**
 * When a page of a search is full: what it takes is the loop's, so others wait meanwhile. The first row is always looked at.
 *
 * @param rowsMax so many rows are looked at
 * @param bytesMax so many bytes have these
 * @param foundMax so many bytes has what is found among them, with what it is ordered by
 * @param stepsMax so many nanoseconds, about, takes it to hold them against the query
 */
record PageBounds(int rowsMax, long bytesMax, long foundMax, long stepsMax) {
    /** Who looks at long rows gives others their turn sooner. */
    private static final long BYTES_MAX = 4 << 20;
    /** One that is looked up is somewhere else than the one before, and few of many bytes are read. */
    private static final long TOP_BYTES_MAX = 16 << 20;

    private static final long STEPS_MAX = 16 << 20;

    /** Pages of rows in their order, or of those at some positions. */
    static PageBounds ofRows(int rowsMax) {
        return new PageBounds(rowsMax, BYTES_MAX, Limits.FOUND_BYTES_MAX, STEPS_MAX);
    }

    /** What is found out at once, or not at all; so many rows that is known before. */
    static PageBounds ofTop() {
        return new PageBounds(Integer.MAX_VALUE, TOP_BYTES_MAX, Limits.FOUND_BYTES_MAX, STEPS_MAX);
    }
}
