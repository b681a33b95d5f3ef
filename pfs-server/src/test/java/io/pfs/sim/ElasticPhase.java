package io.pfs.sim;

import java.util.Arrays;

/** What was due while one thing went on, however late it was answered. */
final class ElasticPhase {
    private static final int LATE_PERCENT = 99;

    private final String name;
    private final long beganNs;
    private long[] tookNs = new long[256];
    private int answered;
    private long awayNs;
    private long endedNs;

    ElasticPhase(String name, long beganNs) {
        this.name = name;
        this.beganNs = beganNs;
    }

    void answer(long ns) {
        if (answered == tookNs.length) {
            tookNs = Arrays.copyOf(tookNs, 2 * answered);
        }
        tookNs[answered] = ns;
        answered++;
    }

    /** @param longestAwayNs so long at most a seat was away that came back meanwhile */
    void end(long atNs, long longestAwayNs) {
        endedNs = atNs;
        awayNs = longestAwayNs;
    }

    /** Both as one, when all of both is answered. */
    ElasticPhase with(ElasticPhase next) {
        ElasticPhase both = new ElasticPhase(name + ", " + next.name, beganNs);
        Arrays.stream(tookNs, 0, answered).forEach(both::answer);
        Arrays.stream(next.tookNs, 0, next.answered).forEach(both::answer);
        both.end(next.endedNs, Math.max(awayNs, next.awayNs));
        return both;
    }

    /** So long one of a hundred takes, or longer. */
    double lateMillis() {
        Simulation.require(answered > 0, "something is asked while " + name);
        long[] sorted = sorted();
        int place = (int) ((long) answered * LATE_PERCENT / 100);
        return millis(sorted[Math.min(answered - 1, place)]);
    }

    double longestMillis() {
        Simulation.require(answered > 0, "something is asked while " + name);
        return millis(sorted()[answered - 1]);
    }

    private long[] sorted() {
        long[] sorted = Arrays.copyOf(tookNs, answered);
        Arrays.sort(sorted);
        return sorted;
    }

    double longestAwayMillis() {
        return millis(awayNs);
    }

    double tookMillis() {
        return millis(endedNs - beganNs);
    }

    private static double millis(long ns) {
        return ns / 1e6;
    }
}
