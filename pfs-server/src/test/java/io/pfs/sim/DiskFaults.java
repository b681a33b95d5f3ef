package io.pfs.sim;

import java.util.EnumMap;
import java.util.Map;

/** Which of a disk's faults can happen now, and how often. All are off until switched on. */
public final class DiskFaults {
    private final Prng prng;
    private final Map<Call, Double> failing = new EnumMap<>(Call.class);
    private boolean readsPaused;
    private boolean allPaused;
    private long crashAtOperation = Long.MAX_VALUE;
    private long callAtOperation = Long.MAX_VALUE;
    private Runnable called = () -> {};

    /** The calls that can fail. */
    enum Call {
        FORCE,
        WRITE,
        READ,
        RENAME,
        DELETE
    }

    public DiskFaults(Prng prng) {
        this.prng = prng;
    }

    /** From now on such a call fails with this probability. */
    void allow(Call call, double probability) {
        failing.put(call, probability);
    }

    /** Lets calls, or only reads, succeed for a while: somebody looks at what is there. */
    void pause(boolean paused, boolean readsOnly) {
        readsPaused = paused;
        allPaused = paused && !readsOnly;
    }

    boolean arePaused() {
        return allPaused;
    }

    /** Heals the disk. */
    void none() {
        failing.clear();
        crashAtOperation = Long.MAX_VALUE;
        callAtOperation = Long.MAX_VALUE;
    }

    void crashAt(long operation) {
        crashAtOperation = operation;
    }

    /** Has something happen in that operation. */
    void callAt(long operation, Runnable task) {
        callAtOperation = operation;
        called = task;
    }

    /** An operation has begun. */
    void reached(long operation) {
        if (operation >= callAtOperation) {
            callAtOperation = Long.MAX_VALUE;
            called.run();
        }
    }

    boolean crashesAt(long operation) {
        if (!allPaused && operation >= crashAtOperation) {
            crashAtOperation = Long.MAX_VALUE;
            return true;
        }
        return false;
    }

    /** For a call that failed: whether it has done its work all the same. */
    boolean happenedAllTheSame() {
        return prng.oneIn(2);
    }

    boolean fails(Call call) {
        double probability = failing.getOrDefault(call, 0.0);
        boolean isPaused = allPaused || (readsPaused && call == Call.READ);
        return probability > 0 && !isPaused && prng.chance(probability);
    }
}
