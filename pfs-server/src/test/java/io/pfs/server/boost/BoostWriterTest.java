package io.pfs.server.boost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.env.system.SystemClock;
import io.pfs.pool.local.LocalPool;
import io.pfs.testing.ForwardingDisk;
import io.pfs.testing.MemoryDisk;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of the files of the boost index. */
final class BoostWriterTest {
    private final Disk disk = new MemoryDisk();
    private boolean isSilent;

    private final Disk silent = new ForwardingDisk(disk) {
        @Override
        public List<String> list() {
            if (isSilent) {
                throw new PfsException(ErrorCode.IO_FAILED, "planned: no answer");
            }
            return super.list();
        }
    };

    private BoostWriter writer(long fileId) {
        BoostWriter writer = new BoostWriter(new LocalPool(silent), new SystemClock(), 1, fileId);
        assertTrue(writer.write(new BoostSection(List.of())));
        return writer;
    }

    /** It is a job of a worker, which must not throw: that would end the loop. */
    @Test
    void olderFilesThatCantBeListedStay() {
        writer(1).close();
        BoostWriter writer = writer(2);
        isSilent = true;
        writer.deleteOlder();
        assertEquals(List.of(BoostIndex.fileName(1), BoostIndex.fileName(2)), disk.list());
        isSilent = false;
        writer.deleteOlder();
        assertEquals(List.of(BoostIndex.fileName(2)), disk.list());
    }
}
