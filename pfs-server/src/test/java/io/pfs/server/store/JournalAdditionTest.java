package io.pfs.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.journal.JournalRig;
import io.pfs.testing.FaultDisk;
import io.pfs.testing.FaultDisk.Call;
import io.pfs.testing.MemoryDisk;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Files that come into a journal together. */
final class JournalAdditionTest {
    private final MemoryDisk before = new MemoryDisk();
    private final MemoryDisk after = longer(before);

    /** A journal as it was, and what came of it. */
    private static MemoryDisk longer(MemoryDisk disk) {
        JournalRig first = JournalRig.on(disk);
        first.replay();
        first.append(0, 20);
        first.settle();
        MemoryDisk copy = disk.afterCrash(false);
        JournalRig second = JournalRig.on(copy);
        second.replay();
        for (int i = 0; i < 40; i++) {
            second.append(0, 90);
            second.settle();
        }
        second.journal.close();
        return copy;
    }

    private static long names(MemoryDisk disk) {
        return disk.list().stream().filter(name -> !name.endsWith(".tmp")).count();
    }

    @Test
    void allAreThere() {
        JournalAddition.run(after, before);
        assertTrue(before.list().size() > 3, before.list().toString());
        assertEquals(JournalRig.recover(after.afterCrash(true)), JournalRig.recover(before.afterCrash(true)));
    }

    /** Either nothing came of it, or nobody takes it for a journal. */
    @Test
    void someOfThemAloneAreRefused() {
        List<JournalRig.Entry> known = JournalRig.recover(before.afterCrash(false));
        long files = names(after) - names(before);
        for (int nth = 0; nth < files; nth++) {
            MemoryDisk disk = before.afterCrash(false);
            FaultDisk failing = new FaultDisk(disk, FaultDisk.failing(Call.RENAME, nth, 1, ErrorCode.IO_FAILED));
            assertThrows(PfsException.class, () -> JournalAddition.run(after, failing));
            MemoryDisk left = disk.afterCrash(true);
            if (nth == 0) {
                assertEquals(known, JournalRig.recover(left));
            } else {
                PfsException refusal = assertThrows(PfsException.class, () -> JournalRig.recover(left));
                assertTrue(refusal.getMessage().contains("is missing"), refusal.getMessage());
            }
            JournalAddition.run(after, disk);
            assertEquals(JournalRig.recover(after.afterCrash(true)), JournalRig.recover(disk.afterCrash(true)));
        }
    }
}
