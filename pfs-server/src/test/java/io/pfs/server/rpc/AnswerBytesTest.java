package io.pfs.server.rpc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.wire.Request.ReadCell;
import io.pfs.wire.Request.ReadRow;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AnswerBytesTest {
    private static final TableId TABLE = new TableId(1);
    private static final RowName ROW = RowName.of("a");
    private static final ColumnId COLUMN = new ColumnId(1);

    /** Else some hundred readers of small files, who are told where these are, would be all that a server takes. */
    @Test
    void whoIsToldPlacesTakesLittle() {
        assertTrue(AnswerBytes.atMost(new ReadRow(TABLE, ROW, List.of(COLUMN), true)) < 128 << 10);
        assertTrue(AnswerBytes.atMost(new ReadRow(TABLE, ROW, List.of(COLUMN), false)) >= Limits.CELL_BYTES_MAX);
        assertTrue(AnswerBytes.atMost(new ReadCell(TABLE, ROW, COLUMN, 0, Limits.CELL_BYTES_MAX, true)) < 128 << 10);
        assertTrue(AnswerBytes.atMost(new ReadCell(TABLE, ROW, COLUMN, 0, Limits.CELL_BYTES_MAX, false))
                >= Limits.CELL_BYTES_MAX);
    }

    /** What stands in the journal comes with its bytes all the same. */
    @Test
    void whatStandsInTheJournalHasRoom() {
        long most = Limits.DEFAULT.cellEmbedBytesMax();
        assertTrue(AnswerBytes.atMost(new ReadRow(TABLE, ROW, List.of(COLUMN), true)) > most);
        assertTrue(AnswerBytes.atMost(new ReadCell(TABLE, ROW, COLUMN, 0, Limits.CELL_BYTES_MAX, true)) > most);
    }
}
