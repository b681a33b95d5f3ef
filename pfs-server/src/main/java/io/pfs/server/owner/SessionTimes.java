package io.pfs.server.owner;

import io.pfs.Check;

/**
 * How long what takes, all of it as parts of one time.
 *
 * @param timeoutNs after so long without hearing from a member, the coordinator ends its session
 */
public record SessionTimes(long timeoutNs) {
    private static final long NS_PER_MS = 1_000_000;

    public SessionTimes {
        Check.inRange("session's time-out in ns", timeoutNs, 1, Long.MAX_VALUE / 4);
    }

    public static SessionTimes ofMillis(long timeoutMillis) {
        return new SessionTimes(timeoutMillis * NS_PER_MS);
    }

    /**
     * So long after a sign of life was sent a member may answer. The third that is left is for clocks that run apart, and for what lies between
     * a coordinator that heard of the sign and one that counts.
     */
    public long holdNs() {
        return timeoutNs - timeoutNs / 3;
    }

    /** So often a member shows life. */
    public long signNs() {
        return timeoutNs / 6;
    }

    /** Who hasn't got through for so long takes the session for lost, though it may live: others may wait for what it has open. */
    public long giveUpNs() {
        return 3 * timeoutNs;
    }
}
