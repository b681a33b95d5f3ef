package io.pfs.server.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.pfs.ColumnId;
import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.server.state.CellBacklog;
import io.pfs.table.Policy;
import io.pfs.testing.ManualClock;
import io.pfs.wire.CellPut;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.RowEdit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EmbedRuleTest {
    private static final int MAX = Limits.DEFAULT.cellEmbedBytesMax();
    private static final int SHORT = MAX / 4;

    /** As much as waits for a checkpoint, before one comes of it. */
    private static final int DUE = Limits.DEFAULT.journalFileBytes();

    private final CellBacklog backlog = new CellBacklog(Limits.DEFAULT, new ManualClock(), 1L << 40);
    private final EmbedRule rule = new EmbedRule(Limits.DEFAULT, backlog);

    private static EditRow edit(int... lengths) {
        List<CellPut> puts = new ArrayList<>();
        for (int column = 0; column < lengths.length; column++) {
            puts.add(new CellPut(new ColumnId(column), new byte[lengths[column]], false));
        }
        return new EditRow(new TableId(1), RowName.of("row"), Expected.ANY, NewRow.FILE, RowEdit.ofCells(puts));
    }

    private int bytesMax(Policy policy, EditRow... edits) {
        return rule.bytesMax(List.of(edits), policy);
    }

    private int bytesMax() {
        return bytesMax(Policy.DYNAMIC, edit(MAX));
    }

    /** What is being copied counts until it is: the next checkpoint has not begun when the one before has not ended. */
    @Test
    void longOnesTravelAsLongAsCopyingKeepsUp() {
        backlog.add(DUE - CellBacklog.BESIDE_BYTES);
        backlog.copyingBegins();
        backlog.add(DUE - CellBacklog.BESIDE_BYTES);
        assertEquals(MAX, bytesMax());
        backlog.add(0);
        assertEquals(SHORT, bytesMax());
    }

    @Test
    void nothingTravelsWhileStorageIsFarBehind() {
        backlog.add(2 * DUE);
        backlog.copyingBegins();
        backlog.add(2 * DUE);
        assertEquals(EmbedRule.NONE, bytesMax());
        assertFalse(new RowPlan.Room(bytesMax(), List.of()).take(0), "nor does an empty one");
    }

    /** One force is enough for all of it. */
    @Test
    void besideOneThatNeedsTheSegmentLongerOnesGoThereToo() {
        assertEquals(MAX, bytesMax(Policy.DYNAMIC, edit(0, SHORT + 1), edit(), edit(MAX, MAX)));
        assertEquals(SHORT, bytesMax(Policy.DYNAMIC, edit(SHORT + 1), edit(0, MAX + 1)));
    }

    /** As they do where all together have no room in a record. */
    @Test
    void oneOfManyThatNeedsTheSegmentTakesTheOthersAlong() {
        assertEquals(MAX, bytesMax(Policy.DYNAMIC, edit(MAX, MAX), edit(MAX)));
        assertEquals(SHORT, bytesMax(Policy.DYNAMIC, edit(MAX, MAX), edit(MAX, 1)));
    }

    /** What becomes an object needs no segment. */
    @Test
    void theContentsOfALargeTableNeedNone() {
        assertEquals(MAX, bytesMax(Policy.LARGE, edit(MAX + 1, MAX), edit(MAX + 1)));
        assertEquals(SHORT, bytesMax(Policy.LARGE, edit(SHORT, MAX + 1)));
    }
}
