package io.pfs.server.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Limits;
import io.pfs.testing.ManualClock;
import org.junit.jupiter.api.Test;

final class CellBacklogTest {
    /** So much may wait for a checkpoint, where memory is no bound. */
    private static final int DUE = Limits.DEFAULT.journalFileBytes();

    private final ManualClock clock = new ManualClock();
    private final CellBacklog backlog = new CellBacklog(Limits.DEFAULT, clock, 1L << 40);

    /** A cell that takes so much in all. */
    private void add(int bytes) {
        backlog.add(bytes - CellBacklog.BESIDE_BYTES);
    }

    private void release(int bytes) {
        backlog.release(bytes - CellBacklog.BESIDE_BYTES);
    }

    /** A copying that copies so much, while so much comes. */
    private void copy(int copied, int coming) {
        long before = backlog.bytes();
        backlog.copyingBegins();
        add(coming);
        release(copied);
        backlog.copyingEnded(copied < before);
    }

    @Test
    void whatACellTakesBesideItsBytesCounts() {
        for (int i = 0; i < 1_000; i++) {
            backlog.add(0);
        }
        assertEquals(1_000 * CellBacklog.BESIDE_BYTES, backlog.bytes());
        for (int i = 0; i < 1_000; i++) {
            backlog.release(0);
        }
        assertEquals(0, backlog.bytes());
    }

    @Test
    void aCopyingIsDueWhenEnoughWaits() {
        add(DUE);
        assertFalse(backlog.isCopyingDue());
        add(1);
        assertTrue(backlog.isCopyingDue());
    }

    @Test
    void whatIsBeingCopiedIsAboutToGo() {
        add(2 * DUE);
        backlog.copyingBegins();
        assertFalse(backlog.isCopyingDue());
        assertEquals(2L * DUE, backlog.bytes());
        add(DUE + 1);
        assertTrue(backlog.isCopyingDue(), "the next one");
    }

    /** It was not there to be copied. */
    @Test
    void whatCameMeanwhileWasNotLeft() {
        add(DUE);
        copy(DUE, DUE + 1);
        assertTrue(backlog.isCopyingDue());
        backlog.copyingBegins();
        release(DUE + 1);
        backlog.copyingEnded(false);
        assertFalse(backlog.isCopyingDue());
        add(DUE + 1);
        assertTrue(backlog.isCopyingDue(), "nothing has shown that it is of no use");
    }

    @Test
    void whatWasLeftIsTriedAgainWhenSomeHasComeToIt() {
        add(DUE + 1);
        copy(0, 0);
        assertFalse(backlog.isCopyingDue(), "not at once");
        add(DUE / 2 + 1);
        assertTrue(backlog.isCopyingDue());
        copy(DUE + DUE / 2 + 2, 0);
        assertEquals(0, backlog.bytes());
        add(DUE);
        assertFalse(backlog.isCopyingDue());
        add(1);
        assertTrue(backlog.isCopyingDue());
    }

    @Test
    void whatWasLeftIsTriedAgainAfterAWhile() {
        add(5 * DUE);
        copy(0, 0);
        clock.pass(CellBacklog.RETRY_NS - 1);
        assertFalse(backlog.isCopyingDue(), "it was just tried");
        clock.pass(1);
        assertTrue(backlog.isCopyingDue(), "though nothing has come");
        copy(4 * DUE, 0);
        clock.pass(CellBacklog.RETRY_NS);
        assertFalse(backlog.isCopyingDue(), "it is not so much");
    }

    /** Else the next would take the place of each that was copied, and all would be written twice. */
    @Test
    void storageThatIsBehindKeepsUpAgainOnceNoMoreWaitsThanBringsACheckpoint() {
        add(DUE);
        backlog.copyingBegins();
        add(DUE);
        assertTrue(backlog.keepsUp());
        add(1);
        assertFalse(backlog.keepsUp());
        release(DUE);
        assertFalse(backlog.keepsUp());
        release(1);
        assertTrue(backlog.keepsUp());
    }

    @Test
    void whatCouldNotBeCopiedHoldsUpOthersForAWhile() {
        add(DUE / 2);
        copy(0, 0);
        assertFalse(backlog.keepsUp());
        assertFalse(backlog.isCopyingDue(), "it is not so much");
        clock.pass(CellBacklog.RETRY_NS - 1);
        assertFalse(backlog.keepsUp());
        clock.pass(1);
        assertTrue(backlog.keepsUp());
        copy(0, 0);
        copy(DUE / 2, 0);
        assertTrue(backlog.keepsUp(), "it could");
    }

    /** Nothing is copied then that would let go of anything. */
    @Test
    void whoseMemoryGrowsIsBehindNoMore() {
        backlog.resize(DUE);
        add(DUE / 2 + 1);
        assertFalse(backlog.keepsUp());
        backlog.resize(DUE + 4L);
        assertFalse(backlog.keepsUp());
        backlog.resize(4L * DUE);
        assertTrue(backlog.keepsUp());
    }

    @Test
    void aJournalThatStaysIsNotGrown() {
        backlog.journalStays(true);
        assertFalse(backlog.keepsUp());
        clock.pass(CellBacklog.RETRY_NS);
        assertFalse(backlog.keepsUp());
        backlog.journalStays(false);
        assertTrue(backlog.keepsUp());
    }

    @Test
    void itIsFullWhenStorageIsFarBehind() {
        add(2 * DUE);
        backlog.copyingBegins();
        add(2 * DUE);
        assertFalse(backlog.isFull());
        add(1);
        assertTrue(backlog.isFull(), "what is being copied is in memory still");
        release(2 * DUE);
        assertFalse(backlog.isFull());
    }

    /** A start takes in what stands in segments already, and what does not: only a copying can tell. */
    @Test
    void whatWasProbablyCopiedDoesNotWaitUntilACopyingHasFailed() {
        add(5 * DUE);
        backlog.passedOver(5L * DUE);
        assertFalse(backlog.isFull() || backlog.isCopyingDue());
        assertTrue(backlog.keepsUp());
        add(DUE + 1);
        assertTrue(backlog.isCopyingDue());
        copy(DUE, 0);
        assertTrue(backlog.isFull());
        assertFalse(backlog.keepsUp());
    }

    @Test
    void itIsAPartOfTheMemory() {
        backlog.resize(DUE);
        add(DUE / 4);
        assertFalse(backlog.isCopyingDue());
        add(1);
        assertTrue(backlog.isCopyingDue());
        release(DUE / 4 + 1);
        backlog.resize(0);
        add(1 << 20);
        assertFalse(backlog.isCopyingDue(), "a MiB in any case");
        add(1);
        assertTrue(backlog.isCopyingDue());
        backlog.resize(1L << 40);
        assertFalse(backlog.isCopyingDue());
    }
}
