package io.pfs.server.shard;

import io.pfs.Check;
import io.pfs.ColumnId;
import io.pfs.Durability;
import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.disk.overlay.OverlayDisk;
import io.pfs.env.Clock;
import io.pfs.env.FaultPoints;
import io.pfs.env.system.InlineWorkers;
import io.pfs.env.system.NoTimers;
import io.pfs.kv.KvHome;
import io.pfs.pool.Pool;
import io.pfs.pool.local.LocalPool;
import io.pfs.row.TablePointer;
import io.pfs.server.access.Peers;
import io.pfs.server.checkpoint.LeadingRows;
import io.pfs.server.checkpoint.Lost;
import io.pfs.server.inspect.Finding;
import io.pfs.server.inspect.GroupDamage;
import io.pfs.server.journal.JournalSetup;
import io.pfs.server.journal.LocalJournal;
import io.pfs.server.journal.ManualTimers;
import io.pfs.server.lease.LeaseTerms;
import io.pfs.server.state.GroupContext;
import io.pfs.server.state.GroupContext.CheckpointScope;
import io.pfs.server.store.SharedPool;
import io.pfs.server.table.SpreadRule;
import io.pfs.server.tag.IndexPlace;
import io.pfs.server.tag.PlanLimits;
import io.pfs.sim.Prng;
import io.pfs.sim.SimKvIndex;
import io.pfs.table.Policy;
import io.pfs.table.SpreadPolicy;
import io.pfs.table.Spreading;
import io.pfs.testing.FaultDisk;
import io.pfs.testing.ForwardingDisk;
import io.pfs.testing.MemoryDisk;
import io.pfs.wire.Asker;
import io.pfs.wire.CellPut;
import io.pfs.wire.Envelope;
import io.pfs.wire.Expected;
import io.pfs.wire.FoundRow;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Reply.RowsFound;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.ListRows;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.RemoveTable;
import io.pfs.wire.Request.RenameRow;
import io.pfs.wire.RowEdit;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Some shards on disks in memory, of one server or several, whose messages to each other a test can carry itself. */
final class NameRig {
    private static final Asker ROOT = Asker.superuser("root", 0, List.of(0));

    static final int SHARDS = 4;
    static final ColumnId CONTENT = new ColumnId(0);
    static final ColumnId FURTHER = new ColumnId(9);
    private static final Limits TINY = new Limits(8, 4, 8192, 2048, 4096, 64, 4096, 64);

    /** The same where no checkpoint comes by itself of what a test does. */
    static final Limits TINY_SLICES = new Limits(8, 4, 1 << 17, 2048, 4096, 64, 4096, 64);
    /** So little that tables are closed and slices let go all the time. */
    private static final long MEMORY_BYTES = 40_000;

    private static final long SECOND_NS = 1_000_000_000L;

    private final List<Server> servers = new ArrayList<>();
    private FaultDisk.Fault fault = (call, name) -> {};
    private final UnaryOperator<Peers> way;
    private final int shards;
    private Limits limits = TINY;
    private long memoryBytes = MEMORY_BYTES;
    private FaultPoints faultPoints = FaultPoints.NONE;
    private Lost lost = Lost.SET_APART;
    private LeaseTerms terms = LeaseTerms.IN_PROCESS;
    private Optional<String> unreadable = Optional.empty();
    private ErrorCode unreadableAs = ErrorCode.IO_FAILED;
    private long drawn;
    private long wallMillis = 1_700_000_000_000L;
    private long sequence;

    /** One of those that share the shards, with disks of its own. */
    private final class Server {
        private final ServerId id;
        private MemoryDisk journalDisk = new MemoryDisk();
        private MemoryDisk poolDisk = new MemoryDisk();
        private InlineWorkers workers = new InlineWorkers();
        private final SimKvIndex index = new SimKvIndex(new Prng(17));
        private ManualTimers timers = new ManualTimers();
        private Optional<ShardGroup> group = Optional.empty();
        private long aheadMillis;

        Server(int number) {
            id = new ServerId(number);
        }

        /** Forgets what was running, as a killed process does, and recovers from the disks. */
        void open() {
            workers = new InlineWorkers();
            timers = new ManualTimers();
            Links links = new Links(this::routed, Optional.of(timers));
            group = Optional.of(opened(
                    new FaultDisk(journalDisk, fault), new FaultDisk(poolDisk, fault), workers, index.home(), links));
        }

        /** The same beside what is running: nothing of it is written, and nobody hears what it asks. */
        ShardGroup leftBehind() {
            Links links = new Links(
                    direct -> (envelope, sink) -> {
                        if (owner(envelope.shard().value()) == id.value()) {
                            direct.ask(envelope, sink);
                        }
                    },
                    Optional.empty());
            return opened(
                    new OverlayDisk(journalDisk),
                    new OverlayDisk(poolDisk),
                    new InlineWorkers(),
                    KvHome.NOWHERE,
                    links);
        }

        private ShardGroup opened(Disk journal, Disk pool, InlineWorkers jobs, KvHome indexes, Links links) {
            Clock clock = clock(this);
            GroupContext context = new GroupContext(
                    poolOf(id, pool),
                    clock,
                    jobs,
                    name -> faultPoints.maybe(name),
                    limits,
                    id,
                    7 + id.value(),
                    new Epoch(1),
                    memoryBytes,
                    42,
                    () -> ++drawn,
                    NameRig.this.shards,
                    SpreadRule.DEFAULT,
                    ROOT,
                    new IndexPlace(indexes, PlanLimits.USUAL, false),
                    CheckpointScope.ALL);
            List<ShardId> shards = IntStream.range(0, NameRig.this.shards)
                    .filter(shard -> owner(shard) == id.value())
                    .mapToObj(ShardId::new)
                    .toList();
            JournalSetup setup = JournalSetup.of(journal, 7 + id.value(), limits, Durability.SYNC);
            return ShardGroup.open(
                    context,
                    shards,
                    listener -> new LocalJournal(setup, jobs, new NoTimers(), clock, listener),
                    links,
                    terms,
                    lost);
        }

        /** To shards of others as well. What was on its way to a server when that died is lost, as it is with a connection. */
        private Peers routed(Peers direct) {
            return (envelope, sink) -> {
                Server to = servers.get(owner(envelope.shard().value()));
                Optional<ShardGroup> living = to.group;
                Peers there = (asked, answer) -> {
                    if (to == this) {
                        direct.ask(asked, answer);
                    } else if (living.isPresent() && living.equals(to.group)) {
                        to.take(asked, answer);
                    }
                };
                way.apply(there).ask(envelope, sink);
            };
        }

        private void take(Envelope envelope, Reply.Sink sink) {
            group.orElseThrow().submit(envelope, sink);
            group.orElseThrow().commit();
        }

        void afterCrash(boolean onlyForcedIsKept) {
            journalDisk = journalDisk.afterCrash(onlyForcedIsKept);
            poolDisk = poolDisk.afterCrash(onlyForcedIsKept);
        }

        void end() {
            ShardGroup ending = group.orElseThrow();
            ending.close();
            while (!ending.isClosed()) {
                Check.that(workers.poll(), "what closes has work waiting");
            }
            group = Optional.empty();
        }

        boolean step() {
            group.ifPresent(ShardGroup::commit);
            if (workers.poll()) {
                return true;
            }
            group.ifPresent(ShardGroup::catchUp);
            group.ifPresent(ShardGroup::commit);
            return workers.poll();
        }
    }

    NameRig() {
        this(UnaryOperator.identity());
    }

    NameRig(UnaryOperator<Peers> way) {
        this(1, way);
    }

    /** Several servers, each with some of the shards. */
    NameRig(int servers, UnaryOperator<Peers> way) {
        this(servers, SHARDS, way);
    }

    NameRig(int servers, int shards, UnaryOperator<Peers> way) {
        this.way = way;
        this.shards = shards;
        for (int number = 0; number < servers; number++) {
            this.servers.add(new Server(number));
        }
        open();
    }

    /** With slices as large as these limits say, and memory for all of them. */
    NameRig(Limits limits) {
        this(limits, UnaryOperator.identity());
    }

    NameRig(Limits limits, UnaryOperator<Peers> way) {
        this.way = way;
        this.shards = SHARDS;
        this.limits = limits;
        this.memoryBytes = 64 << 20;
        servers.add(new Server(0));
        open();
    }

    /** On disks whose calls this decides about, until the power is lost. */
    NameRig(FaultDisk.Fault fault) {
        this.way = UnaryOperator.identity();
        this.shards = SHARDS;
        this.fault = fault;
        servers.add(new Server(0));
        open();
    }

    private Pool poolOf(ServerId id, Disk own) {
        return new SharedPool(
                id,
                new LocalPool(new Unreadable(own)),
                other -> new LocalPool(new Unreadable(servers.get(other.value()).poolDisk)));
    }

    /** A disk that does not open the file which can't be read. */
    private final class Unreadable extends ForwardingDisk {
        Unreadable(Disk disk) {
            super(disk);
        }

        @Override
        public DiskFile open(String name) {
            if (unreadable.equals(Optional.of(name))) {
                throw new PfsException(unreadableAs, name + ": planted");
            }
            return super.open(name);
        }
    }

    /** Of all pools, the file of this name can't be opened from now on; those that are open stay so. */
    void setUnreadable(Optional<String> name) {
        unreadable = name;
        unreadableAs = ErrorCode.IO_FAILED;
    }

    /** The same of one that is not there for a while. */
    void setMissing(String name) {
        unreadable = Optional.of(name);
        unreadableAs = ErrorCode.FILE_MISSING;
    }

    /** What a check of what is on the disks now would call damage, if all servers died at once. */
    List<Finding> damageLeftBehind() {
        TreeMap<ServerId, ShardGroup> groups = new TreeMap<>();
        servers.forEach(server -> groups.put(server.id, server.leftBehind()));
        return GroupDamage.of(groups, id -> new LocalPool(servers.get(id.value()).poolDisk));
    }

    /** The boost index of each server is gone. */
    void loseBoost() {
        servers.forEach(server -> server.poolDisk.list().stream()
                .filter(name -> name.startsWith("boost-"))
                .forEach(server.poolDisk::delete));
    }

    private int owner(int shard) {
        return shard % servers.size();
    }

    static TablePointer root() {
        ShardId shard = new ShardId(0);
        return new TablePointer(TableId.of(shard, 1), shard, 0, 42);
    }

    /** Its disks fail as this says. */
    NameRig onDisks(FaultDisk.Fault failing) {
        fault = failing;
        open();
        return this;
    }

    NameRig with(FaultPoints points) {
        faultPoints = points;
        return this;
    }

    /** Its clients may outlive its servers. */
    NameRig served() {
        terms = LeaseTerms.SERVED;
        open();
        return this;
    }

    /** Forgets what was running, as killed processes do, and recovers from the disks. */
    void open() {
        servers.forEach(server -> server.group = Optional.empty());
        servers.forEach(Server::open);
    }

    /** The same, and what the journal has lost is given up. */
    void openGivingUp() {
        Set<SliceKey> rotten = new TreeSet<>();
        servers.forEach(server ->
                rotten.addAll(RottenSlices.of(server.leftBehind(), () -> {}).keySet()));
        lost = Lost.givenUp(
                LeadingRows.to(groups().stream()
                        .flatMap(group -> group.shards().stream())
                        .map(Shard::state)
                        .toList()),
                rotten);
        open();
        lost = Lost.SET_APART;
        runUntilIdle();
        groups().forEach(ShardGroup::settleSalvage);
    }

    /** The same for one of the servers. */
    void open(int server) {
        servers.get(server).open();
    }

    /** One of the servers ends in order, with whatever is under way, and is not there until it is opened. */
    void end(int server) {
        servers.get(server).end();
    }

    /** One of the servers goes down, and is not there until it is opened. */
    void stop(int server) {
        servers.get(server).group = Optional.empty();
        servers.get(server).workers = new InlineWorkers();
        servers.get(server).timers = new ManualTimers();
    }

    /** Opens those that are down. */
    void openAll() {
        servers.stream().filter(server -> server.group.isEmpty()).forEach(Server::open);
    }

    /**
     * All servers crash and come back, or one, or one goes down and stays away.
     *
     * @param all is told before all come back
     */
    void crashSome(Random random, Runnable all) {
        int server = random.nextInt(servers.size() + 1);
        boolean isDown = groups().size() < servers.size();
        if (servers.size() == 1 || server == servers.size()) {
            all.run();
            open();
        } else if (isDown || random.nextBoolean()) {
            openAll();
            open(server);
        } else {
            stop(server);
        }
    }

    int shards() {
        return shards;
    }

    int serverCount() {
        return servers.size();
    }

    /** The power is lost, and comes back with what was written, or with what was forced of that. */
    void losePower(boolean onlyForcedIsKept) {
        fault = (call, name) -> {};
        servers.forEach(server -> server.afterCrash(onlyForcedIsKept));
        open();
    }

    private Clock clock(Server server) {
        return new Clock() {
            @Override
            public long monotonicNs() {
                return wallMillis * 1_000_000;
            }

            @Override
            public long wallMillis() {
                return wallMillis + server.aheadMillis;
            }
        };
    }

    /** The wall clock of a server differs from those of the others by so much from now on. */
    void setAhead(int server, long millis) {
        servers.get(server).aheadMillis = millis;
    }

    /** What a server will do later, as far as that is known. */
    long timers(int server) {
        return servers.get(server).timers.count();
    }

    /** Lets the clock go on, and says what it shows then. */
    long tick(long millis) {
        wallMillis += millis;
        return wallMillis;
    }

    /** The shards of the first server, which has them all if there is but one. */
    ShardGroup group() {
        return servers.get(0).group.orElseThrow();
    }

    /** Those of all servers that are not down. */
    List<ShardGroup> groups() {
        return servers.stream().flatMap(server -> server.group.stream()).toList();
    }

    /** Those of the server that has this one. */
    ShardGroup groupOf(ShardId shard) {
        return servers.get(owner(shard.value())).group.orElseThrow();
    }

    // Asking

    Envelope envelope(ShardId shard, Request request) {
        sequence++;
        return new Envelope(new RequestId(1, 0, sequence), 0, shard, request);
    }

    List<Reply> submit(Envelope envelope) {
        List<Reply> replies = new ArrayList<>();
        send(envelope, replies::add);
        return replies;
    }

    /** Asks the server that has the shard. */
    void send(Envelope envelope, Reply.Sink sink) {
        Server server = servers.get(owner(envelope.shard().value()));
        if (server.group.isPresent()) {
            server.group.get().submit(envelope, sink);
        } else {
            sink.answer(new Refused(ErrorCode.UNREACHABLE, server.id + " is down"));
        }
    }

    Reply ask(ShardId shard, Request request) {
        List<Reply> replies = submit(envelope(shard, request));
        runUntilIdle();
        return replies.get(0);
    }

    /** Does the next piece of work; says whether there was any. */
    boolean step() {
        boolean moved = false;
        for (Server server : servers) {
            moved |= server.step();
        }
        return moved;
    }

    void runUntilIdle() {
        while (step()) {
            // until nothing is left to do
        }
    }

    /** Lets so much time pass that whoever waits for an answer asks again. */
    void passTime() {
        passTimeOnly();
        runUntilIdle();
    }

    /** The same for who does the work that follows step by step. */
    void passTimeOnly() {
        servers.forEach(server -> server.timers.pass(6 * SECOND_NS));
    }

    void checkpoint() {
        groups().forEach(ShardGroup::checkpoint);
        runUntilIdle();
    }

    // Requests

    TablePointer mkdir(TablePointer parent, String name, int shard) {
        MakeTable make = makeTable(parent, name, shard);
        return ((TableMade) ask(parent.base(), make)).pointer();
    }

    /** A table that can be in up to 2 to the power of {@code spread} shards. */
    TablePointer mkdirWide(TablePointer parent, String name, int shard, int spread) {
        return ((TableMade) ask(parent.base(), makeTable(parent, name, shard, spread))).pointer();
    }

    /** A table whose slices have shards that are drawn for them. */
    TablePointer mkdirByChance(TablePointer parent, String name, int shard, int spread) {
        Spreading byChance = new Spreading(SpreadPolicy.RANDOM, spread);
        return ((TableMade) ask(parent.base(), makeTable(parent, name, shard, byChance))).pointer();
    }

    /** Where the journal of the first server is. */
    MemoryDisk journalDisk() {
        return servers.get(0).journalDisk;
    }

    /** What storage holds. */
    MemoryDisk poolDisk() {
        return poolDisk(0);
    }

    MemoryDisk poolDisk(int server) {
        return servers.get(server).poolDisk;
    }

    static MakeTable makeTable(TablePointer parent, String name, int shard) {
        return makeTable(parent, name, shard, 0);
    }

    private static MakeTable makeTable(TablePointer parent, String name, int shard, int spread) {
        return makeTable(parent, name, shard, new Spreading(SpreadPolicy.DYNAMIC, spread));
    }

    private static MakeTable makeTable(TablePointer parent, String name, int shard, Spreading spreading) {
        Optional<ShardId> home = Optional.of(new ShardId(shard));
        return new MakeTable(parent.table(), RowName.of(name), 0755, 1, 1, Policy.DYNAMIC, spreading, home);
    }

    static EditRow put(TablePointer table, String name, String content) {
        List<CellPut> cells = List.of(
                new CellPut(CONTENT, content.getBytes(StandardCharsets.UTF_8), false),
                new CellPut(FURTHER, (content + "!").getBytes(StandardCharsets.UTF_8), false));
        return new EditRow(table.table(), RowName.of(name), Expected.ABSENT, NewRow.FILE, RowEdit.ofCells(cells));
    }

    Reply create(TablePointer table, String name, String content) {
        return ask(table.base(), put(table, name, content));
    }

    static RenameRow rename(TablePointer from, String name, TablePointer to, String toName, boolean overwrite) {
        return new RenameRow(from.table(), RowName.of(name), to.base(), to.table(), RowName.of(toName), overwrite);
    }

    Reply move(TablePointer from, String name, TablePointer to, String toName) {
        return ask(from.base(), rename(from, name, to, toName, false));
    }

    Reply replace(TablePointer from, String name, TablePointer to, String toName) {
        return ask(from.base(), rename(from, name, to, toName, true));
    }

    Reply rmdir(TablePointer parent, String name) {
        return ask(parent.base(), new RemoveTable(parent.table(), RowName.of(name), false));
    }

    Reply removeAll(TablePointer parent, String name) {
        return ask(parent.base(), new RemoveTable(parent.table(), RowName.of(name), true));
    }

    /** What a file holds, if it is there; both its cells must say the same. */
    Optional<String> content(TablePointer table, String name) {
        ReadRow read = new ReadRow(table.table(), RowName.of(name), List.of(CONTENT, FURTHER));
        Reply reply = ask(table.base(), read);
        if (reply instanceof RowFound found) {
            return Optional.of(content(found.found()));
        }
        if (refusal(reply) == ErrorCode.NOT_FOUND) {
            return Optional.empty();
        }
        throw ((Refused) reply).toException();
    }

    static String content(FoundRow row) {
        String content = text(row.cells().get(0).orElseThrow());
        String further = text(row.cells().get(1).orElseThrow());
        if (!further.equals(content + "!")) {
            throw new AssertionError("one cell says " + content + ", the other " + further);
        }
        return content;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    List<FoundRow> list(TablePointer table) {
        Reply reply = ask(table.base(), new ListRows(table.table(), Optional.empty(), 1 << 16, 0, List.of()));
        if (reply instanceof Refused refused) {
            throw refused.toException();
        }
        return ((RowsFound) reply).rows();
    }

    List<String> names(TablePointer table) {
        Function<FoundRow, String> name = row -> row.name().toString();
        return list(table).stream().map(name).sorted().toList();
    }

    static ErrorCode refusal(Reply reply) {
        return reply instanceof Refused refused ? refused.code() : ErrorCode.INVARIANT_BROKEN;
    }
}
