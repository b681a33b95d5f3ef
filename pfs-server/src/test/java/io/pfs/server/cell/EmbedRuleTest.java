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

    /** So much of the journal may wait for a checkpoint. */
    private static final long WINDOW = Limits.DEFAULT.journalFileBytes();

    private final ManualClock clock = new ManualClock();
    private final EmbedRule rule = new EmbedRule(Limits.DEFAULT, clock, 1L << 40);

    private static EditRow edit(int... lengths) {
        List<CellPut> puts = new ArrayList<>();
        for (int column = 0; column < lengths.length; column++) {
            puts.add(new CellPut(new ColumnId(column), new byte[lengths[column]], false));
        }
        return new EditRow(new TableId(1), RowName.of("row"), Expected.ANY, NewRow.FILE, RowEdit.ofCells(puts));
    }

    @Test
    void onlyThoseCountForWhichItIsAQuestion() {
        assertEquals(0, rule.countLong(List.of(edit(0, SHORT, MAX + 1), edit())));
        assertEquals(3, rule.countLong(List.of(edit(SHORT + 1), edit(0, SHORT + 1, MAX))));
    }

    @Test
    void manyAreTheirLengthWhileTheyAreABurst() {
        assertEquals(MAX, rule.bytesMax(64));
        rule.journaled(WINDOW / 2);
        assertEquals(MAX, rule.bytesMax(64));
        rule.journaled(WINDOW / 4);
        assertEquals(SHORT, rule.bytesMax(64), "no room for a burst");
        assertEquals(MAX, rule.bytesMax(4), "few");
        assertFalse(rule.isCopyingDue(), "who goes on is not copied for that");
        rule.journaled(WINDOW / 4 + 1);
        assertTrue(rule.isCopyingDue(), "the others fill the rest");
        rule.copyingBegins();
        assertFalse(rule.isCopyingDue());
        assertEquals(MAX, rule.bytesMax(64));
    }

    @Test
    void afterAPauseANewBurstGetsRoom() {
        clock.pass(EmbedRule.PAUSE_NS);
        bring(5);
        assertFalse(rule.isCopyingDue(), "there is room");
        rule.journaled(WINDOW / 4 * 3);
        clock.pass(EmbedRule.PAUSE_NS - 1);
        bring(5);
        clock.pass(EmbedRule.PAUSE_NS - 1);
        bring(5);
        assertFalse(rule.isCopyingDue(), "no pause");
        clock.pass(EmbedRule.PAUSE_NS);
        bring(5);
        assertTrue(rule.isCopyingDue());
        rule.copyingBegins();
        bring(5);
        assertFalse(rule.isCopyingDue(), "once a pause");
        assertEquals(MAX, rule.bytesMax(64));
    }

    @Test
    void whatCouldNotBeCopiedIsTriedAgainSoonButNotAtOnce() {
        rule.journaled(WINDOW + 1);
        assertTrue(rule.isCopyingDue());
        rule.copyingBegins();
        rule.copyingEnded(WINDOW + 1);
        assertFalse(rule.isCopyingDue(), "not at once");
        assertEquals(SHORT, rule.bytesMax(64), "and it takes the room of bursts");
        rule.journaled(WINDOW / 2 + 1);
        assertTrue(rule.isCopyingDue());
        rule.copyingBegins();
        rule.copyingEnded(0);
        rule.journaled(WINDOW);
        assertFalse(rule.isCopyingDue());
        rule.journaled(1);
        assertTrue(rule.isCopyingDue());
    }

    @Test
    void whatWasLeftIsTriedAgainAfterAWhileThoughNothingComesToIt() {
        rule.journaled(5 * WINDOW);
        rule.copyingBegins();
        rule.copyingEnded(5 * WINDOW);
        assertEquals(0, rule.bytesMax(1));
        clock.pass(EmbedRule.RETRY_NS - 1);
        bring(5);
        assertFalse(rule.isCopyingDue(), "a pause is no reason: it was just tried");
        clock.pass(1);
        assertTrue(rule.isCopyingDue());
        rule.copyingBegins();
        assertFalse(rule.isCopyingDue());
        rule.copyingEnded(WINDOW / 4 * 3);
        clock.pass(EmbedRule.RETRY_NS);
        assertFalse(rule.isCopyingDue(), "it is not so much");
        bring(5);
        assertTrue(rule.isCopyingDue(), "but a burst finds no room");
        rule.copyingBegins();
        rule.copyingEnded(0);
        clock.pass(EmbedRule.RETRY_NS);
        assertFalse(rule.isCopyingDue());
    }

    @Test
    void nothingTravelsWhileStorageIsFarBehind() {
        rule.journaled(2 * WINDOW);
        rule.copyingBegins();
        rule.journaled(2 * WINDOW);
        assertEquals(MAX, rule.bytesMax(1));
        rule.journaled(1);
        assertEquals(0, rule.bytesMax(1));
        assertEquals(0, rule.bytesMax(64));
        rule.copyingEnded(2 * WINDOW + 1);
        assertEquals(MAX, rule.bytesMax(1));
    }

    @Test
    void whatWaitsIsAPartOfTheMemory() {
        rule.resize(WINDOW);
        rule.journaled(WINDOW / 4);
        assertEquals(SHORT, rule.bytesMax(64));
        assertFalse(rule.isCopyingDue());
        rule.journaled(1);
        assertTrue(rule.isCopyingDue());
        rule.copyingBegins();
        rule.resize(0);
        rule.journaled(1 << 20);
        assertFalse(rule.isCopyingDue(), "a MiB in any case");
        rule.journaled(1);
        assertTrue(rule.isCopyingDue());
        rule.resize(1L << 40);
        assertFalse(rule.isCopyingDue());
    }

    private void bring(int cells) {
        rule.counting(cells, answer -> {}).answer(new Refused(ErrorCode.UNKNOWN_OUTCOME, "no matter"));
    }

    @Test
    void fewAreTheirLengthManyAreShorter() {
        rule.journaled(WINDOW / 4 * 3);
        assertEquals(MAX, rule.bytesMax(0));
        assertEquals(MAX, rule.bytesMax(4));
        assertEquals(SHORT, rule.bytesMax(5), "many at once");
        List<Reply> answers = new ArrayList<>();
        Reply.Sink first = rule.counting(3, answers::add);
        assertEquals(MAX, rule.bytesMax(1));
        Reply.Sink second = rule.counting(1, answers::add);
        assertEquals(SHORT, rule.bytesMax(1), "many are on their way");
        second.answer(new Refused(ErrorCode.UNKNOWN_OUTCOME, "the disk is gone"));
        assertEquals(MAX, rule.bytesMax(1), "who is refused is not on his way any more");
        first.answer(new Refused(ErrorCode.UNKNOWN_OUTCOME, "the disk is gone"));
        assertEquals(MAX, rule.bytesMax(4));
        assertEquals(2, answers.size());
    }

    @Test
    void whoBringsNoneIsNotCounted() {
        Reply.Sink sink = answer -> {};
        assertSame(sink, rule.counting(0, sink));
    }
}
