package io.pfs.wire;

import io.pfs.Check;
import io.pfs.Limits;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Who serves what, as one server of several that come and go knows it.
 *
 * @param pool what they share
 * @param asked {@code HOST:PORT} of the one that tells
 * @param isCurrent whether it reaches the coordinator: else this is old, tells of no move, and it answers nothing of what it holds
 * @param servers that have joined
 * @param drained {@code HOST:PORT} of those that are to hold nothing, be they there or not
 * @param seats by their numbers
 * @param troubles what servers can't open, or don't answer for; not all of it, if it is very much
 */
public record ClusterPicture(
        String pool,
        String asked,
        boolean isCurrent,
        List<ServerView> servers,
        List<String> drained,
        List<SeatView> seats,
        List<SeatTrouble> troubles) {
    public static final int TROUBLES_MAX = 1024;

    /** Where all can be opened. */
    public ClusterPicture(
            String pool,
            String asked,
            boolean isCurrent,
            List<ServerView> servers,
            List<String> drained,
            List<SeatView> seats) {
        this(pool, asked, isCurrent, servers, drained, seats, List.of());
    }

    /**
     * A server.
     *
     * @param weight how much of the seats it is to hold, relative to the others; 0 if it is about to leave
     * @param sinceMillis when it joined, by its time of day
     * @param busyPermille for how much of the time its seats keep threads busy, all together, if it has said: 2,000 is two threads
     */
    public record ServerView(String address, int weight, long sinceMillis, OptionalInt busyPermille) {
        public static final int BUSY_PERMILLE_MAX = 1000 * Limits.SEATS_MAX;

        public ServerView {
            Check.inRange("weight of a server", weight, 0, Integer.MAX_VALUE);
            busyPermille.ifPresent(busy -> Check.inRange("load of a server", busy, 0, BUSY_PERMILLE_MAX));
        }

        /** One that has not said what it has to do. */
        public ServerView(String address, int weight, long sinceMillis) {
            this(address, weight, sinceMillis, OptionalInt.empty());
        }
    }

    /**
     * A seat. Who is named stands as a place in the list of servers.
     *
     * @param epoch in which it was claimed last
     * @param holder who has claimed it, if somebody has who is there
     * @param wanted who is to have it, if somebody who is there
     * @param underWay what is to be done yet until it is served by whom it is to be
     * @param last how it came to who served it last
     */
    public record SeatView(
            long epoch, OptionalInt holder, OptionalInt wanted, Optional<SeatMove> underWay, Optional<SeatMove> last) {
        public SeatView {
            Check.inRange("epoch of a seat", epoch, 0, Long.MAX_VALUE);
        }

        /** Whether its holder has opened it, too; it may answer nothing all the same. */
        public boolean isServed() {
            return holder.isPresent()
                    && last.filter(move -> move.epoch() >= epoch).isPresent();
        }
    }

    public ClusterPicture {
        servers = List.copyOf(servers);
        drained = List.copyOf(drained);
        seats = List.copyOf(seats);
        troubles = List.copyOf(troubles);
        Check.inRange("seats", seats.size(), 0, Limits.SEATS_MAX);
        for (SeatView seat : seats) {
            requireKnown(seat.holder(), servers);
            requireKnown(seat.wanted(), servers);
        }
        Check.inRange("troubles with seats", troubles.size(), 0, TROUBLES_MAX);
        for (SeatTrouble trouble : troubles) {
            Check.inRange("place of a server", trouble.server(), 0, servers.size() - 1);
            Check.inRange("number of a seat", trouble.seat(), 0, seats.size() - 1);
        }
    }

    private static void requireKnown(OptionalInt server, List<ServerView> servers) {
        server.ifPresent(place -> Check.inRange("place of a server", place, 0, servers.size() - 1));
    }

    /** Whether somebody answers for the seat with this number, as far as its holder has said so by now. */
    public boolean isServed(int seat) {
        return seats.get(seat).isServed() && !isSilent(seat);
    }

    /** Whether who has the seat with this number says that it answers nothing of it now. */
    public boolean isSilent(int seat) {
        OptionalInt holder = seats.get(seat).holder();
        return troubles.stream()
                .anyMatch(trouble -> trouble.isSilence()
                        && trouble.seat() == seat
                        && holder.equals(OptionalInt.of(trouble.server())));
    }

    public boolean isDrained(ServerView server) {
        return drained.contains(server.address());
    }
}
