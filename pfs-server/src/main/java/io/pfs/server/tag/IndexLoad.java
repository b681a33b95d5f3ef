package io.pfs.server.tag;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.kv.KvBatch;
import io.pfs.kv.KvIndex;
import io.pfs.query.index.IndexedField;
import io.pfs.query.index.IndexedFields;
import java.util.BitSet;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Puts into an index what was shown of a shard of another one by {@link IndexWalk}, as far as somebody still wants it. How far it goes
 * comes last: a crash before that leaves what nobody believes.
 */
public final class IndexLoad {
    private static final int BATCH_BYTES = 1 << 20;
    /** What an entry takes beside its bytes, about. */
    private static final int ENTRY_BYTES = 100;

    private final KvIndex index;
    private final IndexKeys keys;
    private final ShardId shard;
    private final Optional<Map<TableId, IndexedFields>> wanted;
    private KvBatch batch = new KvBatch();
    private long batchBytes;
    private long entries;
    private Optional<TableId> table = Optional.empty();
    private final BitSet idsWanted = new BitSet();

    /** @param wanted the fields of each table that have indexes now; all that there are, if nobody knows yet */
    public IndexLoad(KvIndex index, ShardId shard, Optional<Map<TableId, IndexedFields>> wanted) {
        this.index = index;
        this.keys = new IndexKeys(shard);
        this.shard = shard;
        this.wanted = wanted;
    }

    /** What was there of the shard goes. */
    public void begin() {
        KeySpan all = keys.all();
        index.write(new KvBatch().deleteRange(all.from(), all.to()));
    }

    public void entry(byte[] key, byte[] value) {
        if (!IndexKeys.isEntryOf(shard, key)) {
            throw new PfsException(ErrorCode.CORRUPT, "an entry of an index is of no table of " + shard);
        }
        goTo(IndexKeys.tableAt(key));
        if (IndexKeys.isComplete(key)) {
            TreeSet<Integer> ids = new TreeSet<>(CompleteIds.decode(value).ids());
            ids.removeIf(id -> !idsWanted.get(id));
            if (!ids.isEmpty()) {
                put(key, new CompleteIds(ids).toBytes());
            }
        } else if (IndexKeys.isBase(key) ? !idsWanted.isEmpty() : idsWanted.get(IndexKeys.indexAt(key))) {
            put(key, value);
        }
    }

    private void goTo(TableId next) {
        if (!table.equals(Optional.of(next))) {
            table = Optional.of(next);
            idsWanted.clear();
            wanted.ifPresentOrElse(
                    tables -> tables.getOrDefault(next, IndexedFields.NONE).fields().stream()
                            .map(IndexedField::id)
                            .forEach(idsWanted::set),
                    () -> idsWanted.set(0, IndexedFields.IDS_MAX));
        }
    }

    private void put(byte[] key, byte[] value) {
        batch.put(key, value);
        batchBytes += ENTRY_BYTES + key.length + value.length;
        entries++;
        if (batchBytes > BATCH_BYTES) {
            write();
        }
    }

    private void write() {
        index.write(batch);
        batch = new KvBatch();
        batchBytes = 0;
    }

    /** That was all, and it goes so far. */
    public void end(IndexState state) {
        batch.put(keys.state(), state.toBytes());
        write();
    }

    /** Nothing of it is left. */
    public void giveUp() {
        begin();
    }

    /** How many there are. */
    public long entries() {
        return entries;
    }
}
