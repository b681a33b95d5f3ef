package io.pfs.server.remote;

import io.pfs.env.Clock;

/** When a sign of life was begun, by both clocks of who gave it. */
public record Sign(long monotonicNs, long wallMillis) {
    private static final long NS_PER_MS = 1_000_000;

    public static Sign begun(Clock clock) {
        return new Sign(clock.monotonicNs(), clock.wallMillis());
    }

    /** Whether neither clock says that so long has passed since: the one may stand still while a machine sleeps, the other may be set back. */
    public boolean isYoungerThan(long ns, Clock clock) {
        return clock.monotonicNs() - monotonicNs < ns && clock.wallMillis() - wallMillis < ns / NS_PER_MS;
    }

    /** The one that was begun later; the second, if both were at once. */
    public static Sign newer(Sign first, Sign second) {
        return second.monotonicNs - first.monotonicNs >= 0 ? second : first;
    }
}
