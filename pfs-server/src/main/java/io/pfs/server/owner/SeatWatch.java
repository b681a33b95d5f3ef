package io.pfs.server.owner;

import io.pfs.Epoch;
import io.pfs.ServerId;
import io.pfs.env.Clock;
import io.pfs.wire.SeatMove;
import io.pfs.wire.SeatMove.Cause;
import java.util.Optional;

/** What a server has seen of one seat: who had it, and since when it is not where it is to be. For people; what is decided by it is only when others go. */
final class SeatWatch {
    private static final long NS_PER_MS = 1_000_000;

    private final ServerId seat;
    private final Clock clock;
    /** Who had it last, as it was seen last. */
    private Optional<JoinedServer> former = Optional.empty();

    /** How it comes to where it is to be, or came there last, as far as that was seen. */
    private Optional<Way> way = Optional.empty();

    /** The one that ends with a claim of this server: whatever is wanted since is another one. */
    private Optional<Way> claimed = Optional.empty();

    /**
     * What was seen of a move.
     *
     * @param sinceNs when it was first seen that the seat is not where it is to be
     * @param isClaimed whether it is there by now; it may have to be opened yet
     * @param move empty while nobody who is there is wanted
     */
    private record Way(long sinceNs, boolean isClaimed, Optional<SeatMove> move) {}

    SeatWatch(ServerId seat, Clock clock) {
        this.seat = seat;
        this.clock = clock;
    }

    void seen(ClusterView view) {
        Optional<JoinedServer> holder = view.seat(seat).holder().map(view.servers()::get);
        if (holder.isPresent()) {
            former = holder;
        }
        boolean isThere = holder.isPresent() && view.isWanted(seat, holder.get().member());
        if (isThere) {
            way = way.map(its -> new Way(its.sinceNs(), true, its.move()));
        } else {
            long sinceNs = way.filter(its -> !its.isClaimed()).map(Way::sinceNs).orElseGet(clock::monotonicNs);
            Optional<JoinedServer> wanted = view.wanted().get(seat.value()).map(view.servers()::get);
            way = Optional.of(new Way(sinceNs, false, wanted.map(to -> move(to, view))));
        }
    }

    /** The move that was seen last, be it under way or done, and how long it takes until now. */
    Optional<SeatMove> move() {
        return moveOf(way);
    }

    private Optional<SeatMove> moveOf(Optional<Way> seen) {
        return seen.flatMap(its -> its.move().map(move -> until(its.sinceNs(), move)));
    }

    /** This server claims it, by what was seen last. */
    void claims() {
        claimed = way;
    }

    /** The move for which this server claimed it last, if it came to be held in this epoch, and how long that takes until now. */
    Optional<SeatMove> claimed(Epoch epoch) {
        return moveOf(claimed).filter(move -> move.epoch() == epoch.value());
    }

    private SeatMove until(long sinceNs, SeatMove move) {
        long tookMillis = (clock.monotonicNs() - sinceNs) / NS_PER_MS;
        return new SeatMove(move.epoch(), move.from(), move.to(), move.cause(), tookMillis, clock.wallMillis());
    }

    private SeatMove move(JoinedServer to, ClusterView view) {
        SeatEntry entry = view.seat(seat);
        Optional<String> from = former.map(server -> server.address().toString());
        return new SeatMove(entry.epoch().value() + 1, from, to.address().toString(), cause(entry, to, view), 0, 0);
    }

    private Cause cause(SeatEntry entry, JoinedServer to, ClusterView view) {
        if (entry.epoch().value() == 0) {
            return Cause.FIRST;
        } else if (view.isFree(seat) && entry.holder().isPresent()) {
            return Cause.DEATH;
        } else if (former.isEmpty()) {
            // it was released before this server saw who had it: most likely to make room for this one, if there is
            // another
            return view.candidates().size() > 1 ? Cause.BALANCE : Cause.STOP;
        }
        return causeToLeave(former.get(), to, view);
    }

    private Cause causeToLeave(JoinedServer from, JoinedServer to, ClusterView view) {
        boolean isBarred = Optional.ofNullable(view.servers().get(from.member()))
                .filter(its -> its.bars(seat))
                .isPresent();
        if (from.member().equals(to.member()) || isBarred) {
            return Cause.FAILURE;
        } else if (!view.servers().containsKey(from.member()) || from.weight() == 0) {
            return Cause.STOP;
        }
        return view.isDrained(from) ? Cause.DRAIN : Cause.BALANCE;
    }
}
