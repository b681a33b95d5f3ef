package io.pfs.server.owner;

import io.pfs.Check;
import io.pfs.cluster.Member;
import io.pfs.net.Address;

/**
 * A server, from its joining to the end of its session.
 *
 * @param address where clients and other servers reach it
 * @param weight how much of the seats it is to hold, relative to the others; 0 if it is about to leave
 * @param sinceMillis when it joined, by its time of day
 */
public record JoinedServer(MemberId member, Address address, int weight, long sinceMillis) {
    public JoinedServer {
        Check.inRange("weight of " + address, weight, 0, Member.WEIGHT_MAX);
    }

    /** Whether it joined before another, by an order that all agree on. */
    boolean isNoLaterThan(JoinedServer other) {
        return sinceMillis != other.sinceMillis ? sinceMillis < other.sinceMillis : member.compareTo(other.member) <= 0;
    }

    /** The same, about to leave. */
    public JoinedServer retired() {
        return new JoinedServer(member, address, 0, sinceMillis);
    }
}
