package io.pfs.testing;

import java.nio.file.Path;
import java.util.function.LongConsumer;

/** Runs a random test from many seeds, and says how to repeat the one that failed. */
public final class Seeds {
    private static final int NIGHTLY_FACTOR = 10;

    private Seeds() {}

    /**
     * Gives the body the seeds 1 to {@code count} one by one, ten times as many by night, or only {@code pfs.seed} when
     * that is set. What a body throws is thrown again with the seed and the command that repeats it in front.
     *
     * @param testName as the build's {@code -Dtest} takes it: {@code SliceBitmapTest} or {@code SliceBitmapTest#merges}
     */
    public static void each(String testName, int count, LongConsumer body) {
        String only = System.getProperty("pfs.seed", "");
        if (!only.isEmpty()) {
            run(testName, Long.parseLong(only), body);
            return;
        }
        long last = nightly() ? (long) count * NIGHTLY_FACTOR : count;
        for (long seed = 1; seed <= last; seed++) {
            run(testName, seed, body);
        }
    }

    /** Whether tests may run long. */
    public static boolean nightly() {
        return Boolean.getBoolean("pfs.nightly");
    }

    private static void run(String testName, long seed, LongConsumer body) {
        try {
            body.accept(seed);
        } catch (RuntimeException | AssertionError | StackOverflowError e) {
            throw new AssertionError("seed " + seed + "; replay: " + replay(testName, seed) + "\n" + e, e);
        }
    }

    private static String replay(String testName, long seed) {
        Path module = Path.of("").toAbsolutePath().getFileName();
        return "mvn -B -ntp -pl " + module + " -am -Dtest='" + testName + "' -Dpfs.seed=" + seed + " test";
    }
}
