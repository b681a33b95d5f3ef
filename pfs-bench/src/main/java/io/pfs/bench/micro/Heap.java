package io.pfs.bench.micro;

/**
 * Options of the JVM for benchmarks that fill memory: all of the heap is touched before, as a server that is meant to be fast
 * is started. Else the system clears each page when it is met first, in the midst of what is measured.
 */
final class Heap {
    static final String MIN = "-Xms4g";
    static final String MAX = "-Xmx4g";
    static final String TOUCHED = "-XX:+AlwaysPreTouch";

    private Heap() {}
}
