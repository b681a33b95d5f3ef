package io.pfs.bench.whole;

/** How long something takes. */
record Stopwatch(long startNs) {
    static Stopwatch start() {
        return new Stopwatch(System.nanoTime());
    }

    double seconds() {
        return (System.nanoTime() - startNs) / 1e9;
    }

    /** What is measured must be what was meant. */
    static void require(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException("the benchmark is wrong: " + what);
        }
    }
}
