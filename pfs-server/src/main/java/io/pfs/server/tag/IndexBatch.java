package io.pfs.server.tag;

import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.format.ByteWriter;
import io.pfs.hash.SliceOrder;
import io.pfs.kv.KvBatch;
import io.pfs.kv.KvIndex;
import io.pfs.query.index.IndexedFields;
import io.pfs.server.search.StoredRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Lets the index of one shard follow its rows: what happened to them comes in its order, and takes effect together with how far the
 * index came, by {@link #write}; then it is empty, and used again. It sees its own earlier operations.
 *
 * <p>What happens to many rows at once writes what came before it, and then itself, piece by piece. If a crash comes between these
 * and the word how far the index is, the same operations come again, and lead to the same; or, if the journal lost them, the index is
 * known to know too much.
 */
public final class IndexBatch {
    /** Buckets that are read before they are deleted. */
    private static final int GONE_BUCKETS = 1024;
    /** Tables for whose indexes something is kept ready. */
    private static final int TABLES_READY_MAX = 1024;

    private final KvIndex index;
    private final ShardId shard;
    private final IndexKeys keys;
    private final IndexSource source;
    private final Buckets buckets;
    private final Map<TableId, FieldValues> readyByTable = new HashMap<>();
    private final ByteWriter values = new ByteWriter(256);
    /** How far the index is, if it is anywhere. */
    private Optional<IndexState> state;

    private Optional<IndexState> stateWritten;

    /** A bucket that was read. */
    private record Gone(long position, byte[] bucket) {}

    /** Of a shard. */
    public IndexBatch(KvIndex index, ShardId shard, IndexSource source) {
        this.index = index;
        this.keys = new IndexKeys(shard);
        this.source = source;
        this.buckets = new Buckets(index, keys);
        this.shard = shard;
        this.state = read();
        this.stateWritten = state;
    }

    private Optional<IndexState> read() {
        return new ShardIndex(index, shard)
                .state()
                .filter(known -> known.source().seed() == source.seed());
    }

    /** Somebody else put into the index what is known of the shard. */
    public void isLoaded() {
        write();
        state = read();
        stateWritten = state;
    }

    /** A row is as it is now, whatever it was. */
    public void rowIs(TableId table, IndexedFields fields, long position, StoredRow row) {
        values.clear();
        ready(table, fields).write(row, values);
        buckets.set(table.value(), position, row.nameBytes(), row.nameAt(), row.nameLength(), values);
    }

    private FieldValues ready(TableId table, IndexedFields fields) {
        FieldValues known = readyByTable.get(table);
        if (known != null && known.isOf(fields)) {
            return known;
        } else if (readyByTable.size() >= TABLES_READY_MAX) {
            readyByTable.clear();
        }
        FieldValues made = new FieldValues(fields);
        readyByTable.put(table, made);
        return made;
    }

    /** There is no row of this name. */
    public void rowIsGone(TableId table, long position, RowName name) {
        values.clear();
        buckets.set(table.value(), position, name.sharedBytes(), 0, name.length(), values);
    }

    /**
     * What comes next is of this record of the journal, or of rows as they are after it. That is written with whatever of it is
     * written first: should the journal lose the record, the index is known to know too much.
     */
    public void begins(long record) {
        state = state.map(known -> new IndexState(source, known.sequence(), Math.max(known.told(), record)));
    }

    /** The index knows all up to this record of the journal. */
    public void isAt(long newest) {
        long told = state.map(known -> Math.max(known.told(), newest)).orElse(newest);
        state = Optional.of(new IndexState(source, newest, told));
    }

    /** Bytes of memory that wait to be written, about. */
    public long bytes() {
        return buckets.bytes();
    }

    /** All of it takes effect. */
    public void write() {
        KvBatch batch = new KvBatch();
        buckets.drainTo(batch);
        addState(batch);
        writeIfAny(batch);
    }

    private void addState(KvBatch batch) {
        if (!state.equals(stateWritten)) {
            state.ifPresent(now -> batch.put(keys.state(), now.toBytes()));
            stateWritten = state;
        }
    }

    private void writeIfAny(KvBatch batch) {
        if (!batch.entries().isEmpty()) {
            index.write(batch);
        }
    }

    /** The rows of a table that stand there are in another shard now, or nowhere. */
    public void intervalIsGone(TableId table, SliceOrder.Interval interval) {
        write();
        KeySpan span = keys.base(table.value(), interval);
        byte[] from = span.from();
        List<Gone> some = some(from, span.to());
        while (!some.isEmpty()) {
            KvBatch batch = new KvBatch();
            some.forEach(gone -> buckets.remove(table.value(), gone.position, gone.bucket, batch));
            index.write(batch);
            // from behind the last one: the store is slow where many keys were just deleted
            from = IndexKeys.next(keys.base(table.value(), some.get(some.size() - 1).position));
            some = some.size() < GONE_BUCKETS ? List.of() : some(from, span.to());
        }
    }

    private List<Gone> some(byte[] from, byte[] to) {
        List<Gone> some = new ArrayList<>();
        index.scan(from, to, (key, bucket) -> {
            some.add(new Gone(IndexKeys.positionAt(key, key.length), bucket));
            return some.size() < GONE_BUCKETS;
        });
        return some;
    }

    /** The table is not in this shard any more, or has no index. */
    public void tableIsGone(TableId table) {
        write();
        readyByTable.remove(table);
        KvBatch batch = new KvBatch().delete(keys.complete(table.value()));
        deleteAll(keys.entries(table.value()), batch);
        deleteAll(keys.base(table.value()), batch);
        index.write(batch);
    }

    /**
     * Some of a table's indexes are no longer wanted. What buckets say of them stays until their rows change, which is cheaper, and
     * nobody asks: ids are never used again. If no index is left, {@link #tableIsGone} is what happened.
     */
    public void fieldsAreGone(TableId table, Collection<Integer> ids) {
        write();
        readyByTable.remove(table);
        KvBatch batch = new KvBatch();
        ids.forEach(id -> deleteAll(keys.entries(table.value(), id), batch));
        changeComplete(table, complete -> complete.without(ids), batch);
        writeIfAny(batch);
    }

    /** These indexes know all rows of the table that are in this shard, from now on. */
    public void complete(TableId table, Collection<Integer> ids) {
        changeCompleteNow(table, complete -> complete.with(ids));
    }

    /** These indexes may lack rows. */
    public void incomplete(TableId table, Collection<Integer> ids) {
        changeCompleteNow(table, complete -> complete.without(ids));
    }

    private void changeCompleteNow(TableId table, UnaryOperator<CompleteIds> change) {
        write();
        KvBatch batch = new KvBatch();
        changeComplete(table, change, batch);
        writeIfAny(batch);
    }

    private void changeComplete(TableId table, UnaryOperator<CompleteIds> change, KvBatch batch) {
        byte[] key = keys.complete(table.value());
        CompleteIds before = index.get(key).map(CompleteIds::decode).orElse(CompleteIds.NONE);
        CompleteIds after = change.apply(before);
        if (after.ids().isEmpty()) {
            batch.delete(key);
        } else if (!after.equals(before)) {
            batch.put(key, after.toBytes());
        }
    }

    /** Nothing of the shard is left. */
    public void shardIsGone() {
        write();
        readyByTable.clear();
        state = Optional.empty();
        stateWritten = state;
        KvBatch batch = new KvBatch();
        deleteAll(keys.all(), batch);
        index.write(batch);
    }

    private static void deleteAll(KeySpan span, KvBatch batch) {
        KvBatch unused = batch.deleteRange(span.from(), span.to());
    }
}
