package io.pfs.sim;

import java.util.Map;
import java.util.TreeMap;

/** Counts what happened, by name. */
public final class Tally {
    private final TreeMap<String, Long> counts = new TreeMap<>();

    public void count(String what) {
        add(what, 1);
    }

    public void add(String what, long times) {
        counts.merge(what, times, Long::sum);
    }

    public void addAll(Tally other) {
        other.counts.forEach(this::add);
    }

    public long of(String what) {
        return counts.getOrDefault(what, 0L);
    }

    public Map<String, Long> counts() {
        return counts;
    }
}
