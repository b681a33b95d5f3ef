package io.pfs.bench.tags;

import java.util.Arrays;

/** Of several rounds. */
final class Middle {
    private Middle() {}

    static double of(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** How many seconds something takes. */
    static double seconds(Runnable what) {
        long beginNs = System.nanoTime();
        what.run();
        return (System.nanoTime() - beginNs) / 1e9;
    }

    /** What is measured must be what was meant. */
    static void require(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException("the benchmark is wrong: " + what);
        }
    }
}
