package io.pfs.sim;

import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.env.FaultPoints;
import io.pfs.env.Timers;
import io.pfs.env.Workers;
import io.pfs.pool.Pool;
import io.pfs.server.journal.Journal;
import io.pfs.server.journal.JournalSetup;
import io.pfs.server.journal.LocalJournal;
import io.pfs.server.remote.Tenure;
import io.pfs.server.shard.Links;
import io.pfs.server.shard.ShardGroup;
import io.pfs.server.state.GroupContext;
import io.pfs.server.state.GroupContext.CheckpointScope;
import io.pfs.server.store.SeatParts;
import io.pfs.server.store.ServerPeers;
import io.pfs.server.store.SharedPool;
import io.pfs.server.tag.IndexPlace;
import io.pfs.server.tag.PlanLimits;
import io.pfs.wire.Asker;
import io.pfs.wire.Call;
import io.pfs.wire.Envelope;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A seat that is open in one life of a process. What it is made of is what ships; the order in which that is used is that of {@link
 * io.pfs.server.store.EmbeddedServer} and {@link io.pfs.server.store.HeldSeats}, which have threads, and can't be used here.
 */
final class SeatEngine {
    private static final Asker ROOT = Asker.superuser("root", 0, List.of(0));
    private static final PlanLimits ALWAYS_WORTH_IT = new PlanLimits(3, 1 << 20, 1);
    private static final long LOOK_NS = 1_000_000;
    private static final long SUPERVISED_EVERY_NS = 20_000_000;
    private static final long DRAIN_NS = 250_000_000;
    private static final long LEASES_NS = 100_000_000;
    private static final Refused CLOSED = new Refused(ErrorCode.CLOSED, "this file system was closed");
    private static final Refused AWAY = new Refused(ErrorCode.BUSY, "nobody knows here whether this seat is its own");

    private final SeatCluster cluster;
    private final SeatMember member;
    private final ServerId seat;
    private final Epoch epoch;
    private final Life life;
    private final Prng prng;
    private final SimWorld world;
    private final Tenure asking;
    private final SeatParts.Unanswered unanswered;
    private final Tenure lease;
    private final SeatParts.StorageSilence silence;
    private final int callsFailedBefore;
    private final SeatHome.Taken home;
    private final SeatPace.Loop loop;
    private final ShardGroup group;
    /** What came and waits for the loop. */
    private final Set<Call> arriving = new LinkedHashSet<>();

    private Runnable whenClosed = () -> {};
    private boolean isClosed;
    private boolean hasFailed;

    /** Recovers in a home that was taken; throws why that can't be. */
    SeatEngine(
            SeatCluster cluster,
            SeatMember member,
            Life life,
            Prng prng,
            ServerId seat,
            Epoch epoch,
            Tenure tenure,
            SeatHome.Taken home) {
        this.cluster = cluster;
        this.member = member;
        this.seat = seat;
        this.epoch = epoch;
        this.life = life;
        this.prng = prng;
        this.world = cluster.world();
        StorageReach reach = member.reach();
        Tenure both = Tenure.both(reach.tenure(), tenure);
        this.lease = tenure;
        this.callsFailedBefore = reach.failedCalls();
        this.asking = cluster.plant().tenureOfAsking(both);
        this.unanswered = new SeatParts.Unanswered(cluster.plant().tenureOfAnswers(both));
        this.silence = new SeatParts.StorageSilence(
                reach.tenure(), tenure, cluster.plant().silenceNs());
        this.loop = member.machine().loop(life, prng);
        this.home = home;
        this.group = open();
        tenure.whenLost(cause -> later(0, () -> group.stop(cause)));
        later(0, group::commit); // what was journaled by opening
        supervise();
    }

    private void later(long delayNs, Runnable task) {
        world.plan(life, delayNs, task);
    }

    // Opening

    private ShardGroup open() {
        SimWorkload workload = cluster.workload();
        List<ShardId> shards = cluster.shardsOf(seat);
        Pool seen =
                new SharedPool(seat, home.pool(), other -> cluster.home(other).read());
        GroupContext context = new GroupContext(
                seen,
                member.clock(),
                workers("workers", workload.slowWorkers()),
                faultPoints(),
                workload.limits(),
                seat,
                epoch.value(),
                epoch,
                workload.sliceMemoryBytes(),
                SimServer.ROOT_SEED,
                prng.child("entropy"),
                workload.shards(),
                workload.spreadRule(),
                ROOT,
                new IndexPlace(new SimKvIndex(prng.child("index")).home(), ALWAYS_WORTH_IT, false),
                CheckpointScope.ALL);
        Timers timers = world.timers(life);
        Links links = new Links(
                direct -> new ServerPeers(
                        new TreeSet<>(shards),
                        direct,
                        member.beside(),
                        askingOthers(),
                        member.clock(),
                        task -> later(0, task)),
                Optional.of(timers));
        return ShardGroup.open(context, shards, this::openJournal, links, cluster.terms());
    }

    private Tenure askingOthers() {
        return new Tenure() {
            @Override
            public boolean holds() {
                if (!asking.holds()) {
                    world.tally()
                            .count(
                                    isLeased()
                                            ? "seats: nothing asked as the storage was silent"
                                            : "seats: nothing asked as the lease did not hold");
                }
                return asking.holds();
            }

            @Override
            public Listening whenLost(Consumer<PfsException> told) {
                return asking.whenLost(told);
            }
        };
    }

    private FaultPoints faultPoints() {
        FaultPoints rare = cluster.workload().has(FaultClass.RARE)
                ? world.faultPoints(prng.child("fault points"))
                : FaultPoints.NONE;
        return name -> !name.equals("record.apply") && rare.maybe(name);
    }

    private Journal openJournal(Journal.Listener listener) {
        SimWorkload workload = cluster.workload();
        JournalSetup setup = JournalSetup.of(home.journal(), epoch.value(), workload.limits(), workload.durability());
        Journal.Listener turns = new SimTurns(listener, prng.child("turns"), world, life, this::turnEnds);
        return new LocalJournal(setup, workers("journal workers", false), world.timers(life), member.clock(), turns);
    }

    private Workers workers(String name, boolean areSlow) {
        Workers own = member.machine()
                .workers(life, prng.child(name), areSlow, cluster.workload().has(FaultClass.TURNS));
        return member.reach().hanging(own, life);
    }

    // Serving

    SeatMember member() {
        return member;
    }

    ServerId seat() {
        return seat;
    }

    Epoch epoch() {
        return epoch;
    }

    ShardGroup group() {
        return group;
    }

    /** Whether nobody else can have it, as it sees it. */
    boolean mayAnswer() {
        return asking.holds();
    }

    /** The same as far as the coordinator goes. */
    boolean isLeased() {
        return lease.holds();
    }

    void send(List<Call> calls) {
        if (isClosed) {
            calls.forEach(call -> call.sink().answer(CLOSED));
        } else if (mayAnswer()) {
            arriving.addAll(calls);
            loop.serve(calls.size(), () -> serve(calls));
        } else {
            world.tally().count("seats: refused as the seat was not known to be its own");
            calls.forEach(call -> call.sink().answer(AWAY));
        }
    }

    private void serve(List<Call> calls) {
        calls.forEach(arriving::remove);
        group.expect(calls);
        for (Call call : calls) {
            Envelope asked = cluster.plant().asked(epoch, call.envelope());
            Call checked = new Call(asked, call.deadlineNs(), new Leaving(call.sink()));
            group.submit(asked, unanswered.add(checked));
            group.commitEarly();
        }
        if (prng.oneIn(2)) {
            turnEnds();
        } else {
            later(prng.between(0, 100_000), this::turnEnds);
        }
    }

    /** An answer that leaves this process: whoever else has the seat, it must not. */
    private final class Leaving implements Reply.Sink {
        private final Reply.Sink sink;

        Leaving(Reply.Sink sink) {
            this.sink = sink;
        }

        @Override
        public void answer(Reply reply) {
            if (!(reply instanceof Refused)) {
                cluster.requireHolder(member, seat, epoch, reply);
            }
            sink.answer(reply);
        }

        @Override
        public Optional<LeaseHolder> holder() {
            return sink.holder();
        }
    }

    private void turnEnds() {
        group.commit();
        lookWhetherItFailed();
    }

    private void lookWhetherItFailed() {
        Optional<PfsException> cause = isClosed ? Optional.empty() : group.stopped();
        if (cause.isPresent() && !hasFailed) {
            hasFailed = true;
            unanswered.giveUp();
            member.failed(this, cause.get());
        }
    }

    private void supervise() {
        later(SUPERVISED_EVERY_NS, () -> {
            giveUpIfSilent();
            lookWhetherItFailed();
            supervise();
        });
    }

    private void giveUpIfSilent() {
        if (!isClosed
                && group.stopped().isEmpty()
                && silence.isTooLong(member.clock().monotonicNs())) {
            world.tally().count("seats: given up as the storage was silent");
            group.stop(new PfsException(ErrorCode.IO_FAILED, "planned: the storage was silent for too long"));
        }
    }

    void hears(LeaseHolder listener) {
        later(0, () -> group.leases().hears(listener));
    }

    void returned(long recallNumber) {
        later(0, () -> {
            group.leases().returned(recallNumber);
            group.commit();
        });
    }

    void returnedAll(LeaseHolder holder) {
        later(0, () -> {
            group.leases().returnedAll(holder);
            group.commit();
        });
    }

    // Closing

    /**
     * As {@code HeldSeats} closes in order.
     *
     * @param goes when nothing more is to be taken in
     */
    void closeInOrder(Runnable goes, Runnable closed) {
        long last = group.checkpointToClose();
        await(
                () -> !group.isCheckpointing() || group.checkpointsEnded() >= last,
                () -> awaitLeases(() -> {
                    goes.run();
                    long drainedNs = world.nowNs() + DRAIN_NS;
                    await(() -> isDrained() || world.nowNs() > drainedNs, () -> checkpointRest(closed));
                }));
    }

    private void awaitLeases(Runnable then) {
        long endNs = world.nowNs() + LEASES_NS;
        group.leases().handOver();
        await(() -> group.leases().areAllBack() || world.nowNs() > endNs, then);
    }

    private boolean isDrained() {
        return arriving.isEmpty() && unanswered.isEmpty();
    }

    private void checkpointRest(Runnable closed) {
        group.checkpointRest();
        world.tally()
                .count(
                        group.isCheckpointing()
                                ? "seats: closed by two checkpoints"
                                : "seats: closed by one checkpoint");
        awaitCheckpoint(() -> closeAtOnce(closed));
    }

    private void awaitCheckpoint(Runnable then) {
        await(() -> !group.isCheckpointing(), then);
    }

    void closeAtOnce(Runnable closed) {
        isClosed = true;
        whenClosed = closed;
        group.close();
        await(group::isClosed, this::finish);
    }

    private void finish() {
        group.endFailure().ifPresent(this::requireLost);
        arriving.forEach(call -> call.sink().answer(CLOSED));
        arriving.clear();
        unanswered.giveUp();
        end();
        whenClosed.run();
    }

    /** What the journal still has to write when it closes is refused if another has taken the home, or if the storage does not answer. */
    private void requireLost(PfsException cause) {
        boolean isLost = cluster.isLost(this);
        if (!isLost && member.reach().failedCalls() == callsFailedBefore) {
            throw cause;
        }
        world.tally().count(isLost ? "seats: closed a home that another has" : "seats: closed a silent home");
    }

    private void await(BooleanSupplier isSo, Runnable then) {
        group.commit();
        if (isSo.getAsBoolean()) {
            then.run();
        } else {
            later(LOOK_NS, () -> await(isSo, then));
        }
    }

    /** Nothing of it happens any more. */
    void end() {
        cluster.count(group);
        life.end();
    }

    void onGroup(Consumer<ShardGroup> task) {
        if (!isClosed) {
            task.accept(group);
            group.commit();
        }
    }
}
