package io.pfs.server.slice;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.hash.NameHash;
import io.pfs.row.CellLocation;
import io.pfs.row.Row;
import io.pfs.row.RowLayout;
import io.pfs.server.change.Change.CellsMoved;
import io.pfs.server.change.Change.Move;
import io.pfs.server.change.Change.RowPut;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A move of cells happens to the row that it was made for, as that was, or to none. */
final class RowMovesTest {
    private static final TableId TABLE = new TableId(3);
    private static final SliceKey KEY = new SliceKey(TABLE, new SliceId(0));
    private static final NameHash HASH = new NameHash(11);
    private static final Limits LIMITS = new Limits(64, 3, 4096, 512, 4096, 1000, 4096, 64);
    private static final RowName NAME = RowName.of("a.jpg");
    private static final FileId FILE = new FileId(77);
    private static final CellLocation FIRST = new CellLocation(CellLocation.IN_JOURNAL, 500, 9);
    private static final CellLocation FURTHER = new CellLocation(CellLocation.IN_JOURNAL, 501, 200);
    private static final CellLocation FIRST_COPY = new CellLocation(4, 4096, 9);
    private static final CellLocation FURTHER_COPY = new CellLocation(5, CellLocation.OFFSET_MAX, 200);
    private static final CellsMoved MOVED = new CellsMoved(
            TABLE,
            NAME,
            FILE,
            List.of(new Move(1, FIRST, FIRST_COPY), new Move(RowLayout.INDIRECT_SLOT, FURTHER, FURTHER_COPY)),
            List.of(500L, 501L));

    private final Slice place = new Slice(KEY, 0, HASH, LIMITS);
    private long sequence;

    /** A row with cells in these slots; slot 3 is there to be left alone. */
    private static Row row(FileId file, Optional<CellLocation> first, Optional<CellLocation> further) {
        Row empty = Row.emptyFile(file, 0644, 1, 2, 1_000);
        List<Optional<CellLocation>> cells = new ArrayList<>(empty.cells());
        cells.set(1, first);
        cells.set(3, Optional.of(new CellLocation(9, 10, 11)));
        cells.set(RowLayout.INDIRECT_SLOT, further);
        byte[] inline = {1, 2, 3};
        return new Row(file, 4, 0, empty.times(), 0600, 1, 2, empty.kind(), cells, inline);
    }

    private boolean apply(CellsMoved moved) {
        sequence++;
        long hash = HASH.of(NAME);
        assertTrue(SliceApply.apply(place, moved, hash, sequence));
        return SliceApply.isMoved(place, moved, hash);
    }

    private void put(Row row) {
        sequence++;
        assertTrue(SliceApply.apply(place, new RowPut(TABLE, NAME, row.toBytes()), HASH.of(NAME), sequence));
    }

    private byte[] stored() {
        Slice slice = place.target();
        byte[] name = NAME.toBytes();
        int ref = slice.find(HASH.of(NAME), name, 0, name.length);
        return Arrays.copyOfRange(slice.arena(), slice.rowAt(ref), slice.rowAt(ref) + slice.rowLength(ref));
    }

    @Test
    void aMoveChangesItsSlotsAndNothingElse() {
        put(row(FILE, Optional.of(FIRST), Optional.of(FURTHER)));
        assertTrue(apply(MOVED));
        Row expected = row(FILE, Optional.of(FIRST_COPY), Optional.of(FURTHER_COPY));
        assertArrayEquals(expected.toBytes(), stored());
        assertEquals(expected, Row.decode(new ByteReader("row", stored())));
        assertEquals(1, place.target().changedCount());
    }

    @Test
    void aRowThatIsNotAsItWasIsLeftAlone() {
        CellLocation other = new CellLocation(CellLocation.IN_JOURNAL, 502, 9);
        List<Row> changed = List.of(
                row(new FileId(78), Optional.of(FIRST), Optional.of(FURTHER)),
                row(FILE, Optional.of(other), Optional.of(FURTHER)),
                row(FILE, Optional.of(new CellLocation(1, 500, 9)), Optional.of(FURTHER)),
                row(FILE, Optional.of(new CellLocation(0, 500, 8)), Optional.of(FURTHER)),
                row(FILE, Optional.of(FIRST), Optional.of(other)),
                row(FILE, Optional.of(FIRST), Optional.empty()),
                row(FILE, Optional.empty(), Optional.of(FURTHER)));
        for (Row row : changed) {
            put(row);
            assertFalse(RowMoves.matches(MOVED, row.toBytes(), 0));
            assertFalse(apply(MOVED), "a move that came too late");
            assertArrayEquals(row.toBytes(), stored());
        }
    }

    @Test
    void aRowThatIsGoneStaysGone() {
        assertFalse(apply(MOVED));
        assertEquals(0, place.target().rowCount());
        assertEquals(sequence, place.target().sequence());
    }

    @Test
    void aMoveThatWasDoneIsNotDoneAgain() {
        put(row(FILE, Optional.of(FIRST), Optional.of(FURTHER)));
        assertTrue(apply(MOVED));
        byte[] once = stored();
        assertTrue(apply(MOVED), "it is as the move made it");
        assertArrayEquals(once, stored());
        assertFalse(SliceApply.apply(place, MOVED, HASH.of(NAME), 1), "a change that the slice has is passed over");
    }

    /** The row may stand anywhere in an array. */
    @Test
    void aRowIsLookedAtWhereItStands() {
        byte[] row = row(FILE, Optional.of(FIRST), Optional.of(FURTHER)).toBytes();
        byte[] around = new byte[row.length + 20];
        Arrays.fill(around, (byte) 0x5a);
        System.arraycopy(row, 0, around, 13, row.length);
        assertTrue(RowMoves.matches(MOVED, around, 13));
        assertFalse(RowMoves.isDone(MOVED, around, 13));
    }
}
