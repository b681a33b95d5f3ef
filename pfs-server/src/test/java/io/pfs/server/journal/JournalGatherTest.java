package io.pfs.server.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.Limits;
import io.pfs.env.system.NoTimers;
import io.pfs.server.journal.Journal.Appended;
import io.pfs.testing.MemoryDisk;
import org.junit.jupiter.api.Test;

/** On a disk that is slower than the loop, what waits when a force ends goes with those who come again then. */
final class JournalGatherTest {
    private static final long FORCE_NS = 100_000;
    private static final long SERVE_NS = 100;

    private final MemoryDisk disk = new MemoryDisk();

    private JournalSetup setup() {
        return JournalSetup.of(disk, JournalRig.OWNER, Limits.DEFAULT, Durability.SYNC);
    }

    private static void append(JournalRig rig, int records) {
        for (int i = 0; i < records; i++) {
            rig.append(1, 10);
            rig.nowNs += SERVE_NS;
        }
        rig.journal.commit();
    }

    private static void force(JournalRig rig) {
        rig.nowNs += FORCE_NS;
        assertTrue(rig.workers.poll(), "a batch is under way");
    }

    /** Until 16 were forced just now, and 8 wait. */
    private static Appended untilSomeWait(JournalRig rig) {
        rig.replay();
        append(rig, 16);
        force(rig);
        append(rig, 16);
        append(rig, 7);
        Appended last = rig.append(1, 10);
        rig.journal.commit();
        force(rig);
        assertEquals(32, rig.durableCount());
        return last;
    }

    @Test
    void thoseWhoWaitGoWithThoseWhoComeAgain() {
        JournalRig rig = new JournalRig(setup());
        Appended waits = untilSomeWait(rig);
        assertFalse(rig.workers.poll(), "nothing is written yet");
        append(rig, 16);
        force(rig);
        assertTrue(rig.durable.covers(waits));
        assertEquals(56, rig.durableCount());
    }

    @Test
    void ifNobodyComesTheyGoAlone() {
        JournalRig rig = new JournalRig(setup());
        Appended waits = untilSomeWait(rig);
        rig.timers.pass(0);
        force(rig);
        assertTrue(rig.durable.covers(waits));
    }

    @Test
    void whereNothingHappensLaterTheyGoAtOnce() {
        JournalRig rig = new JournalRig(setup(), new NoTimers());
        Appended waits = untilSomeWait(rig);
        force(rig);
        assertTrue(rig.durable.covers(waits));
    }

    @Test
    void whatWaitsIsWrittenWhenTheJournalCloses() {
        JournalRig rig = new JournalRig(setup());
        untilSomeWait(rig);
        rig.journal.close();
        rig.timers.pass(0);
        assertFalse(rig.workers.poll(), "it was closed");
        assertTrue(rig.journal.isClosed());
        assertEquals(40, JournalRig.recover(disk).size());
    }
}
