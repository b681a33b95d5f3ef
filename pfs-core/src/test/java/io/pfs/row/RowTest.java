package io.pfs.row;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.testing.Damage;
import io.pfs.testing.Golden;
import io.pfs.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class RowTest {
    private static final String FILE = "some-file";
    private static final long U48_MAX = (1L << 48) - 1;

    @Test
    void goldenBytes() {
        Row row = golden();
        Golden.check(RowTest.class, "row-v1", row.toBytes());
        assertEquals(row, decode(row.toBytes()));
    }

    /** Every field differs from every other, and two cells and the indirect record are there. */
    private static Row golden() {
        List<Optional<CellLocation>> cells =
                new ArrayList<>(Collections.nCopies(RowLayout.CELL_SLOTS, Optional.empty()));
        cells.set(0, Optional.of(new CellLocation(0x0102030405L, 0x1112131415L, 0x21222324)));
        cells.set(3, Optional.of(new CellLocation(CellLocation.SEGMENT_MAX, CellLocation.OFFSET_MAX, 1)));
        cells.set(RowLayout.INDIRECT_SLOT, Optional.of(new CellLocation(7, 8, 9)));
        Row.Times times = new Row.Times(0x515253545556L, 0x616263646566L, 0x717273747576L);
        byte[] inline = "../target".getBytes(StandardCharsets.US_ASCII);
        FileId fileId = new FileId(0x3132333435363738L);
        return new Row(fileId, 0x414243444546L, 0x21222324, times, 0120777, 501, -2, RowKind.SYMLINK, cells, inline);
    }

    @Test
    void whatIsWrittenIsRead() {
        Seeds.each("RowTest", 300, seed -> {
            Row row = random(new Random(seed));
            byte[] bytes = row.toBytes();
            Row read = decode(bytes);
            assertEquals(row, read);
            assertArrayEquals(bytes, read.toBytes());
            assertEquals(row.times(), read.times());
            assertEquals(row.cells(), read.cells());
            assertEquals(bytes.length, RowLayout.length(bytes, 0));
            assertEquals(row.size(), RowLayout.u48(bytes, RowLayout.SIZE));
            assertEquals(row.times().atimeMillis(), RowLayout.u48(bytes, RowLayout.ATIME));
        });
    }

    private static Row random(Random random) {
        List<Optional<CellLocation>> cells = new ArrayList<>();
        for (int slot = 0; slot < RowLayout.CELL_SLOTS; slot++) {
            CellLocation location = new CellLocation(
                    random.nextLong() & U48_MAX, random.nextLong() & U48_MAX, random.nextInt() & Integer.MAX_VALUE);
            cells.add(random.nextBoolean() ? Optional.of(location) : Optional.empty());
        }
        byte[] inline = new byte[random.nextInt(4) == 0 ? Limits.ROW_INLINE_BYTES_MAX : random.nextInt(40)];
        random.nextBytes(inline);
        Row.Times times = new Row.Times(random.nextLong() & U48_MAX, 0, U48_MAX);
        RowKind kind = RowKind.ofNumber(1 + random.nextInt(3));
        FileId fileId = new FileId(random.nextLong() & Long.MAX_VALUE);
        long version = random.nextLong() & U48_MAX;
        int mode = random.nextInt(1 << 16);
        return new Row(fileId, version, random.nextInt(9), times, mode, random.nextInt(), 0, kind, cells, inline);
    }

    @Test
    void theLargestRowIsWithinItsLimit() {
        CellLocation location = new CellLocation(1, 2, 3);
        Row row = new Row(
                new FileId(1),
                1,
                1,
                Row.Times.all(1),
                0,
                0,
                0,
                RowKind.FILE,
                Collections.nCopies(RowLayout.CELL_SLOTS, Optional.of(location)),
                new byte[Limits.ROW_INLINE_BYTES_MAX]);
        assertEquals(RowLayout.BYTES_MAX, row.toBytes().length);
    }

    @Test
    void aRowIsReadWhereItStands() {
        byte[] bytes = golden().toBytes();
        byte[] two = new ByteWriter(0).u8(0).bytes(bytes).bytes(bytes).u8(0).toBytes();
        ByteReader in = new ByteReader(FILE, 100, two, 1, two.length - 1);
        assertEquals(golden(), Row.decode(in));
        assertEquals(1 + bytes.length, RowLayout.skip(in));
        in.expectEnd("rows");
    }

    @Test
    void everyPrefixIsRefused() {
        Damage.eachPrefix(golden().toBytes(), (prefix, what) -> {
            PfsException refused = assertThrows(PfsException.class, () -> decode(prefix), what);
            assertEquals(ErrorCode.CORRUPT, refused.code(), what);
            assertTrue(refused.getMessage().contains(FILE + " is damaged at offset "), refused.getMessage());
        });
    }

    @Test
    void everyFlippedBitIsRefusedOrIsAnotherRow() {
        int[] refused = new int[1];
        Damage.eachBitFlip(golden().toBytes(), (damaged, what) -> refused[0] += isReadAndCanonical(damaged) ? 0 : 1);
        assertTrue(refused[0] > 20, "kind, mask, lengths and the high bit of the file id: " + refused[0]);
    }

    @Test
    void fieldsThatNoEncoderWroteAreRefused() {
        requireRefused(RowLayout.FILE_ID + 7, 0x80, "file id");
        requireRefused(RowLayout.KIND, 0, "kind");
        requireRefused(RowLayout.KIND, 4, "kind");
        requireRefused(RowLayout.CELL_MASK, 0x40, "mask");
        requireRefused(RowLayout.INLINE_LENGTH + 1, 0x20, "inline length");
        requireRefused(RowLayout.FIXED_BYTES + CellLocation.BYTES - 1, 0x80, "length of a cell");
    }

    private static void requireRefused(int at, int value, String what) {
        byte[] bytes = golden().toBytes();
        bytes[at] = (byte) value;
        PfsException refused = assertThrows(PfsException.class, () -> decode(bytes));
        assertEquals(ErrorCode.CORRUPT, refused.code());
        assertTrue(refused.getMessage().contains(what), refused.getMessage());
    }

    @Test
    void aRowRefusesValuesThatItsBytesCannotHold() {
        Row row = Row.emptyFile(new FileId(1), 0644, 0, 0, 5);
        assertThrows(PfsException.class, () -> row.withCell(0, new CellLocation(-1, 0, 0), 0));
        assertThrows(PfsException.class, () -> new CellLocation(0, CellLocation.OFFSET_MAX + 1, 0));
        assertThrows(PfsException.class, () -> new CellLocation(0, 0, -1));
        assertThrows(PfsException.class, () -> Row.emptyFile(new FileId(1), 1 << 16, 0, 0, 5));
        assertThrows(PfsException.class, () -> Row.Times.all(U48_MAX + 1));
    }

    @Test
    void writingACellIsANewVersion() {
        Row row = Row.emptyFile(new FileId(1), 0644, 10, 20, 5);
        Row written = row.withCell(0, new CellLocation(3, 4, 500), 9);
        assertEquals(2, written.version());
        assertEquals(500, written.size());
        assertEquals(new Row.Times(9, 9, 5), written.times());
        Row second = written.withCell(2, new CellLocation(3, 4, 1), 10);
        assertEquals(500, second.size(), "the size is that of the first column");
        assertEquals(written.cells().get(0), second.cells().get(0));
    }

    /** Whether bytes are read; if so, they are those of what was read. */
    static boolean isReadAndCanonical(byte[] bytes) {
        Row read;
        try {
            read = decode(bytes);
        } catch (PfsException e) {
            assertEquals(ErrorCode.CORRUPT, e.code(), e.getMessage());
            return false;
        }
        assertArrayEquals(bytes, read.toBytes());
        return true;
    }

    private static Row decode(byte[] bytes) {
        ByteReader in = new ByteReader(FILE, bytes);
        Row row = Row.decode(in);
        in.expectEnd("row");
        return row;
    }
}
