package io.pfs.bench.elastic;

import org.HdrHistogram.Histogram;

/** How long operations took, to three digits, from a microsecond to ten minutes. Any thread may add. */
final class Latencies {
    private static final long LOWEST_NS = 1_000;
    private static final long HIGHEST_NS = 600_000_000_000L;
    private static final int DIGITS = 3;
    private static final double NS_PER_MS = 1e6;

    /** Grows with what is put into it: there is one for each second. */
    private final Histogram histogram = new Histogram(LOWEST_NS, 2 * LOWEST_NS, DIGITS);

    Latencies() {
        histogram.setAutoResize(true);
    }

    synchronized void add(long ns) {
        histogram.recordValue(Math.max(0, Math.min(ns, HIGHEST_NS)));
    }

    synchronized long count() {
        return histogram.getTotalCount();
    }

    synchronized double millis(double percentile) {
        return histogram.getValueAtPercentile(percentile) / NS_PER_MS;
    }

    synchronized double maxMillis() {
        return histogram.getMaxValue() / NS_PER_MS;
    }
}
