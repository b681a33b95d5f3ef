package io.pfs.bench.api;

import org.HdrHistogram.Histogram;

/**
 * How often something was done, and how long each time took. Latencies are kept to three digits, from a microsecond to ten
 * minutes. Any thread may add; those of one client hardly ever meet.
 */
public final class Tally {
    private static final long LOWEST_NS = 1_000;
    private static final long HIGHEST_NS = 600_000_000_000L;
    private static final int DIGITS = 3;

    private final Histogram latencies = new Histogram(LOWEST_NS, HIGHEST_NS, DIGITS);
    private long rows;
    private long bytesRead;
    private long bytesWritten;

    synchronized void add(Step step, long latencyNs) {
        latencies.recordValue(Math.max(0, Math.min(latencyNs, HIGHEST_NS)));
        rows += step.rows();
        bytesRead += step.bytesRead();
        bytesWritten += step.bytesWritten();
    }

    /** Adds what another counted, to which nothing is added any more. */
    synchronized void add(Tally other) {
        latencies.add(other.latencies);
        rows += other.rows();
        bytesRead += other.bytesRead();
        bytesWritten += other.bytesWritten();
    }

    public synchronized long rows() {
        return rows;
    }

    public synchronized long bytesRead() {
        return bytesRead;
    }

    public synchronized long bytesWritten() {
        return bytesWritten;
    }

    /** How long so many percent of the requests took at most. */
    public synchronized double micros(double percentile) {
        return latencies.getValueAtPercentile(percentile) / 1e3;
    }

    public synchronized double maxMicros() {
        return latencies.getMaxValue() / 1e3;
    }
}
