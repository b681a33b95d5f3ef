package io.pfs.sim;

/** Adds up what calls of storage take, which happen in no time, for who waits for them afterwards. */
final class SimMeter {
    private long ns;

    void add(long tookNs) {
        ns += tookNs;
    }

    /** What was added since it was asked last. */
    long takeNs() {
        long taken = ns;
        ns = 0;
        return taken;
    }
}
