package io.pfs.client.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.FileId;
import io.pfs.RowName;
import io.pfs.hash.SliceOrder;
import io.pfs.row.Row;
import io.pfs.table.Column;
import io.pfs.wire.Cursor;
import io.pfs.wire.FoundRow;
import io.pfs.wire.Reply.RowsFound;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a first page says, which may end before it has all the rows that it could have. */
final class TableEstimateTest {
    private static final List<Column> CONTENT = List.of(Column.CONTENT);

    private static TableEstimate estimate(int rows, Optional<Cursor> next) {
        List<FoundRow> found = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            Row row = Row.emptyFile(new FileId(i + 1), 0644, 0, 0, 0);
            found.add(new FoundRow(RowName.of("row-" + i), row.toBytes(), List.of(), List.of()));
        }
        return TableEstimate.of(new RowsFound(found, next), CONTENT);
    }

    /** A sixteenth of the table ends here. */
    private static Optional<Cursor> sixteenth() {
        return Optional.of(Cursor.behindAll(SliceOrder.hashAt((1L << 60) - 1)));
    }

    @Test
    void rowsStandForThePartThatWasSeen() {
        assertEquals(new TableEstimate(48, 0, 0), estimate(3, sixteenth()));
    }

    @Test
    void ofATableWhoseBeginIsEmptyMoreIsNotKnown() {
        assertEquals(new TableEstimate(0, 0, 0), estimate(0, Optional.empty()), "there is nothing behind it");
        assertEquals(new TableEstimate(16, 0, 1), estimate(0, sixteenth()), "or one would have been seen");
    }
}
