package io.pfs.bench.api;

import java.util.SortedMap;

/**
 * What came of a phase.
 *
 * @param unit what is counted: operations, or transactions of some operations each
 * @param count how many of these were done
 */
public record PhaseResult(
        String name, String unit, long count, double seconds, SortedMap<Operation, Tally> tallies, Windows windows) {
    public double perSecond() {
        return count / seconds;
    }

    public long bytesRead() {
        return tallies.values().stream().mapToLong(Tally::bytesRead).sum();
    }

    public long bytesWritten() {
        return tallies.values().stream().mapToLong(Tally::bytesWritten).sum();
    }

    /** All latencies together. */
    public Tally all() {
        Tally all = new Tally();
        tallies.values().forEach(all::add);
        return all;
    }
}
