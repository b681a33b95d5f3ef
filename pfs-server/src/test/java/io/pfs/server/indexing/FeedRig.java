package io.pfs.server.indexing;

import io.pfs.Epoch;
import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.env.FaultPoints;
import io.pfs.env.system.InlineWorkers;
import io.pfs.env.system.SystemClock;
import io.pfs.hash.SliceOrder;
import io.pfs.kv.KvHome;
import io.pfs.kv.KvIndex;
import io.pfs.pool.local.LocalPool;
import io.pfs.query.index.Indexed;
import io.pfs.query.index.IndexedFields;
import io.pfs.row.Inline;
import io.pfs.row.Row;
import io.pfs.row.TableParent;
import io.pfs.row.TablePointer;
import io.pfs.row.TagValue;
import io.pfs.row.Tags;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.change.Change.RowRemoved;
import io.pfs.server.journal.ManualTimers;
import io.pfs.server.state.GroupContext;
import io.pfs.server.state.GroupContext.CheckpointScope;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.SliceLoader;
import io.pfs.server.state.SliceMemory;
import io.pfs.server.state.StorageLoader;
import io.pfs.server.state.TableState;
import io.pfs.server.table.SpreadRule;
import io.pfs.server.table.TableFacts;
import io.pfs.server.tag.IndexPlace;
import io.pfs.server.tag.PlanLimits;
import io.pfs.table.Policy;
import io.pfs.table.SpreadPolicy;
import io.pfs.testing.MemoryDisk;
import io.pfs.wire.Asker;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Shards whose records are applied by hand, and the index behind them, which is told when a test lets a worker work. */
final class FeedRig {
    static final ShardId SHARD = new ShardId(0);
    static final TableId TABLE = TableId.of(SHARD, 100);

    private static final long ROOT_SEED = 42;
    private static final int SHARDS = 4;
    private static final int KIND = 2;
    private static final byte ENTRY = 4;

    final ManualTimers timers = new ManualTimers();
    final InlineWorkers workers = new InlineWorkers();
    final GroupCounters counters = new GroupCounters();
    final IndexFeed feed;
    private final KvHome home;
    private final GroupContext context;
    private final SliceMemory memory;
    private final SliceLoader loader;
    private final Map<ShardId, ShardState> states = new TreeMap<>();

    FeedRig(KvHome home) {
        this.home = home;
        context = new GroupContext(
                new LocalPool(new MemoryDisk()),
                new SystemClock(),
                workers,
                FaultPoints.NONE,
                Limits.DEFAULT,
                new ServerId(0),
                7,
                new Epoch(1),
                64 << 20,
                ROOT_SEED,
                () -> 1,
                SHARDS,
                SpreadRule.DEFAULT,
                Asker.superuser("root", 0, List.of(0)),
                new IndexPlace(home, PlanLimits.USUAL, false),
                CheckpointScope.ALL);
        memory = new SliceMemory(context.sliceMemoryBytes(), context.limits(), context.clock(), counters);
        loader = new StorageLoader(context.pool(), workers, memory, counters);
        feed = new IndexFeed(context, counters, Optional.of(timers));
        feed.recovered(loader);
        follow(SHARD);
    }

    /** Another shard, with the same table in it. */
    ShardFeed follow(ShardId shard) {
        ShardState state = ShardState.empty(context, shard, loader, memory);
        states.put(shard, state);
        return feed.follow(state);
    }

    ShardFeed shard() {
        return feed.follow(state());
    }

    ShardState state() {
        return states.get(SHARD);
    }

    TableState table() {
        return state().tables().find(TABLE);
    }

    void apply(Change... changes) {
        apply(SHARD, changes);
    }

    void apply(ShardId shard, Change... changes) {
        ShardState state = states.get(shard);
        state.apply(state.applied() + 1, List.of(changes)).forEach(memory::account);
    }

    /** Makes the table, or lets these tags alone have indexes. */
    void index(ShardId shard, IndexedFields fields) {
        TableParent parent = new TableParent(TableId.of(SHARD, 1), SHARD, Optional.of(RowName.of("t")), 0);
        TablePointer pointer = new TablePointer(TABLE, shard, 0, 7);
        TableFacts facts = TableFacts.born(pointer, SpreadPolicy.NEVER, parent, Policy.DYNAMIC)
                .with(fields);
        byte[] row = facts.toRow(new FileId(1), 0755, 1, 1, 1000).toBytes();
        apply(shard, new RowPut(TableFacts.tableOfTables(shard).id(), TableFacts.rowName(TABLE), row));
    }

    void index(IndexedFields fields) {
        index(SHARD, fields);
    }

    static IndexedFields tags(String... names) {
        return IndexedFields.NONE.with(List.of(names).stream()
                .map(name -> (Indexed) new Indexed.OfTag(name))
                .toList());
    }

    static RowName name(int number) {
        return RowName.of("row-" + number);
    }

    static RowPut row(int number, Map<String, TagValue> tags) {
        Row empty = Row.emptyFile(new FileId(number), 0644, 1, 1, 1000);
        byte[] inline = Inline.EMPTY.with(new Tags(new TreeMap<>(tags))).toBytes();
        Row row = new Row(
                empty.fileId(),
                1,
                0,
                empty.times(),
                empty.mode(),
                empty.owner(),
                empty.group(),
                empty.kind(),
                empty.cells(),
                inline);
        return new RowPut(TABLE, name(number), row.toBytes());
    }

    static RowPut row(int number, long heat) {
        return row(number, Map.of("heat", new TagValue.OfLong(heat)));
    }

    static RowRemoved removed(int number) {
        return new RowRemoved(TABLE, name(number));
    }

    static SliceKey slice(int index) {
        return new SliceKey(TABLE, new SliceId(index));
    }

    /** Where a row stands in the order of the table. */
    long position(int number) {
        return SliceOrder.position(table().hash().of(name(number)));
    }

    /** Whether a row of this name would be in this shard. */
    boolean isHere(int number) {
        return table().sliceAt(table().hash().of(name(number))).isPresent();
    }

    /** Lets workers do all there is to do. */
    void run() {
        while (workers.poll()) {
            // until nothing is left to do
        }
    }

    KvIndex kv() {
        return home.open();
    }

    /** Where rows stand that have an entry in the index of this id, of the first shard. */
    Set<Long> indexed(int id) {
        Set<Long> positions = new TreeSet<>();
        kv().keys(new byte[] {0, 0, ENTRY}, new byte[] {0, 0, ENTRY + 1}, KvIndex.Direction.FORWARD, (key, length) -> {
            ByteBuffer bytes = ByteBuffer.wrap(key, 0, length);
            boolean isOfIndex = key[KIND] == ENTRY
                    && bytes.getLong(KIND + 1) == TABLE.value()
                    && bytes.getShort(KIND + 1 + Long.BYTES) == id;
            if (isOfIndex) {
                positions.add(bytes.getLong(length - Long.BYTES));
            }
            return true;
        });
        return positions;
    }
}
