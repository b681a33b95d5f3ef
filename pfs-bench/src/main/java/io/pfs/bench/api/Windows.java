package io.pfs.bench.api;

import java.util.Arrays;
import java.util.List;

/**
 * What was done in each of the equal windows of a phase. The first ones are full: all clients were at work all the time. In
 * the others some had finished their share, so their rates say nothing of the server.
 *
 * @param windowNs how long each is, but for the last, which ends with the phase
 * @param elapsedNs how long the phase took
 */
public record Windows(long windowNs, long elapsedNs, List<Long> counts, int full) {
    /** Of one phase, whose first client had nothing more to do at {@code allAtWorkNs}. */
    static Windows of(long windowNs, long elapsedNs, long allAtWorkNs, List<Timeline> timelines) {
        long[] sums = new long[0];
        for (Timeline timeline : timelines) {
            long[] counts = timeline.counts();
            sums = Arrays.copyOf(sums, Math.max(sums.length, counts.length));
            for (int i = 0; i < counts.length; i++) {
                sums[i] += counts[i];
            }
        }
        int full = (int) Math.min(allAtWorkNs / windowNs, sums.length);
        return new Windows(windowNs, elapsedNs, Arrays.stream(sums).boxed().toList(), full);
    }

    public boolean isFull(int window) {
        return window < full;
    }

    public double fromSeconds(int window) {
        return window * windowNs / 1e9;
    }

    public double lengthSeconds(int window) {
        return Math.min(windowNs, elapsedNs - window * windowNs) / 1e9;
    }

    public double perSecond(int window) {
        return counts.get(window) / lengthSeconds(window);
    }

    /** Rows a second over the full windows. */
    public double mean() {
        return counts.stream().limit(full).mapToLong(Long::longValue).sum() / (full * windowNs / 1e9);
    }

    /** The rate of the full window in which least was done. */
    public double least() {
        return counts.stream().limit(full).mapToLong(Long::longValue).min().orElse(0) / (windowNs / 1e9);
    }
}
