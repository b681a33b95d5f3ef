package io.pfs.sim;

/** Which of a disk's faults can happen now, and how often. All are off until switched on. */
public final class DiskFaults {
    private final Prng prng;
    private double forceFailure;
    private double writeFailure;
    private double noSpace;
    private double readFailure;
    private boolean readsPaused;
    private long crashAtOperation = Long.MAX_VALUE;

    public DiskFaults(Prng prng) {
        this.prng = prng;
    }

    void allow(double forceFailure, double writeFailure, double noSpace) {
        this.forceFailure = forceFailure;
        this.writeFailure = writeFailure;
        this.noSpace = noSpace;
    }

    void allowReads(double failure) {
        readFailure = failure;
    }

    /** Lets reads succeed for a while: somebody looks at what is there. */
    void pauseReads(boolean paused) {
        readsPaused = paused;
    }

    /** Heals the disk. */
    void none() {
        allow(0, 0, 0);
        allowReads(0);
        crashAtOperation = Long.MAX_VALUE;
    }

    void crashAt(long operation) {
        crashAtOperation = operation;
    }

    boolean crashesAt(long operation) {
        if (operation >= crashAtOperation) {
            crashAtOperation = Long.MAX_VALUE;
            return true;
        }
        return false;
    }

    boolean forceFails() {
        return forceFailure > 0 && prng.chance(forceFailure);
    }

    boolean writeFails() {
        return writeFailure > 0 && prng.chance(writeFailure);
    }

    boolean writeFindsNoSpace() {
        return noSpace > 0 && prng.chance(noSpace);
    }

    boolean readFails() {
        return readFailure > 0 && !readsPaused && prng.chance(readFailure);
    }
}
