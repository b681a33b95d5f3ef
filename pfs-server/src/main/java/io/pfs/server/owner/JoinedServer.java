package io.pfs.server.owner;

import io.pfs.Check;
import io.pfs.ServerId;
import io.pfs.cluster.Member;
import io.pfs.net.Address;
import java.util.Comparator;
import java.util.Optional;

/**
 * A server, from its joining to the end of its session.
 *
 * @param address where clients and other servers reach it
 * @param weight how much of the seats it is to hold, relative to the others; 0 if it gets ready for that, or is about to leave
 * @param sinceMillis when it joined, by its time of day
 * @param troubles what it says of seats that it can't open; empty if it knows nothing of such words, and so heeds none of others
 * @param loads what it says that its seats have to do, as far as it has measured that
 */
public record JoinedServer(
        MemberId member, Address address, int weight, long sinceMillis, Optional<Troubles> troubles, SeatLoads loads) {
    /** Who came first is first, by an order that all agree on. */
    static final Comparator<JoinedServer> BY_JOINING =
            Comparator.comparingLong(JoinedServer::sinceMillis).thenComparing(JoinedServer::member);

    /** One that has measured nothing yet. */
    public JoinedServer(MemberId member, Address address, int weight, long sinceMillis, Optional<Troubles> troubles) {
        this(member, address, weight, sinceMillis, troubles, SeatLoads.NONE);
    }

    /** One that can open all that it is wanted for. */
    public JoinedServer(MemberId member, Address address, int weight, long sinceMillis) {
        this(member, address, weight, sinceMillis, Optional.of(Troubles.NONE));
    }

    public JoinedServer {
        Check.inRange("weight of " + address, weight, 0, Member.WEIGHT_MAX);
    }

    /** Whether it joined before another, by an order that all agree on. */
    boolean isNoLaterThan(JoinedServer other) {
        return BY_JOINING.compare(this, other) <= 0;
    }

    /** The same, if it joins only then. */
    public JoinedServer joining(long atMillis) {
        return new JoinedServer(member, address, weight, atMillis, troubles, loads);
    }

    public JoinedServer weighing(int other) {
        return new JoinedServer(member, address, other, sinceMillis, troubles, loads);
    }

    /** Whether it is another one of the same machine, which is what servers are called by, without the port. */
    boolean isBeside(JoinedServer other) {
        return address.host().equals(other.address.host()) && address.port() != other.address.port();
    }

    public JoinedServer troubled(Troubles own) {
        return new JoinedServer(member, address, weight, sinceMillis, Optional.of(own), loads);
    }

    public JoinedServer loaded(SeatLoads measured) {
        return new JoinedServer(member, address, weight, sinceMillis, troubles, measured);
    }

    /** Whether there is a seat that it says it can't open, or tries to, or does not answer for, or that may be so. */
    boolean isTroubled() {
        return troubles.filter(its -> its.barred().isEmpty()
                        && its.tried().isEmpty()
                        && its.silent().isEmpty())
                .isEmpty();
    }

    boolean bars(ServerId seat) {
        return troubles.filter(its -> its.barred().contains(seat)).isPresent();
    }
}
