package io.pfs.server.tag;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.hash.SliceOrder;
import io.pfs.query.Field;
import io.pfs.query.index.Indexed;
import io.pfs.query.index.IndexedFields;
import io.pfs.row.TagValue;
import io.pfs.testing.Golden;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class IndexBatchTest {
    private static final ShardId SHARD = new ShardId(0x0506);
    private static final TableId TABLE = SomeRows.TABLE;
    private static final Field HOT = Field.ofTag("hot");
    private static final IndexedFields FIELDS =
            IndexedFields.NONE.with(List.of(new Indexed.OfTag("hot"), new Indexed.OfTag("cold")));
    private static final long HERE = 0x1122_3344_5566_7788L;

    private final MapKvIndex index = new MapKvIndex();
    private final IndexBatch batch = new IndexBatch(index, SHARD, SomeRows.SOURCE);
    private final ShardIndex shard = new ShardIndex(index, SHARD);

    private void rowIs(String name, long position, Object... hot) {
        batch.rowIs(
                TABLE,
                FIELDS,
                position,
                SomeRows.stored(
                        RowName.of(name), hot.length == 0 ? Map.of() : Map.of(HOT, new TagValue.OfLong((int) hot[0]))));
    }

    private void rowIsGone(String name) {
        batch.rowIsGone(TABLE, HERE, RowName.of(name));
    }

    private int written() {
        index.batches().clear();
        batch.write();
        return index.batches().stream().mapToInt(each -> each.entries().size()).sum();
    }

    private long entries() {
        KeySpan span = new IndexKeys(SHARD).entries(TABLE.value());
        return index.entries().subMap(span.from(), span.to()).size();
    }

    @Test
    void goldenBytes() {
        rowIs("a", HERE, 3);
        rowIs("b", HERE, 3);
        batch.complete(TABLE, List.of(0, 300));
        batch.isAt(0x0708);
        batch.write();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        index.entries().forEach((key, value) -> {
            all.writeBytes(key);
            all.writeBytes(value);
        });
        Golden.check(IndexBatchTest.class, "index-v2", all.toByteArray());
    }

    @Test
    void nothingIsWrittenWhereNothingChanged() {
        rowIs("a", HERE, 3);
        assertEquals(2, written(), "a bucket and an entry");
        rowIs("a", HERE, 3);
        assertEquals(0, written());
        rowIs("b", HERE + 1);
        rowIsGone("c");
        assertEquals(0, written(), "rows without a value are not kept");
        rowIs("a", HERE, 4);
        rowIs("a", HERE, 5);
        rowIs("a", HERE, 3);
        assertEquals(0, written(), "it is as it was");
        rowIs("a", HERE, 4);
        assertEquals(3, written(), "a bucket, an entry less, an entry more");
        rowIs("a", HERE);
        assertEquals(2, written());
        assertTrue(index.entries().isEmpty());
        assertEquals(0, batch.bytes());
    }

    @Test
    void anEntryStaysAsLongAsOneOfTwoNamesHasTheValue() {
        rowIs("a", HERE, 3);
        rowIs("b", HERE, 3);
        batch.write();
        assertEquals(1, entries());
        rowIs("a", HERE, 4);
        batch.write();
        assertEquals(2, entries());
        rowIs("a", HERE, 3);
        rowIsGone("a");
        batch.write();
        assertEquals(1, entries());
        rowIsGone("b");
        batch.write();
        assertTrue(index.entries().isEmpty());
    }

    @Test
    void aBatchSeesItsOwnOperations() {
        rowIs("a", HERE, 3);
        rowIsGone("a");
        rowIs("b", HERE, 4);
        batch.intervalIsGone(TABLE, new SliceOrder.Interval(HERE, HERE));
        rowIs("c", HERE, 5);
        batch.write();
        assertEquals(1, entries());
        assertEquals(2, index.entries().size());
    }

    @Test
    void anIntervalOfManyRowsGoesAndLeavesItsNeighbours() {
        for (int i = 0; i < 3000; i++) {
            rowIs("n" + i, i, i % 7);
        }
        batch.intervalIsGone(TABLE, new SliceOrder.Interval(1, 2998));
        assertEquals(2, entries());
        batch.intervalIsGone(TABLE, SliceOrder.interval(0, 0));
        assertTrue(index.entries().isEmpty());
    }

    @Test
    void theLastPositionsAndTablesArePartOfAll() {
        TableId last = new TableId(-1);
        batch.rowIs(last, FIELDS, -1, SomeRows.stored(RowName.of("z"), Map.of(HOT, new TagValue.OfBoolean(true))));
        rowIs("a", 0, 3);
        batch.complete(last, List.of(0));
        assertEquals(List.of(TABLE, last), shard.tables());
        batch.intervalIsGone(last, SliceOrder.interval(1, 1));
        assertEquals(1, entries());
        batch.tableIsGone(last);
        assertEquals(List.of(TABLE), shard.tables());
        batch.tableIsGone(TABLE);
        assertTrue(index.entries().isEmpty());
    }

    @Test
    void onlyCompleteIndexesAreAsked() {
        assertTrue(shard.complete(TABLE, FIELDS).isEmpty());
        batch.complete(TABLE, List.of(1));
        assertEquals(FIELDS.without(List.of(new Indexed.OfTag("hot"))), shard.complete(TABLE, FIELDS));
        batch.complete(TABLE, List.of(0, 7));
        assertEquals(FIELDS, shard.complete(TABLE, FIELDS));
        batch.incomplete(TABLE, List.of(0));
        batch.fieldsAreGone(TABLE, List.of(7, 1));
        assertTrue(index.entries().isEmpty());
    }

    @Test
    void theStateSaysWhoseTheIndexIsAndHowFarItCame() {
        assertEquals(Optional.empty(), shard.state());
        batch.isAt(Long.MAX_VALUE);
        batch.write();
        assertEquals(Optional.of(new IndexState(SomeRows.SOURCE, Long.MAX_VALUE, Long.MAX_VALUE)), shard.state());
        assertEquals(Optional.empty(), new ShardIndex(index, new ShardId(0)).state());
        byte[] key = new IndexKeys(SHARD).state();
        byte[] otherVersion = index.entries().get(key).clone();
        otherVersion[0]++;
        index.entries().put(key, otherVersion);
        assertEquals(Optional.empty(), shard.state(), "of another version");
        index.entries().put(key, Arrays.copyOf(new IndexState(SomeRows.SOURCE, 2, 2).toBytes(), 34));
        assertEquals(Optional.empty(), shard.state(), "damaged");
    }

    @Test
    void valuesAreCutAndRangesToldApartNoMoreThanThat() {
        for (int length = 505; length < 530; length++) {
            TagValue value = new TagValue.OfString("x".repeat(length));
            batch.rowIs(TABLE, FIELDS, length, SomeRows.stored(RowName.of("n" + length), Map.of(HOT, value)));
        }
        batch.write();
        assertEquals(25, entries());
        int longest = index.entries().keySet().stream()
                .mapToInt(key -> key.length)
                .max()
                .orElse(0);
        assertEquals(13 + 512 + 8, longest);
    }

    @Test
    void aDamagedBucketIsRefused() {
        rowIs("a", HERE, 3);
        rowIs("b", HERE, 4);
        batch.write();
        byte[] key = new IndexKeys(SHARD).base(TABLE.value(), HERE);
        byte[] whole = index.entries().get(key);
        for (int length = 1; length < whole.length; length++) {
            if (length != whole.length / 2) { // one row alone is a bucket, too
                index.entries().put(key, Arrays.copyOf(whole, length));
                PfsException refusal = assertThrows(PfsException.class, () -> rowIsAnew(SHARD));
                assertEquals(ErrorCode.CORRUPT, refusal.code());
            }
        }
        index.entries().put(key, new byte[] {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 1});
        assertThrows(PfsException.class, () -> rowIsAnew(SHARD));
    }

    private void rowIsAnew(ShardId of) {
        IndexBatch other = new IndexBatch(index, of, SomeRows.SOURCE);
        other.rowIs(TABLE, FIELDS, HERE, SomeRows.stored(RowName.of("a"), Map.of()));
        other.write();
    }

    @Test
    void aShardGoesAlone() {
        IndexBatch next = new IndexBatch(index, new ShardId(SHARD.value() + 1), SomeRows.SOURCE);
        next.isAt(1);
        next.write();
        rowIs("a", HERE, 3);
        batch.isAt(5);
        batch.shardIsGone();
        batch.write();
        assertEquals(1, index.entries().size());
        assertFalse(shard.state().isPresent());
    }
}
