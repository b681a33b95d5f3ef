package io.pfs.bench;

import io.pfs.bench.micro.SliceMemory;
import java.util.List;

/** Everything that {@code bench ground} measures: one line each. */
final class Figures {
    /** JMH benchmarks as {@code Class.method}, or {@code Class.method[parameter=value]}. */
    static final List<Pair> PAIRS = List.of(
            new Pair("rows created", "memory", "SliceBench.create", "SliceBench.bareCreate", 0.40),
            new Pair("rows looked up", "memory", "SliceBench.lookup", "SliceBench.bareLookup", 0.60));

    static final List<Bound> BOUNDS = List.of(
            new Bound("memory a row, as slices say", "bytes", SliceMemory::said, 120),
            new Bound("memory a row, as the heap says", "bytes", SliceMemory::measured, 120));

    private Figures() {}
}
