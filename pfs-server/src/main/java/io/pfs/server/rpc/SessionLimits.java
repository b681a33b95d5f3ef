package io.pfs.server.rpc;

import io.pfs.Check;
import io.pfs.Limits;

/**
 * What clients may take of a server. What other servers may is {@link #ofPeer}.
 *
 * @param connectionsMax how many connections of clients there may be; other servers come on top
 * @param callsMax how many calls of one client's connection may wait for their answers
 * @param bytesMax how many bytes the calls of one client's connection that wait, and their answers, may have, but for one alone
 * @param bytesTotalMax the same of all connections together
 * @param idleNs a connection from which nothing came for so long ends
 */
public record SessionLimits(int connectionsMax, int callsMax, long bytesMax, long bytesTotalMax, long idleNs) {
    private static final int HELD_SHARE = 4;

    public SessionLimits {
        Check.inRange("connections", connectionsMax, 1, 1 << 20);
        Check.inRange("calls in flight of a connection", callsMax, 1, Limits.REQUESTS_OPEN_MAX);
        Check.inRange("bytes in flight of a connection", bytesMax, 1, Long.MAX_VALUE);
        Check.inRange("bytes in flight of all connections", bytesTotalMax, bytesMax, Long.MAX_VALUE);
        Check.inRange("idle time in ns", idleNs, 1_000_000, Long.MAX_VALUE);
    }

    /** What calls may take of something that are held, as their seat is being opened: the rest is for those that can be served. */
    static long heldOf(long max) {
        return max / HELD_SHARE;
    }

    /**
     * What another server may take: as many calls as a server takes in at all. If a step waited until those before it are
     * answered, they might wait for it: who takes a step asks others on the way, also the one who asked.
     */
    SessionLimits ofPeer() {
        return new SessionLimits(connectionsMax, Limits.REQUESTS_OPEN_MAX, Long.MAX_VALUE, Long.MAX_VALUE, idleNs);
    }
}
