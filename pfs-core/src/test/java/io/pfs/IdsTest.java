package io.pfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

final class IdsTest {
    @Test
    void everyIdHasItsRange() {
        requireRange(v -> new ColumnId((int) v), Limits.COLUMNS_MAX - 1);
        requireRange(v -> new ShardId((int) v), Limits.SHARDS_MAX - 1);
        requireRange(v -> new ServerId((int) v), Limits.SERVERS_MAX - 1);
        requireRange(v -> new SliceId((int) v), Limits.SLICES_MAX - 1);
        requireRange(Epoch::new, Long.MAX_VALUE);
        requireRange(FileId::new, Long.MAX_VALUE);
        requireRange(Generation::new, Long.MAX_VALUE);
        requireRange(v -> new Position(new Epoch(1), v), Long.MAX_VALUE);
        requireRange(v -> new RequestId(-1, -1, v), Long.MAX_VALUE);
        requireRange(v -> TableId.of(new ShardId(1), v), (1L << 48) - 1);
    }

    private static void requireRange(LongConsumer constructor, long max) {
        constructor.accept(0);
        constructor.accept(max);
        assertEquals(ErrorCode.OUT_OF_RANGE, refusal(constructor, -1).code());
        if (max < Long.MAX_VALUE) {
            PfsException refused = refusal(constructor, max + 1);
            assertEquals(ErrorCode.OUT_OF_RANGE, refused.code());
            assertTrue(refused.getMessage().contains("from 0 to " + max), refused.getMessage());
            assertTrue(refused.getMessage().contains("is " + (max + 1)), refused.getMessage());
        }
    }

    private static PfsException refusal(LongConsumer constructor, long value) {
        return assertThrows(PfsException.class, () -> constructor.accept(value));
    }

    @Test
    void aTableIdIsItsMakerAndASequence() {
        TableId id = TableId.of(new ShardId(0xffff), 7);
        assertEquals(new ShardId(0xffff), id.maker());
        assertEquals(7, id.sequence());
        assertEquals("table-ffff000000000007", id.toString());
        assertTrue(id.compareTo(TableId.of(new ShardId(1), 9)) > 0, "unsigned");
    }

    @Test
    void positionsAreOrderedByEpochThenSequence() {
        Position late = new Position(new Epoch(2), 1);
        assertTrue(Position.START.compareTo(late) < 0);
        assertTrue(new Position(new Epoch(1), 100).compareTo(late) < 0);
        assertTrue(new Position(new Epoch(2), 2).compareTo(late) > 0);
        assertEquals("2:1", late.toString());
    }

    @Test
    void sliceKeysAreOrderedByTableThenSlice() {
        SliceKey key = new SliceKey(new TableId(5), new SliceId(6));
        assertTrue(key.compareTo(new SliceKey(new TableId(5), new SliceId(7))) < 0);
        assertTrue(key.compareTo(new SliceKey(new TableId(6), new SliceId(0))) < 0);
        assertEquals(0, key.compareTo(new SliceKey(new TableId(5), new SliceId(6))));
        assertEquals("table-5/slice-6", key.toString());
    }

    @Test
    void idsSayWhatTheyAre() {
        assertEquals("shard-3", new ShardId(3).toString());
        assertEquals("server-3", new ServerId(3).toString());
        assertEquals("slice-3", new SliceId(3).toString());
        assertEquals("column-3", new ColumnId(3).toString());
        assertEquals("epoch-3", new Epoch(3).toString());
        assertEquals("file-ff", new FileId(255).toString());
        assertEquals("generation-3", new Generation(3).toString());
        assertEquals("00000000000000010000000000000002#3", new RequestId(1, 2, 3).toString());
    }
}
