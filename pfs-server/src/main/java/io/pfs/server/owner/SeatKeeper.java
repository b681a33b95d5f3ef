package io.pfs.server.owner;

import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.env.Clock;
import io.pfs.env.Timers;
import io.pfs.net.Address;
import io.pfs.net.ClusterMap;
import io.pfs.wire.ClusterPicture;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Has a server hold the seats that it is wanted for: it joins, claims and opens those that are free, closes and releases those that are
 * wanted elsewhere, and comes back as a new member when its membership is lost. It decides from what it was last told, and leaves
 * all doing to others, on one loop.
 */
public final class SeatKeeper implements MembershipListener {
    /** Between a loss and the next joining: what made the one fail may do so with the other. */
    private static final long REJOIN_NS = 1_000_000_000;

    /** What a server does not answer for is to be known soon. */
    private static final long LISTEN_NS = 1_000_000_000;

    private final Coordinator coordinator;
    private final Address address;
    private final int weight;
    private final Seats seats;
    private final Drive drive;
    private final List<KeptSeat> kept;
    private final OpenAsks asks;
    private final OwnTroubles troubles;
    private final HandingOver handing;
    private final Lingering lingering = new Lingering();
    private final OwnLoads loads;
    private final LoadSteps steps;
    private final Readiness readiness;

    private Optional<Membership> membership = Optional.empty();
    /** Whether this process was one of the servers before. */
    private boolean hasJoined;

    /** Whether this membership has said that it is one too many. */
    private boolean isTooMany;

    private boolean isMeasuring;
    private boolean isListening;
    private boolean hasLeft;
    /** What this membership was last told. */
    private Optional<ClusterView> view = Optional.empty();

    private Optional<Consumer<List<ServerId>>> stopping = Optional.empty();

    /**
     * What it runs on.
     *
     * @param timers of its loop
     * @param told hears, for people, what goes wrong
     * @param refused hears why there is no place for this server among the others: it has left them, and joins no more
     */
    public record Drive(Timers timers, Clock clock, Consumer<String> told, Consumer<PfsException> refused) {}

    /**
     * @param address where clients reach this server
     * @param count how many seats there are
     */
    public SeatKeeper(Coordinator coordinator, Address address, int weight, int count, Seats seats, Drive drive) {
        this.coordinator = coordinator;
        this.address = address;
        this.weight = weight;
        this.seats = seats;
        this.drive = drive;
        asks = new OpenAsks(drive.timers());
        troubles = new OwnTroubles(drive, this::tell);
        handing = new HandingOver(drive.timers(), this::follow);
        loads = new OwnLoads(seats::busyNs);
        steps = new LoadSteps(drive.clock());
        readiness = new Readiness(drive.timers());
        kept = IntStream.range(0, count)
                .mapToObj(seat -> new KeptSeat(new ServerId(seat), seats, drive, troubles, handing, this::follow))
                .toList();
    }

    /** Joins, perhaps not for the first time. */
    private void start() {
        if (stopping.isPresent()) {
            return;
        }
        measure();
        listen();
        try {
            membership = Optional.of(coordinator.join(address, weightNow(), this));
            tellAgain();
        } catch (PfsException e) {
            drive.told().accept("this server can't join the others yet, and tries again: " + e.getMessage());
            drive.timers().after(REJOIN_NS, this::start);
        }
    }

    /**
     * Joins, to hold nothing before it is ready.
     *
     * @param turn is run once, when it may get ready: of the servers of a machine one at a time does
     */
    public void prepare(Runnable turn) {
        readiness.await(turn);
        start();
    }

    /** Holds what it is wanted for from now on. */
    public void ready() {
        readiness.reached();
        weigh();
    }

    private void weigh() {
        membership.ifPresent(member -> member.weigh(weightNow()));
    }

    private int weightNow() {
        return stopping.isEmpty() && readiness.isReached() ? weight : 0;
    }

    /** Once it has begun it goes on for as long as there is a loop. */
    private void measure() {
        if (!isMeasuring) {
            isMeasuring = true;
            drive.timers().after(OwnLoads.SAMPLE_NS, this::measured);
        }
    }

    private void measured() {
        isMeasuring = false;
        if (stopping.isEmpty()) {
            Optional<SeatLoads> said = loads.sample(open(), drive.clock().monotonicNs());
            membership.ifPresent(member -> {
                said.ifPresent(member::measured);
                view.filter(now -> member.tenure().holds())
                        .ifPresent(now -> steps.next().ifPresent(plan -> even(member, now.wanted(), plan)));
            });
            measure();
        }
    }

    /** Also while it stops. */
    private void listen() {
        if (!isListening) {
            isListening = true;
            drive.timers().after(LISTEN_NS, this::listened);
        }
    }

    private void listened() {
        isListening = false;
        kept.forEach(KeptSeat::listen);
        troubles.say();
        if (stopping.isPresent()) {
            follow();
        }
        if (!hasLeft) {
            listen();
        }
    }

    /** Others may be faster, with the same. */
    private void even(Membership member, List<Optional<MemberId>> wanted, List<Optional<MemberId>> plan) {
        drive.told()
                .accept("servers have unevenly much to do: elsewhere is to go seat "
                        + kept.stream()
                                .map(seat -> seat.seat().value())
                                .filter(seat -> !wanted.get(seat).equals(plan.get(seat)))
                                .map(seat -> Integer.toString(seat))
                                .collect(Collectors.joining(", in exchange for seat ")));
        member.want(wanted, plan);
    }

    private Map<ServerId, Epoch> open() {
        return kept.stream().filter(KeptSeat::isOpen).collect(Collectors.toMap(KeptSeat::seat, KeptSeat::epoch));
    }

    private void tell() {
        membership.ifPresent(member -> member.tell(troubles.said()));
    }

    /** A new member is as one that can open all. */
    private void tellAgain() {
        if (!troubles.said().equals(Troubles.NONE)) {
            tell();
        }
    }

    /**
     * Hands everything over and leaves, in bounded time.
     *
     * @param left is then told what was still being opened or closed, on a storage that hangs, say: whoever claims that next recovers it, as after a crash
     */
    public void stop(Consumer<List<ServerId>> left) {
        stopping = Optional.of(left);
        weigh();
        handing.stopping();
        follow();
    }

    @Override
    public void seen(ClusterView seen) {
        Optional<PfsException> refusal = hasJoined ? Optional.empty() : refusal(seen);
        if (refusal.isPresent()) {
            membership.ifPresent(Membership::leave);
            membership = Optional.empty();
            drive.refused().accept(refusal.get());
            return;
        }
        hasJoined = true;
        view = Optional.of(seen);
        tellIfTooMany(seen);
        seats.seen(seen);
        kept.forEach(seat -> seat.watch().seen(seen));
        handing.seen(seen);
        List<Optional<MemberId>> plan = seen.plan();
        steps.seen(seen, plan.equals(seen.wanted()));
        if (!plan.equals(seen.wanted())) {
            membership.ifPresent(member -> member.want(seen.wanted(), plan));
        }
        membership.ifPresent(member -> readiness.seen(seen, member.member()));
        follow();
    }

    /** It was there before, or came while one was away that was. */
    private void tellIfTooMany(ClusterView seen) {
        boolean wasTooMany = isTooMany;
        isTooMany = membership
                .map(Membership::member)
                .map(seen.servers()::get)
                .filter(seen::isTooMany)
                .isPresent();
        if (isTooMany && !wasTooMany) {
            drive.told()
                    .accept(
                            "this server holds nothing while all those are there that joined before it: with it they are more than clients"
                                    + " can be told of; stop another server, or have servers reached under shorter names (--advertise)");
        }
    }

    /** Who comes last makes the map too long that all servers and clients are told; who was there before goes on, also if it joins anew. */
    private Optional<PfsException> refusal(ClusterView first) {
        Optional<JoinedServer> self = membership.map(Membership::member).map(first.servers()::get);
        List<Address> servers = first.servers().values().stream()
                .filter(other -> self.map(other::isNoLaterThan).orElse(true))
                .map(JoinedServer::address)
                .distinct()
                .toList();
        try {
            ClusterMap.requireRoom(servers, kept.size());
            return Optional.empty();
        } catch (PfsException e) {
            return Optional.of(new PfsException(
                    e.code(),
                    address + " can't join the others: " + e.detail()
                            + "; stop another server first, or have servers reached under shorter names (--advertise)",
                    e));
        }
    }

    @Override
    public void lost(PfsException cause) {
        String what = view.isPresent()
                ? "holds nothing any more, and joins anew: "
                : "could not join the others, and tries again: ";
        membership = Optional.empty();
        view = Optional.empty();
        kept.forEach(KeptSeat::membershipLost);
        troubles.membershipLost();
        handing.membershipLost();
        loads.membershipLost();
        steps.membershipLost();
        asks.giveUpAll();
        if (cause.code() == ErrorCode.NOT_OURS) { // whoever comes back finds the same
            drive.refused().accept(cause);
        } else {
            drive.told().accept("this server " + what + cause.getMessage());
            drive.timers().after(REJOIN_NS, this::start);
        }
        follow();
    }

    /** A seat that was open serves nothing any more, though nobody closed it. */
    public void stopped(ServerId seat, Epoch epoch, PfsException cause) {
        kept.get(seat.value()).stopped(epoch, cause);
    }

    /**
     * Tells who serves what: what is known, if the coordinator can't be asked.
     *
     * @param pool what the servers share
     */
    public void look(String pool, Consumer<ClusterPicture> looked) {
        ClusterView now = view.orElseThrow(SeatKeeper::joining);
        Membership member = membership.orElseThrow(SeatKeeper::joining);
        ClusterDrawing drawing = new ClusterDrawing(pool, address, now, kept);
        if (member.tenure().holds()) {
            member.moves(asks.ask(
                    member, moves -> looked.accept(drawing.current(moves)), () -> looked.accept(drawing.old())));
        } else {
            looked.accept(drawing.old());
        }
    }

    private static PfsException joining() {
        return new PfsException(
                ErrorCode.BUSY,
                "this server is about to join the others by ZooKeeper; if that takes long, its log says why");
    }

    /**
     * Has a server hold nothing, or lets it hold something again; then {@code done}. May be repeated.
     *
     * @param unknown hears instead why nobody knows whether that stands
     */
    public void drain(Address server, boolean drained, Runnable done, Consumer<PfsException> unknown) {
        ClusterView now = view.orElseThrow(SeatKeeper::joining);
        if (drained) {
            Draining.require(server, now);
        }
        Membership member = membership.orElseThrow(SeatKeeper::joining);
        Consumer<Boolean> answered = asks.ask(
                member,
                stands -> done.run(),
                () -> unknown.accept(new PfsException(
                        ErrorCode.BUSY,
                        "the coordinator has not answered: whether " + server + " is drained now shows when it does")));
        member.drain(server, drained, () -> answered.accept(true));
    }

    /** Whether this server has all that it is wanted for, by a plan that counts with it. */
    public boolean isSettled() {
        return membership.isPresent() && view.isPresent() && isSettled(membership.get(), view.get());
    }

    private boolean isSettled(Membership member, ClusterView now) {
        return now.isOfWeight(member.member(), weight)
                && now.wanted().equals(now.plan())
                && kept.stream().allMatch(seat -> seat.isOpen() == now.isWanted(seat.seat(), member.member()));
    }

    private void follow() {
        if (membership.isPresent() && view.isPresent()) {
            follow(membership.get(), view.get());
        }
        if (stopping.isPresent() && mayLeave()) {
            leave(stopping.get());
        }
    }

    private void follow(Membership member, ClusterView now) {
        boolean isStopping = stopping.isPresent();
        if (isStopping && !now.hasOthers(member.member())) {
            handing.hurry();
        }
        kept.forEach(seat -> seat.follow(member, now, isStopping));
    }

    /** What is being opened serves nothing yet, and whatever that hangs in may hang for ever; so may what is being closed, but that is more to lose. */
    private boolean mayLeave() {
        List<KeptSeat> left = left();
        boolean isTooLong = handing.isPatienceOver()
                && lingering.isTooLong(left.size(), drive.clock().monotonicNs());
        return left.stream().allMatch(seat -> switch (seat.state()) {
            case OPENING -> handing.isPatienceOver();
            case CLOSING -> isTooLong;
            case CLOSED, CLAIMING, OPEN, RELEASING -> false;
        });
    }

    private List<KeptSeat> left() {
        return kept.stream()
                .filter(seat -> seat.state() != KeptSeat.State.CLOSED)
                .toList();
    }

    private void leave(Consumer<List<ServerId>> told) {
        List<ServerId> left = left().stream().map(KeptSeat::seat).toList();
        hasLeft = true;
        asks.giveUpAll();
        membership.ifPresent(Membership::leave);
        membership = Optional.empty();
        kept.forEach(KeptSeat::membershipLost);
        stopping = Optional.of(nobody -> {});
        told.accept(left);
    }
}
