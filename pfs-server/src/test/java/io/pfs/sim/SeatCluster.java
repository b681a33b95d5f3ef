package io.pfs.sim;

import io.pfs.Epoch;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.cluster.Member;
import io.pfs.cluster.ShardAssignment;
import io.pfs.net.Address;
import io.pfs.net.ClusterMap;
import io.pfs.row.TablePointer;
import io.pfs.server.lease.LeaseTerms;
import io.pfs.server.owner.ClusterView;
import io.pfs.server.owner.MemoryEnsemble;
import io.pfs.server.owner.SeatEntry;
import io.pfs.server.owner.SessionTimes;
import io.pfs.server.owner.Troubles;
import io.pfs.server.serve.SeatMaps;
import io.pfs.server.shard.ShardGroup;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.table.TableFacts;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** The seats of a file system, and the servers among which they move. */
final class SeatCluster {
    private static final Life COORDINATOR = new Life("coordinator");

    private final SimWorld world;
    private final Prng prng;
    private final SimWorkload workload;
    private final SeatNet net;
    private final SeatPlant plant;
    private final LeaseTerms terms;
    private final SeatPace pace;
    /** Where there may be servers, one after the other. */
    private final List<Address> addresses;

    private final SessionTimes times;
    private final MemoryEnsemble ensemble;
    private final List<SeatHome> homes = new ArrayList<>();
    private final List<SeatMember> members = new ArrayList<>();
    private final ShardAssignment assignment;
    private final SeatAbsences absences;
    private final boolean[] diedHolding;
    private Consumer<SeatMember> moving = member -> {};

    SeatCluster(SimWorld world, Prng prng, SimWorkload workload, SeatPlant plant, LeaseTerms terms, SeatPace pace) {
        this.world = world;
        this.prng = prng;
        this.workload = workload;
        this.plant = plant;
        this.terms = terms;
        this.pace = pace;
        this.addresses = IntStream.range(0, pace.places())
                .mapToObj(place -> address(place, pace.placesOfMachine()))
                .toList();
        this.net = new SeatNet(world, prng.child("network"), pace);
        int seats = workload.servers();
        this.times = pace.session(prng.child("session"));
        this.ensemble = new MemoryEnsemble(
                seats, world.timers(COORDINATOR), times, pace.coordinator(prng.child("lateness"), times));
        this.assignment = ShardAssignment.first(
                workload.shards(),
                IntStream.range(0, seats).mapToObj(Member::of).toList());
        for (int seat = 0; seat < seats; seat++) {
            homes.add(new SeatHome(
                    world, prng.child("home " + seat), new ServerId(seat), workload.durability(), plant, pace));
        }
        this.absences = new SeatAbsences(world, seats);
        this.diedHolding = new boolean[seats];
    }

    private static Address address(int place, int ofMachine) {
        return new Address("machine" + place / ofMachine, 7420 + place % ofMachine);
    }

    SimWorld world() {
        return world;
    }

    SimWorkload workload() {
        return workload;
    }

    SeatNet net() {
        return net;
    }

    SeatPlant plant() {
        return plant;
    }

    LeaseTerms terms() {
        return terms;
    }

    SeatPace pace() {
        return pace;
    }

    /** Where there may be servers. */
    List<Address> addresses() {
        return addresses;
    }

    MemoryEnsemble ensemble() {
        return ensemble;
    }

    int seats() {
        return homes.size();
    }

    SeatHome home(ServerId seat) {
        return homes.get(seat.value());
    }

    List<SeatHome> homes() {
        return homes;
    }

    ServerId seatOf(ShardId shard) {
        return assignment.owner(shard);
    }

    List<ShardId> shardsOf(ServerId seat) {
        return IntStream.range(0, workload.shards())
                .mapToObj(ShardId::new)
                .filter(shard -> seatOf(shard).equals(seat))
                .toList();
    }

    FileSystemFacts facts() {
        TablePointer root = TableFacts.root(SimServer.ROOT_SEED).pointer();
        return new FileSystemFacts(SimServer.ROOT_SEED, 0, workload.shards(), root);
    }

    SessionTimes times() {
        return times;
    }

    /** What is true now. */
    ClusterMap map() {
        return SeatMaps.of(
                new ClusterView(ensemble.servers(), ensemble.drained(), ensemble.seats(), ensemble.wanted()));
    }

    // Members

    /** Starts one more, at an address that is free. */
    SeatMember start() {
        List<Address> taken = running().stream().map(SeatMember::address).toList();
        Address address = addresses.stream()
                .filter(one -> !taken.contains(one))
                .findFirst()
                .orElseThrow();
        SeatMember member = new SeatMember(this, members.size(), address, prng.child("member " + members.size()));
        members.add(member);
        return member;
    }

    List<SeatMember> running() {
        return members.stream().filter(SeatMember::isRunning).toList();
    }

    List<SeatMember> members() {
        return members;
    }

    /** A process is gone, whatever it has. */
    void kill(SeatMember member) {
        member.engines().keySet().forEach(seat -> diedHolding[seat.value()] = true);
        member.die();
    }

    /** Whoever was about to write there. */
    Optional<SeatMember> userOf(SimDisk disk) {
        return homes.stream()
                .filter(home -> home.has(disk))
                .flatMap(home -> userOf(home).stream())
                .findFirst();
    }

    /** Whether all that run have what they are wanted for, and all seats are served. */
    boolean isSettled() {
        List<SeatMember> running = running();
        int open = running.stream().mapToInt(member -> member.engines().size()).sum();
        return !running.isEmpty()
                && open == seats()
                && running.stream().allMatch(member -> member.isSettled() && !member.isStopping());
    }

    /** Whether all seats are open somewhere. */
    boolean isServed() {
        return running().stream().mapToInt(member -> member.engines().size()).sum() == seats();
    }

    /** Whether some server says that it can't open a seat. */
    boolean isTroubled() {
        return ensemble.servers().values().stream()
                .anyMatch(server -> !server.troubles().equals(Optional.of(Troubles.NONE)));
    }

    /** Those of all seats, when each is served. */
    List<SeatEngine> engines() {
        List<SeatEngine> engines = new ArrayList<>();
        for (SeatHome home : homes) {
            engines.add(running().stream()
                    .flatMap(member -> Optional.ofNullable(member.engines().get(home.seat())).stream())
                    .findFirst()
                    .orElseThrow());
        }
        return engines;
    }

    List<ShardGroup> groups() {
        return engines().stream().map(SeatEngine::group).toList();
    }

    // What must be

    /** Has somebody hear who is about to open or close a seat. */
    void whenMoving(Consumer<SeatMember> told) {
        moving = told;
    }

    void moving(SeatMember member) {
        moving.accept(member);
    }

    /** Who has a home, or still writes there, if he runs. */
    Optional<SeatMember> userOf(SeatHome home) {
        return home.user().filter(SeatMember::isRunning);
    }

    /** Somebody serves it no more. */
    void unserved(ServerId seat) {
        absences.begins(seat);
    }

    /** For how long seats were served by nobody. */
    SeatAbsences absences() {
        return absences;
    }

    void opened(SeatMember member, ServerId seat, Epoch epoch) {
        absences.ends(seat);
        world.trace("seat opened", 100L * member.number() + seat.value());
        world.tally().count("seats: opened");
        if (diedHolding[seat.value()]) {
            world.tally().count("seats: taken over after a death");
            diedHolding[seat.value()] = false;
        }
        if (epoch.value() > 1) {
            world.tally().count("seats: moved");
        }
    }

    /** Whether somebody else has it by now. */
    boolean isLost(SeatEngine engine) {
        return engine.epoch().compareTo(entry(engine.seat()).epoch()) < 0;
    }

    private SeatEntry entry(ServerId seat) {
        return ensemble.seats().get(seat.value());
    }

    /** While one answers for a seat, nobody else can have it. */
    void requireHolder(SeatMember member, ServerId seat, Epoch epoch, Reply reply) {
        SeatEntry entry = entry(seat);
        boolean isHolder = entry.epoch().equals(epoch)
                && entry.holder().filter(ensemble.servers()::containsKey).isPresent();
        if (!isHolder) {
            throw new SimViolation("member " + member.number() + " answers for seat " + seat.value() + " in " + epoch
                    + ", but there stands " + entry + ": " + SimOperations.describe(reply));
        }
    }

    void count(ShardGroup group) {
        GroupCounters counters = group.counters();
        Tally tally = world.tally();
        tally.add("engine: repeated request answered again", counters.repeatsAnswered());
        tally.add("engine: slice adopted from another server", counters.slicesAdoptedFromAfar());
        tally.add("engine: row renamed from another server", counters.rowsFromAfar());
        tally.add("engine: slice split", counters.splits());
        tally.add(
                "leases: waited for until they had ended",
                group.leases().counts().waitedOut());
    }

    @Override
    public String toString() {
        return seats() + " seats, " + workload + ", " + terms + ", " + times + "\nseats: " + ensemble.seats()
                + "\nwanted: " + ensemble.wanted() + "\nservers: " + running();
    }
}
