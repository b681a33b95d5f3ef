package io.pfs.bench.api;

import java.util.Arrays;

/** When rows were done, counted by windows of equal length. Any thread may add. */
final class Timeline {
    private final long windowNs;
    private long[] counts = new long[64];
    private int used;

    Timeline(long windowNs) {
        this.windowNs = windowNs;
    }

    synchronized void add(long sinceStartNs, long rows) {
        int window = (int) (sinceStartNs / windowNs);
        if (window >= counts.length) {
            counts = Arrays.copyOf(counts, Math.max(window + 1, 2 * counts.length));
        }
        counts[window] += rows;
        used = Math.max(used, window + 1);
    }

    /** What was counted in each window up to the last in which anything was. */
    synchronized long[] counts() {
        return Arrays.copyOf(counts, used);
    }
}
