package io.pfs.server.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.row.CellLocation;
import io.pfs.server.change.Change.CellsCounted;
import io.pfs.server.change.Change.Count;
import io.pfs.server.change.Change.IndirectLeft;
import io.pfs.server.change.Change.IndirectSettled;
import io.pfs.server.change.Change.Mark;
import io.pfs.server.change.Change.SegmentsCounted;
import io.pfs.server.change.Change.SegmentsDropped;
import io.pfs.server.change.Change.Total;
import io.pfs.testing.Damage;
import io.pfs.testing.Golden;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The changes that say what of segments is needed. */
final class CountCodecTest {
    private static final CellLocation RECORD = new CellLocation(2, 4096, 200);

    private static final List<Change> OF_ROWS = List.of(
            new CellsCounted(List.of(new Count(1, 0, 56), new Count(300, 70_000, 0))),
            new IndirectLeft(new FileId(0x31), RECORD),
            new IndirectSettled(RECORD),
            new SegmentsDropped(List.of(1L, 300L)));

    private static final List<Change> OF_ALL = List.of(new SegmentsCounted(
            1,
            3,
            300,
            List.of(new Mark(new ShardId(0), 5), new Mark(new ShardId(1023), 1000)),
            List.of(new Total(2, 1000, 200), new Total(300, 70_000, 70_000)),
            List.of(new IndirectLeft(new FileId(0x31), RECORD))));

    private static byte[] encode(List<Change> changes) {
        ByteWriter out = new ByteWriter(64);
        ChangeCodec.encode(changes, out);
        return out.toBytes();
    }

    private static List<Change> decode(byte[] bytes) {
        return ChangeCodec.decode(new ByteReader("some-record", bytes));
    }

    @Test
    void goldenBytes() {
        Golden.check(CountCodecTest.class, "counts-v1", encode(OF_ROWS));
        Golden.check(CountCodecTest.class, "segments-counted-v1", encode(OF_ALL));
    }

    @Test
    void whatIsWrittenIsRead() {
        assertEquals(OF_ROWS, decode(encode(OF_ROWS)));
        assertEquals(OF_ALL, decode(encode(OF_ALL)));
    }

    @Test
    void aCountOfAllIsKnownByItsFirstBytes() {
        byte[] all = encode(OF_ALL);
        byte[] rows = encode(OF_ROWS);
        assertTrue(ChangeCodec.isCount(all, 0, all.length));
        assertFalse(ChangeCodec.isCount(rows, 0, rows.length));
        assertFalse(ChangeCodec.isCheckpoint(all, 0, all.length));
    }

    @Test
    void everyPrefixIsRefused() {
        for (List<Change> changes : List.of(OF_ROWS, OF_ALL)) {
            Damage.eachPrefix(encode(changes), (bytes, what) -> {
                PfsException refusal = assertThrows(PfsException.class, () -> decode(bytes), what);
                assertEquals(ErrorCode.CORRUPT, refusal.code(), what);
            });
        }
    }

    @Test
    void everyFlippedBitIsRefusedOrReadAsOtherChanges() {
        for (List<Change> changes : List.of(OF_ROWS, OF_ALL)) {
            Damage.eachBitFlip(encode(changes), (bytes, what) -> {
                try {
                    assertFalse(decode(bytes).equals(changes), what);
                } catch (PfsException e) {
                    assertEquals(ErrorCode.CORRUPT, e.code(), what);
                }
            });
        }
    }
}
