package io.pfs.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.row.RowKind;
import io.pfs.row.TablePointer;
import io.pfs.row.TagValue;
import io.pfs.table.NewColumn;
import io.pfs.table.Policy;
import io.pfs.table.Schema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What can't be asked can't even be said. */
final class WireTest {
    private static final TableId TABLE = TableId.of(new ShardId(0), 1);
    private static final RowName NAME = RowName.of("a");
    private static final ColumnId COLUMN = new ColumnId(3);

    @Test
    void cellsAreBounded() {
        assertEquals(Limits.CELL_BYTES_MAX, new CellPut(COLUMN, new byte[Limits.CELL_BYTES_MAX], false).bytes().length);
        refused(ErrorCode.TOO_LARGE, () -> new CellPut(COLUMN, new byte[Limits.CELL_BYTES_MAX + 1], false));
    }

    @Test
    void theEnginesColumnsAreItsOwn() {
        for (ColumnId own : List.of(Schema.INDIRECT, new ColumnId(Schema.RESERVED_FROM))) {
            refused(ErrorCode.OUT_OF_RANGE, () -> new CellPut(own, new byte[0], false));
            refused(ErrorCode.OUT_OF_RANGE, () -> edit(List.of(), List.of(own)));
            refused(ErrorCode.OUT_OF_RANGE, () -> new Request.ReadRow(TABLE, NAME, List.of(own)));
            refused(ErrorCode.OUT_OF_RANGE, () -> new Request.ReadCell(TABLE, NAME, own, 0, 1));
            refused(ErrorCode.OUT_OF_RANGE, () -> page(10, 10, List.of(own)));
        }
    }

    @Test
    void anEditChangesEachCellAndTagOnce() {
        CellPut put = new CellPut(COLUMN, new byte[0], false);
        refused(ErrorCode.OUT_OF_RANGE, () -> RowEdit.ofCells(List.of(put, put)));
        refused(ErrorCode.OUT_OF_RANGE, () -> edit(List.of(put), List.of(COLUMN)));
        refused(ErrorCode.OUT_OF_RANGE, () -> edit(List.of(), List.of(COLUMN, COLUMN)));
        refused(ErrorCode.OUT_OF_RANGE, () -> RowEdit.ofTags(Map.of("a", new TagValue.OfLong(1)), Set.of("a")));
    }

    @Test
    void anEditIsBounded() {
        List<CellPut> many = new ArrayList<>();
        for (int i = 0; i < Limits.CELLS_PER_ROW_MAX; i++) {
            many.add(new CellPut(new ColumnId(i), new byte[0], false));
        }
        assertEquals(Limits.CELLS_PER_ROW_MAX, RowEdit.ofCells(many).puts().size());
        refused(ErrorCode.TOO_LARGE, () -> edit(many, List.of(new ColumnId(Limits.CELLS_PER_ROW_MAX))));
        assertThrows(PfsException.class, () -> RowEdit.ofTags(Map.of("", new TagValue.OfLong(1)), Set.of()));
    }

    @Test
    void anEditIsAValue() {
        TreeMap<String, TagValue> tags = new TreeMap<>();
        TreeSet<String> removed = new TreeSet<>();
        RowEdit edit = new RowEdit(List.of(), List.of(), tags, removed, RowEdit.Attributes.UNCHANGED);
        tags.put("a", new TagValue.OfLong(1));
        removed.add("b");
        assertEquals(RowEdit.NONE, edit);
        assertThrows(
                UnsupportedOperationException.class, () -> RowEdit.NONE.tags().put("a", new TagValue.OfLong(1)));
        assertThrows(
                UnsupportedOperationException.class,
                () -> RowEdit.NONE.removedTags().add("a"));
        assertTrue(edit(List.of(), List.of(COLUMN)).touchesCells() && !edit.touchesCells());
    }

    private static RowEdit edit(List<CellPut> puts, List<ColumnId> removed) {
        return new RowEdit(puts, removed, new TreeMap<>(), new TreeSet<>(), RowEdit.Attributes.UNCHANGED);
    }

    @Test
    void attributesAreBounded() {
        OptionalInt none = OptionalInt.empty();
        OptionalLong same = OptionalLong.empty();
        for (int mode : new int[] {-1, 010000}) {
            refused(ErrorCode.OUT_OF_RANGE, () -> new RowEdit.Attributes(OptionalInt.of(mode), none, none, same, same));
        }
        for (long time : new long[] {-1, 1L << 48}) {
            OptionalLong bad = OptionalLong.of(time);
            refused(ErrorCode.OUT_OF_RANGE, () -> new RowEdit.Attributes(none, none, none, bad, same));
            refused(ErrorCode.OUT_OF_RANGE, () -> new RowEdit.Attributes(none, none, none, same, bad));
        }
    }

    @Test
    void readsAreBounded() {
        List<ColumnId> many = Collections.nCopies(Limits.CELLS_PER_ROW_MAX + 1, COLUMN);
        refused(ErrorCode.OUT_OF_RANGE, () -> new Request.ReadRow(TABLE, NAME, many));
        refused(ErrorCode.OUT_OF_RANGE, () -> page(10, 10, many));
        refused(ErrorCode.OUT_OF_RANGE, () -> page(0, 10, List.of()));
        refused(ErrorCode.OUT_OF_RANGE, () -> page((1 << 16) + 1, 10, List.of()));
        refused(ErrorCode.OUT_OF_RANGE, () -> page(1, -1, List.of()));
        refused(ErrorCode.OUT_OF_RANGE, () -> page(1, (64 << 20) + 1, List.of()));
        refused(ErrorCode.OUT_OF_RANGE, () -> new Request.ReadCell(TABLE, NAME, COLUMN, -1, 0));
        refused(ErrorCode.OUT_OF_RANGE, () -> new Request.ReadCell(TABLE, NAME, COLUMN, 0, -1));
        refused(ErrorCode.OUT_OF_RANGE, () -> new Request.ReadCell(TABLE, NAME, COLUMN, 0, Limits.CELL_BYTES_MAX + 1));
    }

    @Test
    void manyReadsAreBounded() {
        Request.Part hop = new Request.Part(new ShardId(0), new Request.LookUp(TABLE, NAME));
        Request.Part half = new Request.Part(new ShardId(0), page(1 << 15, 0, List.of()));
        refused(ErrorCode.OUT_OF_RANGE, () -> new Request.ReadMany(TABLE, List.of()));
        refused(
                ErrorCode.OUT_OF_RANGE,
                () -> new Request.ReadMany(Collections.nCopies(Limits.PARTS_PER_READ_MAX + 1, hop)));
        refused(ErrorCode.OUT_OF_RANGE, () -> new Request.ReadMany(List.of(half, half, hop)));
        assertEquals(TABLE, new Request.ReadMany(List.of(half, half)).table());
        for (Request other : List.of(page(1, 1, List.of(COLUMN)), new Request.DescribeTable(TABLE))) {
            refused(ErrorCode.INVARIANT_BROKEN, () -> new Request.Part(new ShardId(0), other));
        }
        refused(ErrorCode.INVARIANT_BROKEN, () -> new Reply.ManyRead(List.of(new Reply.ObjectDropped())));
    }

    private static Request page(int rows, int bytes, List<ColumnId> columns) {
        return new Request.ListRows(TABLE, Optional.empty(), rows, bytes, columns);
    }

    @Test
    void newRowsAreFilesOrSymlinks() {
        Optional<byte[]> target = Optional.of(new byte[1]);
        assertThrows(PfsException.class, () -> new NewRow(RowKind.DIRECTORY, 0755, 0, 0, Optional.empty()));
        assertThrows(PfsException.class, () -> new NewRow(RowKind.SYMLINK, 0755, 0, 0, Optional.empty()));
        assertThrows(PfsException.class, () -> new NewRow(RowKind.FILE, 0755, 0, 0, target));
        refused(ErrorCode.OUT_OF_RANGE, () -> NewRow.file(-1, 0, 0));
        assertEquals(RowKind.SYMLINK, new NewRow(RowKind.SYMLINK, 0777, 0, 0, target).kind());
    }

    @Test
    void tablesAreMadeWithinTheirLimits() {
        refused(ErrorCode.OUT_OF_RANGE, () -> makeTable(0755, Limits.SLICE_DEPTH_MAX + 1));
        refused(ErrorCode.OUT_OF_RANGE, () -> makeTable(-1, 0));
        assertEquals(0755, makeTable(0755, 0).mode());
        refused(ErrorCode.OUT_OF_RANGE, () -> new Expected.Version(0));
        refused(ErrorCode.OUT_OF_RANGE, () -> new Expected.Same(new FileId(1), 0));
    }

    private static Request.MakeTable makeTable(int mode, int spread) {
        return new Request.MakeTable(TABLE, NAME, mode, 0, 0, Policy.DYNAMIC, spread, Optional.empty());
    }

    @Test
    void columnsAreNamedAsColumnsMay() {
        refused(ErrorCode.NAME_INVALID, () -> NewColumn.named("a/b"));
        refused(ErrorCode.NAME_INVALID, () -> new NewColumn("a", "..", false));
        refused(ErrorCode.OUT_OF_RANGE, () -> new TableChange.AddColumns(List.of()));
        List<NewColumn> many = Collections.nCopies(Limits.CELLS_PER_ROW_MAX + 1, NewColumn.named("a"));
        refused(ErrorCode.OUT_OF_RANGE, () -> new TableChange.AddColumns(many));
        refused(ErrorCode.NAME_INVALID, () -> new TableChange.RenameColumn("a", ""));
        assertEquals("b", new TableChange.RenameColumn("anything", "b").to());
    }

    @Test
    void aRequestOnItsWayIsItselfOpen() {
        RequestId id = new RequestId(1, 2, 7);
        Request request = new Request.DescribeTable(TABLE);
        assertEquals(7, new Envelope(id, 7, new ShardId(0), request).lowestOpen());
        refused(ErrorCode.OUT_OF_RANGE, () -> new Envelope(id, 8, new ShardId(0), request));
        refused(ErrorCode.OUT_OF_RANGE, () -> new Envelope(id, -1, new ShardId(0), request));
    }

    @Test
    void shardsAreAPowerOfTwo() {
        TablePointer root = new TablePointer(TABLE, new ShardId(3), 0, 9);
        assertEquals(4, new FileSystemFacts(1, 2, 4, root).shards());
        for (int shards : new int[] {0, 2, 3, 12, Limits.SHARDS_MAX * 2}) {
            assertThrows(PfsException.class, () -> new FileSystemFacts(1, 2, shards, root), "K = " + shards);
        }
    }

    @Test
    void aRefusalBecomesTheExceptionItWas() {
        PfsException cause = new PfsException(ErrorCode.NOT_FOUND, "row 'a' does not exist");
        PfsException again = Reply.Refused.of(cause).toException();
        assertEquals(cause.code(), again.code());
        assertEquals(cause.getMessage(), again.getMessage());
    }

    private static void refused(ErrorCode code, Runnable body) {
        PfsException refused = assertThrows(PfsException.class, body::run);
        assertEquals(code, refused.code(), refused.getMessage());
    }
}
