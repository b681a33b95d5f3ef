package io.pfs.server.owner;

/** Whether seats that are being closed by who stops still come to their ends, or hang in a storage. */
final class Lingering {
    /** An index is written for half as long at most, and many seats are closed at a time. */
    static final long LONG_NS = 60_000_000_000L;

    private long left = -1;
    private long sinceNs;

    /** To be asked every now and then: whether for long none of those that are left was closed. */
    boolean isTooLong(long leftNow, long nowNs) {
        if (left != leftNow) {
            left = leftNow;
            sinceNs = nowNs;
        }
        return nowNs - sinceNs >= LONG_NS;
    }
}
