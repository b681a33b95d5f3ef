package io.pfs.server.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.server.cell.EmbedRule.Load;
import io.pfs.server.state.CellBacklog;
import io.pfs.table.Policy;
import io.pfs.testing.ManualClock;
import io.pfs.wire.CellPut;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
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

    private static final Refused NO_MATTER = new Refused(ErrorCode.UNKNOWN_OUTCOME, "the disk is gone");

    private final ManualClock clock = new ManualClock();
    private final CellBacklog backlog = new CellBacklog(Limits.DEFAULT, clock, 1L << 40);
    private final EmbedRule rule = new EmbedRule(Limits.DEFAULT, clock, backlog);

    private static EditRow edit(int... lengths) {
        List<CellPut> puts = new ArrayList<>();
        for (int column = 0; column < lengths.length; column++) {
            puts.add(new CellPut(new ColumnId(column), new byte[lengths[column]], false));
        }
        return new EditRow(new TableId(1), RowName.of("row"), Expected.ANY, NewRow.FILE, RowEdit.ofCells(puts));
    }

    private int bytesMax(int longCells) {
        return rule.bytesMax(new Load(longCells, false));
    }

    /** So many come at once, and are answered. */
    private void bring(int longCells) {
        begin(longCells).answer(NO_MATTER);
    }

    private Reply.Sink begin(int longCells) {
        return rule.counting(new Load(longCells, false), answer -> {});
    }

    /** Only few travel from now on. */
    private void fill() {
        backlog.add(DUE / 4 * 3);
    }

    @Test
    void onlyThoseCountForWhichItIsAQuestion() {
        assertEquals(new Load(0, false), load(Policy.DYNAMIC, edit(0, SHORT), edit()));
        assertEquals(new Load(3, false), load(Policy.DYNAMIC, edit(SHORT + 1), edit(0, SHORT + 1, MAX)));
        assertEquals(new Load(1, true), load(Policy.DYNAMIC, edit(SHORT + 1), edit(0, MAX + 1)));
    }

    /** What becomes an object needs no segment. */
    @Test
    void theContentsOfALargeTableAreNone() {
        assertEquals(new Load(0, false), load(Policy.LARGE, edit(SHORT + 1), edit(MAX + 1)));
        assertEquals(new Load(1, false), load(Policy.LARGE, edit(MAX + 1, SHORT + 1)));
        assertEquals(new Load(0, true), load(Policy.LARGE, edit(SHORT + 1, MAX + 1)));
    }

    private Load load(Policy policy, EditRow... edits) {
        return rule.load(List.of(edits), policy);
    }

    @Test
    void aBurstTravelsUntilItHasNoRoom() {
        backlog.add(DUE / 2);
        assertEquals(MAX, bytesMax(64));
        backlog.add(DUE / 4);
        assertEquals(SHORT, bytesMax(64));
        assertEquals(MAX, bytesMax(4), "few");
        assertFalse(backlog.isCopyingDue(), "who goes on is not copied for that");
    }

    @Test
    void afterAPauseANewBurstGetsRoom() {
        clock.pass(EmbedRule.PAUSE_NS);
        bring(5);
        assertFalse(backlog.isCopyingDue(), "there is room");
        fill();
        clock.pass(EmbedRule.PAUSE_NS - 1);
        bring(5);
        clock.pass(EmbedRule.PAUSE_NS - 1);
        bring(5);
        assertFalse(backlog.isCopyingDue(), "no pause");
        clock.pass(EmbedRule.PAUSE_NS);
        bring(5);
        assertTrue(backlog.isCopyingDue());
        backlog.copyingBegins();
        assertEquals(MAX, bytesMax(64));
    }

    @Test
    void fewAreTheirLengthManyAreShorter() {
        fill();
        assertEquals(MAX, bytesMax(0));
        assertEquals(MAX, bytesMax(4));
        assertEquals(SHORT, bytesMax(5), "many at once");
        Reply.Sink first = begin(3);
        assertEquals(MAX, bytesMax(1));
        Reply.Sink second = begin(1);
        assertEquals(SHORT, bytesMax(1), "many would be on their way");
        second.answer(NO_MATTER);
        assertEquals(MAX, bytesMax(1), "who is answered is not on his way any more");
        first.answer(NO_MATTER);
        assertEquals(MAX, bytesMax(4));
    }

    /** Waves that are answered together: the first of each is alone, but not one of few. */
    @Test
    void whoHasJustBroughtManyDoesNotBringFew() {
        fill();
        bring(5);
        assertEquals(SHORT, bytesMax(1));
        clock.pass(EmbedRule.PAUSE_NS - 1);
        bring(4);
        assertEquals(SHORT, bytesMax(1));
        clock.pass(1);
        assertEquals(MAX, bytesMax(1));
        bring(4);
        assertEquals(MAX, bytesMax(1));
        assertFalse(backlog.isCopyingDue(), "nobody made a pause");
    }

    /** One force is enough for all of it. */
    @Test
    void besideOneThatNeedsTheSegmentLongerOnesGoThereToo() {
        assertEquals(SHORT, rule.bytesMax(new Load(1, true)));
    }

    @Test
    void nothingTravelsWhileStorageIsFarBehind() {
        backlog.add(2 * DUE);
        backlog.copyingBegins();
        backlog.add(2 * DUE);
        assertEquals(EmbedRule.NONE, bytesMax(0));
        assertEquals(EmbedRule.NONE, bytesMax(64));
        assertFalse(new RowPlan.Room(bytesMax(0), List.of()).take(0), "nor does an empty one");
    }

    @Test
    void whoBringsNoneIsNotCounted() {
        Reply.Sink sink = answer -> {};
        assertSame(sink, rule.counting(new Load(0, false), sink));
    }

    @Test
    void whoIsCountedIsAnswered() {
        List<Reply> answers = new ArrayList<>();
        rule.counting(new Load(1, false), answers::add).answer(NO_MATTER);
        assertEquals(List.of(NO_MATTER), answers);
    }
}
