package io.pfs.server.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.client.table.IndexProgress;
import io.pfs.server.cli.IndexWait.Next;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How long it is worth to wait for an index. */
final class IndexWaitTest {
    private final IndexWait wait = new IndexWait();
    private long nowNs = -5;

    private Next after(long ns, boolean isComplete, long rowsDone) {
        nowNs += ns;
        return wait.next(List.of(new IndexProgress("heat", isComplete, rowsDone, 100)), nowNs);
    }

    @Test
    void whatGetsFurtherIsWaitedForHoweverLongItTakes() {
        for (int rows = 0; rows < 100; rows++) {
            assertEquals(Next.LOOK_AGAIN, after(IndexWait.SAY_NS * 50, false, rows));
        }
        assertEquals(Next.END, after(1, true, 100));
        assertEquals(Next.END, new IndexWait().next(List.of(), 0));
    }

    @Test
    void whatDoesNotIsSaidOnceAndGivenUpInTheEnd() {
        assertEquals(Next.LOOK_AGAIN, after(0, false, 7));
        assertEquals(Next.LOOK_AGAIN, after(IndexWait.SAY_NS - 1, false, 7));
        assertEquals(Next.SAY, after(1, false, 7));
        assertEquals(Next.LOOK_AGAIN, after(IndexWait.SAY_NS, false, 3), "begun anew is not further");
        assertEquals(Next.LOOK_AGAIN, after(0, false, 8));
        assertEquals(Next.SAY, after(IndexWait.SAY_NS, false, 8));
        assertEquals(Next.LOOK_AGAIN, after(IndexWait.END_NS - IndexWait.SAY_NS - 1, false, 8));
        assertEquals(Next.GIVE_UP, after(1, false, 8));
    }

    /** As after the server that had it was gone, or rows could not be read. */
    @Test
    void whatIsBegunAnewGetsFurtherToo() {
        assertEquals(Next.LOOK_AGAIN, after(0, false, 90));
        assertEquals(Next.LOOK_AGAIN, after(1, false, 0));
        for (int rows = 1; rows < 90; rows++) {
            assertEquals(Next.LOOK_AGAIN, after(IndexWait.SAY_NS - 1, false, rows));
        }
        assertEquals(Next.SAY, after(IndexWait.SAY_NS, false, 89));
    }

    @Test
    void whatIsBegunAnewForeverIsGivenUpInAPause() {
        long pauseNs = IndexWait.END_NS / 3;
        assertEquals(Next.LOOK_AGAIN, after(0, false, 90));
        for (int tries = 0; tries < 2; tries++) {
            assertEquals(Next.SAY, after(pauseNs, false, 90));
            assertEquals(Next.LOOK_AGAIN, after(1, false, 10));
            assertEquals(Next.LOOK_AGAIN, after(1, false, 90), "no further than the last time");
        }
        assertEquals(Next.GIVE_UP, after(pauseNs, false, 90));
    }
}
