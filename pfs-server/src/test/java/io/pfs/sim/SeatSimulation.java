package io.pfs.sim;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.row.TablePointer;
import io.pfs.server.inspect.Finding;
import io.pfs.server.inspect.GroupDamage;
import io.pfs.server.lease.LeaseTerms;
import io.pfs.server.shard.Shard;
import io.pfs.server.shard.ShardGroup;
import io.pfs.table.Policy;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request;
import io.pfs.wire.Request.AboutRow;
import io.pfs.wire.Request.MakeTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * One seed of a file system whose seats move: servers come, go in order, die, sleep through their sessions and wake, and lose the
 * coordinator, while clients work; then all heals, and what is there must be what clients know.
 */
final class SeatSimulation implements AutoCloseable {
    private static final int HISTORIES = 2;
    /** In each history, one after the other. */
    private static final int PROGRAMS = 5;

    private static final int WRITES = 40;
    private static final int REPLIES_MIN = 64;
    private static final int SEATS_MAX = 4;
    private static final long WITHIN_NS = 240_000_000_000L;
    private static final long EVENTS_MAX = 4_000_000;
    private static final long ELSEWHERE_WITHIN_NS = 20_000_000_000L;
    private static final long PATIENT_NS = 60_000_000_000L;

    private final Prng prng;
    private final SimWorld world;
    private final SeatCluster cluster;
    private static final int ASKED_BEYOND = 4;

    private final SeatFates fates;
    private final List<SimProgram> programs = new ArrayList<>();
    private final List<SimWriter> writers = new ArrayList<>();
    /** It waits for as long as storages may be away, and seats for their next try then. */
    private Optional<SeatClient> maker = Optional.empty();

    private final Map<TableId, TablePointer> pointers = new TreeMap<>();
    private int made;

    private SeatSimulation(Prng prng, SeatPlant plant) {
        this.prng = prng;
        this.world = new SimWorld(prng);
        SimWorkload workload = SimWorkload.draw(prng.child("workload"))
                .withReplies(REPLIES_MIN)
                .withServers(1 + prng.child("seats").below(SEATS_MAX));
        LeaseTerms terms = new LeaseTerms(64L << prng.child("leases").below(5), 1000, true);
        this.cluster = new SeatCluster(world, prng, workload, plant, terms, new WildPace());
        this.fates = new SeatFates(cluster, prng.child("fates"));
    }

    /** Runs one seed; throws what was violated, with what replays it. */
    static SimHistories.Result run(long seed, SeatPlant plant) {
        SeatSimulation simulation = new SeatSimulation(new Prng(seed).child("seats"), plant);
        try (simulation) {
            return simulation.runTelling(seed);
        }
    }

    private SimHistories.Result runTelling(long seed) {
        try {
            return run();
        } catch (RuntimeException e) {
            throw new SimViolation(
                    "seed " + seed + "; replay: mvn -pl pfs-server -am test -Dtest=SeatSimulationTest -Dpfs.seed="
                            + seed
                            + "\n" + e + "\nwith: " + cluster + "\nso far: "
                            + world.tally().counts()
                            + "\nlast events:\n" + world.recent(),
                    e);
        }
    }

    /** Lets go of the threads of jobs that are under way. */
    @Override
    public void close() {
        cluster.running().forEach(SeatMember::die);
    }

    private SimHistories.Result run() {
        int members = 1 + prng.below(3);
        for (int member = 0; member < members; member++) {
            SeatMember unused = cluster.start();
        }
        runUntil("all seats are served at first", cluster::isSettled);
        maker = Optional.of(new SeatClient(cluster, "maker", prng.child("maker"), WITHIN_NS));
        for (int nth = 1; nth <= HISTORIES; nth++) {
            runOne(nth);
        }
        settle();
        world.tally().add("seats: events", world.happened());
        world.tally().add("seats: simulated ms", world.nowNs() / 1_000_000);
        return new SimHistories.Result(world.traceHash(), world.tally());
    }

    private void runOne(int nth) {
        Prng own = prng.child("history " + nth);
        List<TablePointer> tables = new ArrayList<>();
        int count = 1 + own.below(3);
        for (int table = 0; table < count; table++) {
            tables.add(make());
        }
        List<TablePointer> owned = new ArrayList<>();
        for (int table = 0; table < PROGRAMS; table++) {
            owned.add(make());
        }
        SeatHistory history = new SeatHistory(cluster, own, "h" + nth, tables);
        history.begin();
        runUntil("a history begins", history::isDone);
        fates.begin();
        history.work();
        SeatClient client = new SeatClient(cluster, "program " + nth, own.child("program"), PATIENT_NS);
        SimProgram program = program(client, owned.get(0));
        SimWriter writer = writer(nth, own.child("writer"));
        for (int next = 1; !fates.isSpent() && !history.isDone(); ) {
            require(world.happened() < EVENTS_MAX, "a history goes on");
            if (program.isDone() && next < owned.size()) {
                program = program(client, owned.get(next));
                next++;
            }
            step();
        }
        SimProgram last = program;
        fates.end();
        world.trace("healed", world.happened());
        runUntil("clients come to an end", () -> history.isDone() && last.isDone() && writer.isDone());
        runUntil("seats come to rest", cluster::isSettled);
        history.end();
        runUntil("all names are read", history::isDone);
        history.decide();
    }

    private SimProgram program(SeatClient client, TablePointer table) {
        SimProgram program = new SimProgram(
                world,
                prng.child("program " + programs.size()),
                client.connection(),
                table,
                cluster.workload().shards());
        programs.add(program);
        program.start();
        return program;
    }

    private SimWriter writer(int nth, Prng own) {
        SeatClient client = new SeatClient(cluster, "writer " + nth, own.child("client"), PATIENT_NS);
        TablePointer table = make();
        SimWriter writer =
                new SimWriter(world, own, new SeatAsker(world, own.child("asker"), client, table), table, WRITES);
        writers.add(writer);
        writer.start();
        return writer;
    }

    // Asking

    /** A table of one's own, anywhere. */
    private TablePointer make() {
        Optional<ShardId> home =
                Optional.of(new ShardId(prng.below(cluster.workload().shards())));
        Reply reply = ask(making(home), cluster.facts().root());
        while (reply instanceof Refused refused && refused.code() == ErrorCode.UNKNOWN_OUTCOME) {
            reply = ask(
                    making(home),
                    cluster.facts()
                            .root()); // the only storage was away most of that time; whatever was made is nobody's
        }
        require(reply instanceof TableMade, "a table is made, not " + SimOperations.describe(reply));
        TablePointer pointer = ((TableMade) reply).pointer();
        pointers.put(pointer.table(), pointer);
        return pointer;
    }

    private MakeTable making(Optional<ShardId> home) {
        made++;
        RowName name = RowName.of("table-" + made);
        return new MakeTable(cluster.facts().root().table(), name, 0755, 0, 0, Policy.DYNAMIC, prng.below(3), home);
    }

    private Reply ask(AboutRow request, TablePointer in) {
        List<Reply> replies = new ArrayList<>();
        maker.orElseThrow().ask(request, in, rename -> in, replies::add);
        runUntil("an answer to " + request, () -> !replies.isEmpty());
        return replies.get(0);
    }

    // Passing of time

    private void runUntil(String what, BooleanSupplier isSo) {
        long until = world.nowNs() + WITHIN_NS;
        while (!isSo.getAsBoolean()) {
            require(world.nowNs() < until && world.happened() < EVENTS_MAX, what);
            step();
        }
    }

    private void step() {
        try {
            require(world.step(), "something is still to come");
        } catch (SimCrash crash) {
            fates.crashed(crash);
        }
    }

    private static void require(boolean holds, String what) {
        Simulation.require(holds, what);
    }

    // The end

    /** All that was acknowledged is there, also for who opens it after all have gone in order, or have died. */
    private void settle() {
        audit();
        cluster.running().forEach(SeatMember::stop);
        runUntil("all go in order", () -> cluster.running().isEmpty());
        fates.startOneMore();
        runUntil("one serves all", cluster::isSettled);
        audit();
        cluster.kill(cluster.running().get(0));
        fates.startOneMore();
        fates.startOneMore();
        runUntil("others take over", cluster::isSettled);
        audit();
        hinderOne();
        audit();
        silenceOne();
        audit();
        requireSound();
    }

    /** What {@code admin fsck} looks at. */
    private void requireSound() {
        runUntil("seats come to rest at last", cluster::isSettled);
        TreeMap<ServerId, ShardGroup> groups = new TreeMap<>();
        cluster.engines().forEach(engine -> groups.put(engine.seat(), engine.group()));
        List<Finding> damage = GroupDamage.of(groups, seat -> cluster.home(seat).read());
        require(damage.isEmpty(), "nothing is damaged: " + damage);
    }

    /** What one server can't open any more, another one serves; when it can, it says nothing more of that. */
    private void hinderOne() {
        runUntil("nobody has troubles of before", () -> cluster.isSettled() && !cluster.isTroubled());
        SeatEngine engine = cluster.engines().get(0);
        SeatMember one = engine.member();
        one.hinder(true);
        engine.onGroup(group -> group.stop(new PfsException(ErrorCode.NO_SPACE, "planned")));
        runUntil("a seat is closed", () -> !cluster.isServed());
        long until = world.nowNs() + ELSEWHERE_WITHIN_NS;
        runUntil("another one serves", () -> {
            require(world.nowNs() < until, "another one serves in time");
            return cluster.isServed();
        });
        require(!one.engines().containsKey(engine.seat()), "it is served elsewhere");
        world.tally().count("seats: another opened what one could not");
        one.hinder(false);
        runUntil("who could not open it finds out that it can", () -> cluster.isSettled() && !cluster.isTroubled());
    }

    /** What one server has in a storage that does not answer it any more, another one serves after a while. */
    private void silenceOne() {
        runUntil("nobody has troubles of before", () -> cluster.isSettled() && !cluster.isTroubled());
        SeatMember one = cluster.engines().get(0).member();
        List<Reply> made = askBeyond(one);
        one.reach().silent(true);
        long until = world.nowNs() + ELSEWHERE_WITHIN_NS;
        runUntil("another one serves what a silent one had", () -> {
            require(world.nowNs() < until, "another one serves in time");
            return cluster.isServed() && one.engines().isEmpty();
        });
        world.tally().count("seats: another opened what was in a silent storage");
        one.reach().silent(false);
        cluster.net().heal();
        runUntil("who had no answer finds out that there are some", () -> cluster.isSettled() && !cluster.isTroubled());
        runUntil("all tables are made", () -> made.size() == ASKED_BEYOND);
        made.forEach(reply -> require(reply instanceof TableMade, "it is made, not " + SimOperations.describe(reply)));
    }

    /** Has tables made for which one member asks others, who don't hear it for now: it asks again and again. */
    private List<Reply> askBeyond(SeatMember one) {
        List<ShardId> homes = new ArrayList<>();
        for (SeatEngine engine : cluster.engines()) {
            if (engine.member() != one) {
                cluster.net().part(one.port(), engine.member().port());
                homes.addAll(cluster.shardsOf(engine.seat()));
            }
        }
        List<Reply> made = new ArrayList<>();
        for (int i = 0; i < ASKED_BEYOND; i++) {
            Optional<ShardId> home =
                    homes.isEmpty() ? Optional.empty() : Optional.of(homes.get(prng.below(homes.size())));
            maker.orElseThrow()
                    .ask(
                            making(home),
                            cluster.facts().root(),
                            rename -> cluster.facts().root(),
                            made::add);
        }
        long untilNs = world.nowNs() + prng.between(1, 1_000_000_000);
        runUntil("it asks others", () -> world.nowNs() >= untilNs);
        return made;
    }

    private void audit() {
        runUntil("what is between seats comes to an end", () -> cluster.isSettled() && isQuiet());
        for (ShardGroup group : cluster.groups()) {
            List<String> wrong = group.collection().miscounted();
            require(wrong.isEmpty(), "what is needed of segments is counted: " + wrong);
        }
        programs.forEach(program -> program.audit(this::asked));
        writers.forEach(writer -> writer.audit(this::asked));
        world.tally().count("seats: audit");
    }

    private Reply asked(Request request) {
        return ask(
                (AboutRow) request,
                Optional.ofNullable(pointers.get(request.table())).orElseThrow());
    }

    private boolean isQuiet() {
        List<ShardGroup> groups = cluster.groups();
        boolean isQuiet = groups.stream()
                .flatMap(group -> group.shards().stream())
                .map(Shard::state)
                .allMatch(state -> state.tables().intents().isQuiet());
        return isQuiet && new LoanCheck(groups).halves().isEmpty();
    }
}
