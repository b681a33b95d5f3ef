package io.pfs.server.owner;

import io.pfs.Epoch;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.env.Timers;
import io.pfs.net.Address;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Has a server hold the seats that it is wanted for: it joins, claims and opens those that are free, closes and releases those that are
 * wanted elsewhere, and comes back as a new member when its membership is lost. It decides from what it was last told, and leaves
 * all doing to others, on one loop.
 */
public final class SeatKeeper implements MembershipListener {
    /** Between a loss and the next joining: what made the one fail may do so with the other. */
    private static final long REJOIN_NS = 1_000_000_000;

    private final Coordinator coordinator;
    private final Address address;
    private final int weight;
    private final Seats seats;
    private final Timers timers;
    private final Consumer<String> told;
    private final List<KeptSeat> kept;

    private Optional<Membership> membership = Optional.empty();
    /** What this membership was last told. */
    private Optional<ClusterView> view = Optional.empty();

    private Optional<Runnable> stopping = Optional.empty();

    /**
     * @param address where clients reach this server
     * @param count how many seats there are
     * @param told hears, for people, what goes wrong
     */
    public SeatKeeper(
            Coordinator coordinator,
            Address address,
            int weight,
            int count,
            Seats seats,
            Timers timers,
            Consumer<String> told) {
        this.coordinator = coordinator;
        this.address = address;
        this.weight = weight;
        this.seats = seats;
        this.timers = timers;
        this.told = told;
        kept = IntStream.range(0, count)
                .mapToObj(seat -> new KeptSeat(new ServerId(seat), seats, timers, told, this::follow))
                .toList();
    }

    /** Joins, and keeps seats from then on. */
    public void start() {
        if (stopping.isEmpty()) {
            membership = Optional.of(coordinator.join(address, weight, this));
        }
    }

    /** Hands everything over and leaves; then {@code done}. */
    public void stop(Runnable done) {
        stopping = Optional.of(done);
        membership.ifPresent(Membership::retire);
        follow();
    }

    @Override
    public void seen(ClusterView seen) {
        view = Optional.of(seen);
        seats.seen(seen);
        List<Optional<MemberId>> plan = seen.plan();
        if (!plan.equals(seen.wanted())) {
            membership.ifPresent(member -> member.want(seen.wanted(), plan));
        }
        follow();
    }

    @Override
    public void lost(PfsException cause) {
        told.accept("this server holds nothing any more, and joins anew: " + cause.getMessage());
        membership = Optional.empty();
        view = Optional.empty();
        kept.forEach(KeptSeat::membershipLost);
        timers.after(REJOIN_NS, this::start);
        follow();
    }

    /** A seat that was open serves nothing any more, though nobody closed it. */
    public void stopped(ServerId seat, Epoch epoch, PfsException cause) {
        kept.get(seat.value()).stopped(epoch, cause);
    }

    /** Whether this server has all that it is wanted for, by a plan that counts with it. */
    public boolean isSettled() {
        return membership.isPresent() && view.isPresent() && isSettled(membership.get(), view.get());
    }

    private boolean isSettled(Membership member, ClusterView now) {
        return now.wanted().equals(now.plan())
                && kept.stream().allMatch(seat -> seat.isOpen() == now.isWanted(seat.seat(), member.member()));
    }

    private void follow() {
        if (membership.isPresent() && view.isPresent()) {
            kept.forEach(seat -> seat.follow(membership.get(), view.get(), stopping.isPresent()));
        }
        if (stopping.isPresent() && isAllClosed()) {
            leave();
        }
    }

    private boolean isAllClosed() {
        return kept.stream().allMatch(seat -> seat.state() == KeptSeat.State.CLOSED);
    }

    private void leave() {
        membership.ifPresent(Membership::leave);
        membership = Optional.empty();
        stopping.ifPresent(Runnable::run);
        stopping = Optional.of(() -> {});
    }
}
