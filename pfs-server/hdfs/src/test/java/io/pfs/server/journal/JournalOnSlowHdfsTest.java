package io.pfs.server.journal;

import static io.pfs.disk.DiskContract.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.server.hadoop.MiniHdfs;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A data node that does not answer has failed, and the journal goes on in another file as soon as one answers. */
final class JournalOnSlowHdfsTest {
    private static final long CALL_MILLIS = 1_000;

    @Test
    void goesOnInANewFile() {
        try (Disk disk = MiniHdfs.freshDisk(CALL_MILLIS)) {
            JournalRig rig = JournalRig.on(disk);
            rig.replay();
            rig.append(1, 100);
            rig.settle();
            assertEquals(1, rig.durableCount());

            CountDownLatch answers = new CountDownLatch(1);
            MiniHdfs.holdAcknowledgements(answers);
            rig.append(1, 100);
            rig.settle();
            assertFalse(rig.failures.isEmpty(), "what took too long has failed");
            assertEquals(1, rig.durableCount());
            assertThrows(PfsException.class, () -> rig.append(1, 100), "no new file can be forced, either");

            answers.countDown();
            rig.settle();
            rig.append(1, 100);
            rig.settle();
            assertEquals(2, rig.durableCount());
            assertTrue(disk.list().size() >= 2, () -> disk.list().toString());
            JournalRig.assertSame(rig.appended, JournalRig.recover(disk));
        }
    }

    /** What was flushed before is at the data nodes: no new file cuts it, and the next life carries it. */
    @Test
    @Tag("nightly")
    void inModeFlushItEndsAndTheNextLifeHasAllThatWasAcknowledged() {
        try (Disk disk = MiniHdfs.freshDisk(CALL_MILLIS)) {
            JournalRig rig = JournalRig.on(disk, JournalRig.TINY, Durability.FLUSH);
            rig.replay();
            for (int i = 0; i < 5; i++) {
                rig.append(1, 60);
                rig.settle();
            }
            assertEquals(5, rig.durableCount());
            List<JournalRig.Entry> acknowledged = List.copyOf(rig.appended);

            CountDownLatch answers = new CountDownLatch(1);
            MiniHdfs.holdAcknowledgements(answers);
            rig.append(1, 60);
            rig.settle();
            assertEquals(1, rig.failures.size(), "what took too long has failed");
            answers.countDown();
            assertRefused(ErrorCode.FORCE_FAILED, "start again", () -> rig.append(1, 60));
            rig.settle();
            assertRefused(ErrorCode.FORCE_FAILED, "start again", () -> rig.append(1, 60));
            rig.journal.close();
            List<JournalRig.Entry> found = JournalRig.recover(disk);
            JournalRig.assertSame(acknowledged, found.subList(0, acknowledged.size()));
        }
    }
}
