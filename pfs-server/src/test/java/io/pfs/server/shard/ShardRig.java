package io.pfs.server.shard;

import io.pfs.Check;
import io.pfs.ColumnId;
import io.pfs.Durability;
import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.env.Clock;
import io.pfs.env.FaultPoints;
import io.pfs.env.Timers;
import io.pfs.env.system.NoTimers;
import io.pfs.env.system.SystemClock;
import io.pfs.kv.KvHome;
import io.pfs.pool.local.LocalPool;
import io.pfs.server.journal.JournalRig;
import io.pfs.server.journal.JournalSetup;
import io.pfs.server.journal.LocalJournal;
import io.pfs.server.state.GroupContext;
import io.pfs.server.state.GroupContext.CheckpointScope;
import io.pfs.server.table.SpreadRule;
import io.pfs.server.tag.IndexPlace;
import io.pfs.server.tag.PlanLimits;
import io.pfs.sim.Prng;
import io.pfs.sim.SimKvIndex;
import io.pfs.table.Policy;
import io.pfs.testing.MemoryDisk;
import io.pfs.wire.Asker;
import io.pfs.wire.CellPut;
import io.pfs.wire.Envelope;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.RemoveRow;
import io.pfs.wire.RowEdit;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Some shards on disks in memory, driven by hand. */
final class ShardRig {
    private static final Asker ROOT = Asker.superuser("root", 0, List.of(0));

    static final Limits TINY = new Limits(8, 4, 4096, 1024, 4096, 64, 4096, 64);
    private static final int SHARDS = 2;

    final Disk journalDisk;
    final Disk poolDisk;
    private final int shardCount;
    /** What is made to go wrong from now on. */
    FaultPoints faultPoints = FaultPoints.NONE;
    /** Which bounds hold from the next opening on. */
    Limits limits = TINY;

    long memoryBytes = 64 << 20;
    /** From the next opening on. */
    Clock clock = new SystemClock();
    /** From the next opening on; without them nothing is done later. */
    Optional<Timers> timers = Optional.empty();

    private long drawn;
    /** Lives so far, of this rig and those before it. */
    private long lives;

    private StallingWorkers workers = new StallingWorkers();
    /** What asking an index may cost, from the next opening on. */
    PlanLimits planLimits = PlanLimits.USUAL;
    /** Whether runs of it are in the pool, from the next opening on. */
    boolean isExported;

    /** What may wait for it, from the next opening on. */
    long indexRoomBytes = IndexPlace.ROOM_BYTES;

    /** A process that is killed loses nothing of it. */
    SimKvIndex index = new SimKvIndex(new Prng(17));
    /** Where processes have it, from the next opening on. */
    Supplier<KvHome> indexHome = () -> index.home();

    private Optional<ShardGroup> group = Optional.empty();
    private final Map<Integer, TableId> tables = new HashMap<>();
    private long sequence;

    /** Two shards. */
    ShardRig() {
        this(new MemoryDisk());
    }

    /** Two shards. */
    ShardRig(Disk poolDisk) {
        this(SHARDS, new MemoryDisk(), poolDisk);
    }

    /** Two shards. */
    ShardRig(Disk journalDisk, Disk poolDisk) {
        this(SHARDS, journalDisk, poolDisk);
    }

    ShardRig(int shardCount, Disk poolDisk) {
        this(shardCount, new MemoryDisk(), poolDisk);
    }

    private ShardRig(int shardCount, Disk journalDisk, Disk poolDisk) {
        this.shardCount = shardCount;
        this.journalDisk = journalDisk;
        this.poolDisk = poolDisk;
    }

    /** A rig on other disks, where the same tables are. */
    ShardRig on(Disk otherJournalDisk, Disk otherPoolDisk) {
        ShardRig other = new ShardRig(shardCount, otherJournalDisk, otherPoolDisk);
        other.tables.putAll(tables);
        other.sequence = sequence;
        other.lives = lives;
        other.isExported = isExported;
        other.indexRoomBytes = indexRoomBytes;
        return other;
    }

    /** Forgets what was running, as a killed process does, and recovers from the disks. */
    ShardRig open() {
        workers = new StallingWorkers();
        lives++;
        GroupContext context = new GroupContext(
                new LocalPool(poolDisk),
                clock,
                workers,
                name -> faultPoints.maybe(name),
                limits,
                new ServerId(0),
                lives,
                new Epoch(1),
                memoryBytes,
                42,
                () -> ++drawn,
                shardCount,
                SpreadRule.DEFAULT,
                ROOT,
                new IndexPlace(indexHome.get(), planLimits, indexRoomBytes, isExported),
                CheckpointScope.ALL);
        List<ShardId> shards = new ArrayList<>();
        for (int s = 0; s < shardCount; s++) {
            shards.add(new ShardId(s));
        }
        JournalSetup setup = JournalSetup.of(journalDisk, lives, limits, Durability.SYNC);
        group = Optional.of(ShardGroup.open(
                context,
                shards,
                listener -> new LocalJournal(setup, workers, new NoTimers(), clock, listener),
                timers.map(Links::direct).orElse(Links.DIRECT)));
        return this;
    }

    ShardGroup group() {
        return group.orElseThrow();
    }

    /** A table of which the root, in shard 0, has the row, and that lives in this shard. */
    TableId table(int shard) {
        return Check.present(tables.get(shard), "the table of a shard was made");
    }

    static RowName name(int number) {
        return RowName.of("row-" + number);
    }

    EditRow create(int shard, int number) {
        return edit(shard, number, Expected.ABSENT, RowEdit.NONE);
    }

    EditRow put(int shard, int number, int column, byte[] bytes) {
        CellPut put = new CellPut(new ColumnId(column), bytes, false);
        return edit(shard, number, Expected.ANY, RowEdit.ofCells(List.of(put)));
    }

    EditRow edit(int shard, int number, Expected expected, RowEdit edit) {
        return new EditRow(table(shard), name(number), expected, NewRow.FILE, edit);
    }

    RemoveRow remove(int shard, int number) {
        return new RemoveRow(table(shard), name(number), Expected.PRESENT);
    }

    ReadRow read(int shard, int number, int... columns) {
        List<ColumnId> asked = new ArrayList<>();
        for (int column : columns) {
            asked.add(new ColumnId(column));
        }
        return new ReadRow(table(shard), name(number), asked);
    }

    /** What a row's cell holds, if it has one. */
    Optional<byte[]> cell(int shard, int number, int column) {
        Reply reply = ask(read(shard, number, column));
        if (reply instanceof RowFound found) {
            return found.found().cells().get(0);
        }
        throw ((Refused) reply).toException();
    }

    /** Asks as a new request of client 1. */
    Reply ask(Request request) {
        sequence++;
        return ask(1, sequence, request);
    }

    Reply ask(long client, long requestSequence, Request request) {
        List<Reply> replies = new ArrayList<>();
        group().submit(envelope(client, requestSequence, request), replies::add);
        runUntilIdle();
        return replies.get(0);
    }

    /** One that says of no earlier one that its client has the answer, and goes to the shard of the table. */
    static Envelope envelope(long client, long requestSequence, Request request) {
        ShardId shard = request.table().maker();
        return new Envelope(new RequestId(client, 0, requestSequence), requestSequence, shard, request);
    }

    void runUntilIdle() {
        group().commit();
        while (workers.poll()) {
            group().commit();
        }
    }

    /** What stalled is tried again. */
    void endStalls() {
        workers.endStalls();
        runUntilIdle();
    }

    /** Does the next piece of work, if there is any. */
    void step() {
        group().commit();
        workers.poll();
    }

    void makeTables() {
        for (int shard = 0; shard < shardCount; shard++) {
            makeTable(shard);
        }
    }

    void makeTable(int shard) {
        TableMade made = (TableMade) ask(makeTable(RowName.of("table-" + shard), shard));
        tables.put(shard, made.pointer().table());
    }

    static MakeTable makeTable(RowName name, int shard) {
        TableId root = TableId.of(new ShardId(0), 1);
        return new MakeTable(root, name, 0755, 1, 1, Policy.DYNAMIC, 0, Optional.of(new ShardId(shard)));
    }

    void create(int shard, int from, int to) {
        for (int i = from; i < to; i++) {
            ask(create(shard, i));
        }
    }

    void checkpoint() {
        group().checkpoint();
        runUntilIdle();
    }

    List<String> boostFiles() {
        return poolDisk.list().stream()
                .filter(file -> file.startsWith("boost-"))
                .toList();
    }

    void loseBoost() {
        boostFiles().forEach(poolDisk::delete);
    }

    static ErrorCode refusal(Reply reply) {
        return reply instanceof Refused refused ? refused.code() : ErrorCode.INVARIANT_BROKEN;
    }

    static byte[] bytes(Disk disk, String name) {
        try (DiskFile file = disk.open(name)) {
            ByteBuffer all = ByteBuffer.allocate(Math.toIntExact(file.size()));
            file.read(all, 0);
            return all.array();
        }
    }

    /** Asks, and goes on before there is an answer; it will be in the list. */
    List<Reply> begin(Request request) {
        sequence++;
        List<Reply> replies = new ArrayList<>();
        group().submit(envelope(1, sequence, request), replies::add);
        return replies;
    }

    /** The files of the journal itself. */
    List<String> journalFiles() {
        return JournalRig.files(journalDisk);
    }

    /** Turns over one bit of a file. */
    static void flip(Disk disk, String name, long offset) {
        try (DiskFile file = disk.open(name)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            file.read(one, offset);
            one.put(0, (byte) (one.get(0) ^ 1));
            file.write(one.flip(), offset);
            file.force();
        }
    }
}
