package io.pfs.server.column;

import static io.pfs.server.column.SegmentRig.array;
import static io.pfs.server.column.SegmentRig.bytes;
import static io.pfs.server.column.SegmentRig.label;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.cell.CellHeader;
import io.pfs.cell.CellKey;
import io.pfs.cell.CellLabel;
import io.pfs.cell.CellReader;
import io.pfs.cell.Segment;
import io.pfs.cell.SegmentFile;
import io.pfs.row.CellLocation;
import io.pfs.server.column.SegmentRig.Written;
import io.pfs.testing.MemoryDisk;
import io.pfs.testing.Seeds;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class CellReaderTest {
    private final MemoryDisk disk = new MemoryDisk();
    private final SegmentRig rig = new SegmentRig(disk, 64 << 20);
    private final CountingPool pool = new CountingPool(rig.pool);
    private final SegmentFile file = new SegmentFile(pool, 1, CellBody.UNPACKER);
    private final Random random = new Random(1);

    private Written written(byte[] bytes, boolean isSqueezed) {
        rig.random(random, 100);
        CellLabel label = label(5, 6, 7);
        Written cell = isSqueezed ? rig.squeezed(label, bytes) : rig.plain(label, bytes);
        rig.random(random, 100);
        rig.writeAndForce();
        return cell;
    }

    private void assertCorrupt(CellLocation location, CellKey key, String... words) {
        PfsException e = assertThrows(PfsException.class, () -> CellReader.read(file, location, key));
        assertEquals(ErrorCode.CORRUPT, e.code(), e::toString);
        for (String word : words) {
            assertTrue(e.getMessage().contains(word), () -> word + " in: " + e);
        }
    }

    @Test
    void anotherCellThanExpectedIsRefused() {
        Written cell = written(new byte[1000], false);
        CellLocation at = cell.location();
        String file1 = Segment.fileName(1);
        String offset = Long.toString(at.offset());
        assertCorrupt(at, new CellKey(new FileId(8), new ColumnId(6)), file1, offset, "file-8", "file-5");
        assertCorrupt(at, new CellKey(new FileId(5), new ColumnId(1)), file1, offset, "column-1", "column-6");
        assertCorrupt(new CellLocation(1, at.offset(), 999), cell.key(), file1, offset, "999", "1000");
        assertCorrupt(new CellLocation(1, at.offset(), 1001), cell.key(), file1, offset, "1001", "1000");
        assertCorrupt(new CellLocation(1, at.offset() + 8, 1000), cell.key(), file1, "magic");
        assertCorrupt(new CellLocation(1, 1 << 30, 1000), cell.key(), file1, Long.toString(1 << 30));
        assertCorrupt(
                new CellLocation(1, at.offset(), Limits.CELL_BYTES_MAX + 1), cell.key(), file1, "at most 2097152");
    }

    @Test
    void aCopyOfARecordAtAnotherPlaceIsRefused() {
        Written cell = written(new byte[1000], false);
        byte[] bytes = disk.names().get(Segment.fileName(1)).bytes();
        int at = (int) cell.location().offset();
        byte[] copy = Arrays.copyOfRange(bytes, at, at + 1056);
        Written carrier = rig.plain(label(9, 0, 1), copy);
        rig.writeAndForce();
        long inner = carrier.location().offset() + 52;
        assertCorrupt(new CellLocation(1, inner, 1000), cell.key(), "checksum");
    }

    @Test
    void theSegmentMustBeThatOfTheLocation() {
        Written cell = written(new byte[10], false);
        CellLocation other = new CellLocation(2, cell.location().offset(), 10);
        PfsException e = assertThrows(PfsException.class, () -> CellReader.read(file, other, cell.key()));
        assertEquals(ErrorCode.INVARIANT_BROKEN, e.code());
    }

    @Test
    void partsAreWhatTheWholeHoldsThere() {
        Seeds.each("CellReaderTest#partsAreWhatTheWholeHoldsThere", 60, seed -> {
            Random choices = new Random(seed);
            int length = choices.nextInt(choices.nextBoolean() ? 1000 : 500_000);
            byte[] bytes = bytes(choices, length, choices.nextBoolean());
            SegmentRig one = new SegmentRig(new MemoryDisk(), 1 << 20);
            Written cell =
                    choices.nextBoolean() ? one.squeezed(label(5, 6, 7), bytes) : one.plain(label(5, 6, 7), bytes);
            one.writeAndForce();
            SegmentFile segment = new SegmentFile(one.pool, 1, CellBody.UNPACKER);
            for (int i = 0; i < 30; i++) {
                int from = choices.nextInt(length + 20);
                int count = choices.nextInt(choices.nextBoolean() ? 10 : length + 20);
                byte[] expected = Arrays.copyOfRange(
                        bytes,
                        Math.min(from, length),
                        Math.max(Math.min(from, length), Math.min(from + count, length)));
                byte[] part = array(CellReader.readPart(segment, cell.location(), cell.key(), from, count));
                assertArrayEquals(expected, part, "from " + from + ", " + count + " of " + length);
            }
            long far = Long.MAX_VALUE - 1;
            assertEquals(
                    0,
                    CellReader.readPart(segment, cell.location(), cell.key(), far, Integer.MAX_VALUE)
                            .remaining());
        });
    }

    @Test
    void partOfABigPlainCellReadsTheChunksItNeeds() {
        Written cell = written(bytes(random, Limits.CELL_BYTES_MAX, false), false);
        file.segment();
        pool.bytesRead = 0;
        pool.reads = 0;
        CellReader.readPart(file, cell.location(), cell.key(), 1_000_000, 100);
        assertEquals(2, pool.reads, "header and chunk");
        assertTrue(pool.bytesRead < CellHeader.CHUNK_BYTES + 200, pool.bytesRead + " bytes");
    }

    @Test
    void damageCostsThePartsItIsIn() {
        byte[] content = bytes(random, 300_000, false);
        Written cell = written(content, false);
        int body = (int) cell.location().offset() + CellHeader.length(content.length);
        disk.names().get(Segment.fileName(1)).bytes()[body + 100_000] ^= 4;
        CellKey key = cell.key();
        assertArrayEquals(
                Arrays.copyOf(content, 65_536), array(CellReader.readPart(file, cell.location(), key, 0, 65_536)));
        assertArrayEquals(
                Arrays.copyOfRange(content, 131_072, 300_000),
                array(CellReader.readPart(file, cell.location(), key, 131_072, 300_000)));
        PfsException e =
                assertThrows(PfsException.class, () -> CellReader.readPart(file, cell.location(), key, 65_535, 2));
        assertEquals(ErrorCode.CORRUPT, e.code());
        assertTrue(e.getMessage().contains(Integer.toString(body + 65_536)), "names the chunk: " + e);
        assertCorrupt(cell.location(), key, "checksum");
    }
}
