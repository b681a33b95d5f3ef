package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.testing.ForwardingDisk;
import io.pfs.testing.ForwardingFile;
import io.pfs.testing.MemoryDisk;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A server tries again and again to open what it can't: no try may leave a file open, which on HDFS takes threads of it. */
final class FailedOpeningTest {
    private int openFiles;
    private int listsLeft = Integer.MAX_VALUE;
    private int refused;

    private class Counting extends ForwardingDisk {
        Counting() {
            super(new MemoryDisk());
        }

        @Override
        protected DiskFile opened(DiskFile file) {
            openFiles++;
            return new ForwardingFile(file) {
                private boolean isOpen = true;

                @Override
                public void close() {
                    openFiles -= isOpen ? 1 : 0;
                    isOpen = false;
                    super.close();
                }
            };
        }
    }

    private final Disk journal = new Counting();

    private final Disk pool = new Counting() {
        @Override
        public List<String> list() {
            if (listsLeft == 0) {
                throw new PfsException(ErrorCode.IO_FAILED, "planned: the folder can't be listed");
            }
            listsLeft--;
            return super.list();
        }
    };

    @Test
    void leavesNoFileOpen() {
        ShardRig rig = new ShardRig(journal, pool).open();
        rig.makeTables();
        rig.create(0, 0, 20);
        rig.checkpoint();
        rig.group().close();
        rig.runUntilIdle();
        assertEquals(0, openFiles);
        rig.loseBoost();
        for (int lists = 0; !opens(rig, lists); lists++) {
            refused++;
            assertEquals(0, openFiles, "after " + lists + " listings");
        }
        assertTrue(refused > 2, "listings: " + refused);
    }

    private boolean opens(ShardRig rig, int lists) {
        listsLeft = lists;
        try {
            ShardRig unused = rig.open();
            return true;
        } catch (PfsException e) {
            assertEquals(ErrorCode.IO_FAILED, e.code());
            return false;
        }
    }
}
