package io.pfs.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.journal.JournalRig;
import io.pfs.testing.FaultDisk;
import io.pfs.testing.FaultDisk.Call;
import io.pfs.testing.MemoryDisk;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A file that comes into a journal whole. */
final class JournalAdditionTest {
    private final MemoryDisk before = new MemoryDisk();
    private final MemoryDisk after = longer(before, 3);

    /** A journal as it was, and what came of it. */
    private static MemoryDisk longer(MemoryDisk disk, int records) {
        JournalRig first = JournalRig.on(disk);
        first.replay();
        first.append(0, 20);
        first.settle();
        MemoryDisk copy = disk.afterCrash(false);
        JournalRig second = JournalRig.on(copy);
        second.replay();
        for (int i = 0; i < records; i++) {
            second.append(0, 90);
            second.settle();
        }
        second.journal.close();
        return copy;
    }

    /** Whatever fails, the journal is as it was, or all is there; another attempt brings it. */
    @Test
    void allIsThereOrNothing() {
        List<JournalRig.Entry> known = JournalRig.recover(before.afterCrash(false));
        List<JournalRig.Entry> all = JournalRig.recover(after.afterCrash(true));
        for (Call call : Call.values()) {
            MemoryDisk disk = before.afterCrash(false);
            FaultDisk failing = new FaultDisk(disk, FaultDisk.failing(call, 0, 1, ErrorCode.IO_FAILED));
            try {
                JournalAddition.run(after, failing);
            } catch (PfsException e) {
                assertEquals(ErrorCode.IO_FAILED, e.code());
                assertEquals(known, JournalRig.recover(disk.afterCrash(true)), call.toString());
                disk.list().stream()
                        .filter(name -> after.exists(name) && !before.exists(name))
                        .forEach(disk::delete);
                JournalAddition.run(after, disk);
            }
            assertEquals(all, JournalRig.recover(disk.afterCrash(true)), call.toString());
        }
    }

    @Test
    void severalFilesDontComeAtOnce() {
        MemoryDisk disk = new MemoryDisk();
        MemoryDisk longer = longer(disk, 40);
        List<String> names = disk.list();
        assertThrows(PfsException.class, () -> JournalAddition.run(longer, disk));
        assertEquals(names, disk.list());
    }
}
