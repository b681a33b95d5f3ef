package io.pfs.sim;

import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.client.net.ClusterConnection;
import io.pfs.client.net.Identity;
import io.pfs.env.Clock;
import io.pfs.env.Timers;
import io.pfs.net.Address;
import io.pfs.net.ClusterMap;
import io.pfs.net.Speaker;
import io.pfs.server.owner.ClusterView;
import io.pfs.server.owner.Coordinator;
import io.pfs.server.owner.MemoryCoordinator;
import io.pfs.server.owner.SeatKeeper;
import io.pfs.server.owner.Seats;
import io.pfs.server.remote.Tenure;
import io.pfs.server.rpc.RpcServer;
import io.pfs.server.rpc.Serving;
import io.pfs.server.serve.SeatMaps;
import io.pfs.server.store.SeatParts;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.Reply.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A server process whose seats come and go: with the keeper that ships, and engines that it opens and closes. */
final class SeatMember implements Seats, Connection, MemoryCoordinator.Reach {
    /** Of a call: about what it takes. */
    private static final long BUSY_NS = 100_000;

    private static final Refused NOT_HERE =
            new Refused(ErrorCode.NOT_OWNER, "the seat of this shard is not served here now");

    private final SeatCluster cluster;
    private final int number;
    private final Address address;
    private final SimWorld world;
    private final Prng prng;
    private final Life life;
    private final SeatPace.Machine machine;
    private final SimWorld.SimClock time;
    private final int driftPercent;
    private final SeatNet.Port port;
    private final Map<ServerId, SeatEngine> engines = new TreeMap<>();
    /** Those that are not served any more, but not closed yet either. */
    private final List<SeatEngine> closing = new ArrayList<>();
    /** What is asked of those that are being opened. */
    private final SeatParts.Opening opening;
    /** When that was begun. */
    private final Map<ServerId, Long> beganNs = new TreeMap<>();

    private final ClusterConnection others;
    private final RpcServer rpc;
    private final SeatKeeper keeper;
    private final StorageReach reach;
    private boolean isCut;
    private boolean losesMessages;
    private boolean isHindered;
    private boolean isStopping;
    private int opened;
    /** Calls that seats were sent, be they open or not. */
    private final Map<ServerId, Long> calls = new TreeMap<>();

    /** What came of an attempt to open a seat. */
    private record Opened(Optional<SeatEngine> engine, Optional<PfsException> failure) {
        static Opened with(SeatEngine engine) {
            return new Opened(Optional.of(engine), Optional.empty());
        }

        static Opened not(PfsException failure) {
            return new Opened(Optional.empty(), Optional.of(failure));
        }
    }

    /** @param address where it listens */
    SeatMember(SeatCluster cluster, int number, Address address, Prng prng) {
        this.cluster = cluster;
        this.address = address;
        this.number = number;
        this.world = cluster.world();
        this.prng = prng;
        this.life = new Life("member-" + number);
        this.time = new SimWorld.SimClock(world);
        this.reach = new StorageReach(world, prng.child("reach"));
        this.machine = cluster.pace().machine(world, life, prng);
        this.driftPercent = machine.driftPercent();
        this.opening = new SeatParts.Opening((delayNs, task) -> world.plan(life, delayNs, task), NOT_HERE);
        this.port = cluster.net().port(life, Optional.of(address));
        ClusterMap nowhere = SeatMaps.nowhere(cluster.seats());
        Identity identity = new Identity(new Speaker.Server(), Optional.empty());
        this.others = new ClusterConnection(port, nowhere, cluster.facts(), identity, clock(), prng.child("others"));
        Serving serving = new Serving(this, nowhere, Optional.empty(), machine.limits());
        this.rpc = RpcServer.start(port, address, serving, clock(), prng.child("rpc"));
        Coordinator coordinator =
                cluster.plant().coordinator(cluster.ensemble().reachedBy(this, prng.child("member ids")));
        this.keeper = new SeatKeeper(
                coordinator,
                address,
                machine.weight(),
                cluster.seats(),
                this,
                new SeatKeeper.Drive(world.timers(life), clock(), this::told, refusal -> told(refusal.getMessage())));
        world.plan(life, 0, () -> keeper.prepare(this::getReady));
    }

    private void getReady() {
        world.tally().count("seats: got ready");
        world.plan(life, cluster.pace().readyNs(prng.child("ready")), keeper::ready);
    }

    private void told(String problem) {
        world.trace(problem, number);
        world.tally().count("seats: a keeper told of a problem");
    }

    int number() {
        return number;
    }

    Address address() {
        return address;
    }

    SeatPace.Machine machine() {
        return machine;
    }

    boolean isRunning() {
        return life.isAlive();
    }

    boolean isAsleep() {
        return life.isAsleep();
    }

    boolean isStopping() {
        return isStopping;
    }

    boolean isSettled() {
        return keeper.isSettled();
    }

    SeatNet.Port port() {
        return port;
    }

    Map<ServerId, SeatEngine> engines() {
        return engines;
    }

    // What becomes of it

    /** Hands everything over, and ends. */
    void stop() {
        isStopping = true;
        world.plan(life, 0, () -> keeper.stop(left -> die()));
    }

    /** The process is gone. */
    void die() {
        engines.values().forEach(SeatEngine::end);
        closing.forEach(SeatEngine::end);
        life.end();
        port.close();
        engines.clear();
        closing.clear();
    }

    void sleep() {
        life.sleep();
    }

    void wake() {
        long held =
                engines.values().stream().filter(engine -> !engine.isLeased()).count();
        boolean isZombie = engines.values().stream().anyMatch(cluster::isLost);
        world.tally().count(held > 0 ? "seats: woke and its lease did not hold" : "seats: woke and went on");
        if (isZombie) {
            world.tally().count("seats: woke when another had its seat");
        }
        world.wake(life);
    }

    /** Whether it reaches the coordinator. */
    void cut(boolean cut) {
        isCut = cut;
    }

    /** Whether what it says to the coordinator, or hears of it, gets lost now and then. */
    void loseMessages(boolean lose) {
        losesMessages = lose;
    }

    /** Whether it can open no seat, for a reason of its own: its disk is full, or the like. What it has open goes on. */
    void hinder(boolean hindered) {
        isHindered = hindered;
    }

    boolean isHindered() {
        return isHindered;
    }

    /** Whether the storage of seats answers it. */
    StorageReach reach() {
        return reach;
    }

    @Override
    public String toString() {
        return "member " + number + " at " + address + (isAsleep() ? ", asleep," : "")
                + (isStopping ? ", stopping," : "") + (isHindered ? ", hindered," : "")
                + (reach.isSilent() ? ", without storage," : "")
                + (isSettled() ? ", settled," : "") + " with " + engines.keySet()
                + ", closing " + closing.size();
    }

    // What a coordinator needs of it

    /** It runs a little slower or faster than that of others. */
    @Override
    public Clock clock() {
        return new Clock() {
            @Override
            public long monotonicNs() {
                return world.nowNs() / 100 * (100 + driftPercent);
            }

            @Override
            public long wallMillis() {
                return time.wallMillis();
            }
        };
    }

    @Override
    public Timers timers() {
        return world.timers(life);
    }

    @Override
    public long latencyNs() {
        return machine.coordinatorNs();
    }

    @Override
    public boolean isUp() {
        boolean isLost = losesMessages && prng.oneIn(8);
        if (isLost) {
            world.tally().count("coordinator: message or answer lost");
        }
        return life.isAlive() && !isCut && !isLost;
    }

    // Seats, as the keeper wants them

    @Override
    public void open(ServerId seat, Epoch epoch, Tenure tenure, Runnable begun, Consumer<Optional<PfsException>> told) {
        cluster.moving(this);
        opening.begins(seat);
        beganNs.put(seat, world.nowNs());
        Consumer<Opened> then = attempt -> machine.afterStorage(life, () -> opened(seat, attempt, told));
        machine.opening(life, () -> {
            begun.run();
            reach.await(life, answers -> {
                if (answers) {
                    take(seat, epoch, tenure, then);
                } else {
                    then.accept(noAnswer());
                }
            });
        });
    }

    private void opened(ServerId seat, Opened attempt, Consumer<Optional<PfsException>> told) {
        attempt.engine.ifPresent(this::serve);
        beganNs.remove(seat);
        List<Call> waited = opening.ends(seat);
        world.plan(life, 0, () -> send(seat, waited));
        machine.opening(life, () -> told.accept(attempt.failure));
    }

    private void serve(SeatEngine engine) {
        engines.put(engine.seat(), engine);
        cluster.opened(this, engine.seat(), engine.epoch());
    }

    private Opened noAnswer() {
        world.tally().count("seats: not opened as the storage was silent");
        return Opened.not(new PfsException(ErrorCode.IO_FAILED, "planned: the storage does not answer"));
    }

    private void take(ServerId seat, Epoch epoch, Tenure tenure, Consumer<Opened> then) {
        opened++;
        String name = "seat " + seat.value() + " in " + epoch;
        if (isHindered) {
            world.tally().count("seats: kept from opening");
            then.accept(Opened.not(new PfsException(ErrorCode.NO_SPACE, "planned")));
            return;
        }
        Life own = life.part(name);
        Prng drawn = prng.child(name + " " + opened);
        SeatHome home = cluster.home(seat);
        Consumer<PfsException> failed = refusal -> then.accept(notOpened(own, refusal));
        SeatHome.Taken taken;
        try {
            taken = home.take(epoch, this);
        } catch (PfsException e) {
            failed.accept(e);
            return;
        }
        home.awaitFence(
                this,
                life,
                () -> then.accept(
                        attempt(own, () -> new SeatEngine(cluster, this, own, drawn, seat, epoch, tenure, taken))),
                failed);
    }

    private Opened attempt(Life own, Supplier<SeatEngine> opening) {
        try {
            return Opened.with(opening.get());
        } catch (PfsException e) {
            return notOpened(own, e);
        }
    }

    private Opened notOpened(Life own, PfsException e) {
        own.end();
        world.trace("seat not opened", e.code().number());
        world.tally().count("seats: not opened, " + e.code());
        return Opened.not(e);
    }

    @Override
    public void close(ServerId seat, Closing how, Runnable told) {
        SeatEngine engine = Optional.ofNullable(engines.get(seat)).orElseThrow();
        world.trace("seat closed " + how, seat.value());
        world.tally().count("seats: closed " + how);
        cluster.moving(this);
        Runnable closed = () -> {
            closing.remove(engine);
            machine.closed(life, told);
        };
        switch (how) {
            case IN_ORDER -> world.plan(life, 0, () -> engine.closeInOrder(() -> serveNoMore(engine), closed));
            case AT_ONCE -> {
                serveNoMore(engine);
                engine.closeAtOnce(closed);
            }
        }
    }

    private void serveNoMore(SeatEngine engine) {
        engines.remove(engine.seat(), engine);
        closing.add(engine);
        cluster.unserved(engine.seat());
    }

    void failed(SeatEngine engine, PfsException cause) {
        world.tally().count("seats: an open one stopped by itself");
        world.plan(life, 0, () -> keeper.stopped(engine.seat(), engine.epoch(), cause));
    }

    @Override
    public boolean answers(ServerId seat) {
        return Optional.ofNullable(engines.get(seat))
                .filter(SeatEngine::mayAnswer)
                .isPresent();
    }

    @Override
    public long busyNs(ServerId seat) {
        return calls.getOrDefault(seat, 0L) * BUSY_NS;
    }

    @Override
    public void seen(ClusterView view) {
        ClusterMap map = cluster.plant().map(number, SeatMaps.of(view));
        others.learn(map);
        rpc.publish(map);
    }

    // What clients and other servers ask

    @Override
    public FileSystemFacts facts() {
        return cluster.facts();
    }

    @Override
    public void send(List<Call> calls) {
        bySeat(calls).forEach((seat, theirs) -> {
            this.calls.merge(seat, (long) theirs.size(), Long::sum);
            List<Call> now = engines.containsKey(seat) ? theirs : opening.hold(seat, theirs);
            if (now.size() < theirs.size()) {
                world.tally().count("seats: call held until a seat is open");
            }
            if (!now.isEmpty()) {
                send(seat, now);
            }
        });
    }

    private void send(ServerId seat, List<Call> calls) {
        SeatEngine engine = engines.get(seat);
        if (engine == null || !engine.mayAnswer()) {
            Optional.ofNullable(beganNs.get(seat)).ifPresent(this::countRefusal);
            world.tally().count("seats: refused, NOT_OWNER");
            calls.forEach(call -> call.sink().answer(NOT_HERE));
        } else {
            engine.send(calls);
        }
    }

    private void countRefusal(long openingBeganNs) {
        boolean isLate = world.nowNs() - openingBeganNs >= SeatParts.Opening.HELD_NS;
        world.tally()
                .count(
                        isLate
                                ? "seats: refused at once, as the opening took long"
                                : "seats: refused at once, as enough was held");
    }

    private Map<ServerId, List<Call>> bySeat(List<Call> calls) {
        Map<ServerId, List<Call>> bySeat = new TreeMap<>();
        calls.forEach(
                call -> bySeat.computeIfAbsent(cluster.seatOf(call.envelope().shard()), any -> new ArrayList<>())
                        .add(call));
        return bySeat;
    }

    @Override
    public void hears(LeaseHolder listener) {
        engines.values().forEach(engine -> engine.hears(listener));
    }

    @Override
    public void returned(long recallNumber) {
        engines.values().forEach(engine -> engine.returned(recallNumber));
    }

    @Override
    public void returnedAll(LeaseHolder holder) {
        engines.values().forEach(engine -> engine.returnedAll(holder));
    }

    @Override
    public void close() {}

    /** The way from one seat to all others, be they here or not. */
    Connection beside() {
        return new Connection() {
            @Override
            public FileSystemFacts facts() {
                return cluster.facts();
            }

            @Override
            public void send(List<Call> calls) {
                bySeat(calls).forEach((seat, theirs) -> {
                    SeatEngine engine = engines.get(seat);
                    if (engine == null) {
                        world.tally().count("seats: step to another server");
                        others.send(theirs);
                    } else {
                        engine.send(theirs);
                    }
                });
            }

            @Override
            public boolean refresh() {
                return others.refresh();
            }

            @Override
            public void hears(LeaseHolder listener) {}

            @Override
            public void close() {}
        };
    }
}
