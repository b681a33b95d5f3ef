package io.pfs.server.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.ColumnId;
import io.pfs.FileId;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.server.cell.RowCopy.RowCells;
import io.pfs.server.change.Change.CellKept;
import io.pfs.server.state.CellWindow.Waiting;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RowCellsTest {
    private static Waiting cell(long place, String name, long fileId, long version) {
        return new Waiting(
                place,
                new TableId(7),
                RowName.of(name),
                new FileId(fileId),
                version,
                new CellKept(new ColumnId(0), false, new byte[] {1}));
    }

    /** As when it went to another shard, came back under another name, and was written to: what its old name has is not its own. */
    @Test
    void cellsOfAFileUnderTwoNamesAreThoseOfTwoRows() {
        Waiting replaced = cell(1, "n17", 8, 1);
        Waiting own = cell(2, "n11", 8, 2);
        Waiting more = cell(3, "n11", 8, 3);
        Waiting other = cell(4, "n11", 9, 1);
        List<RowCells> rows = RowCells.of(List.of(replaced, own, more, other));
        assertEquals(
                List.of(List.of(replaced), List.of(own, more), List.of(other)),
                rows.stream().map(RowCells::cells).toList());
        assertEquals(
                List.of("n17", "n11", "n11"),
                rows.stream().map(row -> row.name().toString()).toList());
    }
}
