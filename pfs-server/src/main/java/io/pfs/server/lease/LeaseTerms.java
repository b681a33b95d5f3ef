package io.pfs.server.lease;

import io.pfs.Check;
import io.pfs.wire.LeaseHolder;

/**
 * How leases are granted.
 *
 * @param millis how long one holds. It is the same on all servers of a file system, and in all lives of them: each waits so long
 *     for those of others that it does not know of
 * @param most how many there are at a time
 * @param outliveServer whether there may be some that are not known here: of a life before this one, whose clients go on, or of
 *     another server
 */
public record LeaseTerms(long millis, int most, boolean outliveServer) {
    private static final long MILLIS = 10_000;
    private static final int MOST = 1 << 17;

    /** For clients of this process alone: they end when it does. */
    public static final LeaseTerms IN_PROCESS = new LeaseTerms(MILLIS, MOST, false);

    /** For clients that come over a network. */
    public static final LeaseTerms SERVED = new LeaseTerms(MILLIS, MOST, true);

    public LeaseTerms {
        Check.inRange("length of a lease in ms", millis, 1, LeaseHolder.LEASE_MILLIS_MAX);
        Check.inRange("leases", most, 1, 1 << 24);
    }

    long ns() {
        return millis * 1_000_000;
    }
}
