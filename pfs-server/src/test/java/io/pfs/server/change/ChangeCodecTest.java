package io.pfs.server.change;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.row.CellLocation;
import io.pfs.row.Row;
import io.pfs.server.change.Change.CellKept;
import io.pfs.server.change.Change.CellsMoved;
import io.pfs.server.change.Change.CellsWaiting;
import io.pfs.server.change.Change.CheckpointDone;
import io.pfs.server.change.Change.LeasesReturned;
import io.pfs.server.change.Change.Move;
import io.pfs.server.change.Change.NamesChanged;
import io.pfs.server.change.Change.ReplyKept;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.change.Change.RowRemoved;
import io.pfs.server.change.Change.SliceAdopted;
import io.pfs.server.change.Change.SliceGiven;
import io.pfs.server.change.Change.SliceSplit;
import io.pfs.server.change.Change.ValidFile;
import io.pfs.testing.Damage;
import io.pfs.testing.Golden;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ChangeCodecTest {
    private static final TableId TABLE = new TableId(0x0102_0304_0506_0708L);
    private static final RowName NAME = RowName.of("a.jpg");

    /** One change of each kind but the checkpoint, which stands alone. */
    private static List<Change> oneOfEach() {
        byte[] row = Row.emptyFile(new FileId(0x31), 0644, 501, 20, 1_700_000_000_000L)
                .toBytes();
        return List.of(
                new RowPut(TABLE, NAME, row),
                new RowRemoved(TABLE, RowName.of("b")),
                new SliceSplit(new SliceKey(TABLE, new SliceId(300)), 9),
                new ReplyKept(
                        new RequestId(0x11, 0x22, 200),
                        199,
                        TABLE,
                        0x4142_4344_4546_4748L,
                        1_700_000_000_000L,
                        new byte[] {1, 2}),
                new CellKept(new ColumnId(300), true, new byte[] {0x61, 0x62, 0x63}),
                new CellsMoved(
                        TABLE,
                        NAME,
                        new FileId(0x31),
                        List.of(
                                new Move(0, Change.placeInJournal(5, 1, 3), new CellLocation(1, 64, 3)),
                                new Move(5, Change.placeInJournal(6, 0, 200), new CellLocation(2, 4096, 200))),
                        List.of(5L * Change.CELLS_KEPT_MAX + 1, 6L * Change.CELLS_KEPT_MAX, 4L)),
                new NamesChanged(TABLE, 1_700_000_000_000L),
                new SliceAdopted(new SliceKey(TABLE, new SliceId(300)), 9),
                new SliceGiven(new SliceKey(TABLE, new SliceId(300))));
    }

    private static List<Change> checkpoint() {
        return List.of(new CheckpointDone(7, 300, List.of(new ValidFile(1, 4096), new ValidFile(2, 70_000))));
    }

    private static List<Change> checkpointBehindCells() {
        return List.of(new CheckpointDone(7, 300, List.of(new ValidFile(1, 4096))), new CellsWaiting(200));
    }

    private static List<Change> leases() {
        return List.of(new LeasesReturned(0x1112_1314_1516_1718L));
    }

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
        Golden.check(ChangeCodecTest.class, "changes-v1", encode(oneOfEach()));
        Golden.check(ChangeCodecTest.class, "checkpoint-v1", encode(checkpoint()));
        Golden.check(ChangeCodecTest.class, "checkpoint-behind-cells-v1", encode(checkpointBehindCells()));
        Golden.check(ChangeCodecTest.class, "leases-returned-v1", encode(leases()));
    }

    @Test
    void whatIsWrittenIsRead() {
        for (List<Change> changes : List.of(oneOfEach(), checkpoint(), checkpointBehindCells())) {
            byte[] bytes = encode(changes);
            List<Change> read = decode(bytes);
            assertEquals(changes.size(), read.size());
            assertArrayEquals(bytes, encode(read));
            for (int i = 0; i < changes.size(); i++) {
                assertEquals(changes.get(i).getClass(), read.get(i).getClass());
            }
        }
        assertEquals(checkpoint(), decode(encode(checkpoint())));
        assertEquals(leases(), decode(encode(leases())));
        List<Change> moves =
                oneOfEach().stream().filter(CellsMoved.class::isInstance).toList();
        assertEquals(moves, decode(encode(moves)));
    }

    @Test
    void theLastWordAboutLeasesIsKnownByItsFirstBytes() {
        byte[] leases = encode(leases());
        assertTrue(ChangeCodec.isOfLeases(leases, 0, leases.length));
        byte[] checkpoint = encode(checkpoint());
        assertFalse(ChangeCodec.isOfLeases(checkpoint, 0, checkpoint.length));
        assertFalse(ChangeCodec.isOfLeases(leases, 0, 1));
    }

    @Test
    void aCheckpointIsKnownByItsFirstBytes() {
        byte[] checkpoint = encode(checkpoint());
        byte[] others = encode(oneOfEach());
        assertTrue(ChangeCodec.isCheckpoint(checkpoint, 0, checkpoint.length));
        assertTrue(!ChangeCodec.isCheckpoint(others, 0, others.length));
        assertTrue(!ChangeCodec.isCheckpoint(checkpoint, 0, 1));
    }

    @Test
    void everyPrefixIsRefused() {
        for (List<Change> changes : List.of(oneOfEach(), checkpoint())) {
            Damage.eachPrefix(encode(changes), (bytes, what) -> {
                PfsException refusal = assertThrows(PfsException.class, () -> decode(bytes), what);
                assertEquals(ErrorCode.CORRUPT, refusal.code(), what);
                assertTrue(refusal.getMessage().contains("some-record"), refusal.getMessage());
            });
        }
    }

    @Test
    void everyFlippedBitIsRefusedOrReadAsOtherChanges() {
        for (List<Change> changes : List.of(oneOfEach(), checkpoint())) {
            Damage.eachBitFlip(encode(changes), (bytes, what) -> readAndCanonical(bytes));
        }
    }

    /** Refused as ours refuse, or changes that have exactly these bytes. The journal's checksum stands before this. */
    static void readAndCanonical(byte[] bytes) {
        List<Change> read;
        try {
            read = decode(bytes);
        } catch (PfsException e) {
            assertTrue(e.code() == ErrorCode.CORRUPT || e.code() == ErrorCode.NAME_INVALID, e.getMessage());
            return;
        }
        assertArrayEquals(bytes, encode(read));
    }
}
