package io.pfs.server.journal;

import static io.pfs.disk.DiskContract.assertRefused;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.pfs.ErrorCode;
import io.pfs.disk.Disk;
import io.pfs.server.hadoop.MiniHdfs;
import org.junit.jupiter.api.Test;

/** Where a quota takes no block more, the journal says that there is no space, and can be read. */
final class JournalOnFullHdfsTest {
    private static final long LESS_THAN_A_BLOCK = 1 << 19;

    @Test
    void itStallsCanBeReadAndGoesOnWhenThereIsSpace() {
        try (Disk disk = MiniHdfs.freshDisk()) {
            JournalRig before = JournalRig.on(disk);
            before.replay();
            before.append(1, 100);
            before.settle();
            MiniHdfs.setSpaceQuota(disk.location(), LESS_THAN_A_BLOCK);
            for (int i = 0; before.failures.isEmpty() && i < 30; i++) {
                before.append(1, 100);
                before.settle();
            }
            assertFalse(before.failures.isEmpty());
            assertRefused(ErrorCode.NO_SPACE, "quota", () -> before.append(1, 10));
            before.journal.close();

            JournalRig rig = JournalRig.on(disk);
            rig.replay();
            JournalRig.assertSame(before.appended, rig.replayed);
            assertRefused(ErrorCode.NO_SPACE, "quota", () -> rig.append(1, 10));
            MiniHdfs.setSpaceQuota(disk.location(), Long.MAX_VALUE);
            rig.settle();
            rig.append(1, 10);
            rig.settle();
            JournalRig.assertSame(rig.all(), JournalRig.recover(disk));
        }
    }
}
