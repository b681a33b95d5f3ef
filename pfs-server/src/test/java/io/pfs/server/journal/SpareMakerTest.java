package io.pfs.server.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.env.system.InlineWorkers;
import io.pfs.testing.FaultDisk;
import io.pfs.testing.FaultDisk.Call;
import io.pfs.testing.MemoryDisk;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SpareMakerTest {
    private final MemoryDisk memory = new MemoryDisk();
    private final InlineWorkers workers = new InlineWorkers();

    private SpareMaker maker(Disk disk) {
        return new SpareMaker(JournalSetup.of(disk, JournalRig.OWNER, Limits.DEFAULT, Durability.SYNC), workers);
    }

    private int runAll() {
        int jobs = 0;
        while (workers.poll()) {
            jobs++;
        }
        return jobs;
    }

    @Test
    void itMakesAFileOfFullSizeAndNoSecondOne() {
        SpareMaker maker = maker(memory);
        maker.prepare();
        maker.prepare();
        assertTrue(maker.isRunning());
        assertEquals(64, runAll(), "a MiB at a time");
        assertFalse(maker.isRunning());
        assertEquals(List.of(SpareFiles.madeAhead()), memory.list());
        assertEquals(
                Limits.DEFAULT.journalFileBytes(),
                memory.open(SpareFiles.madeAhead()).size());
        maker.prepare();
        assertEquals(1, runAll(), "there is one");
    }

    @Test
    void whoClosesDoesNotWaitForAllOfItAndNothingIsLeft() {
        SpareMaker maker = maker(memory);
        maker.prepare();
        assertTrue(workers.poll());
        maker.close();
        assertTrue(runAll() <= 2);
        assertFalse(maker.isRunning());
        assertEquals(List.of(), memory.list());
        maker.prepare();
        assertFalse(maker.isRunning(), "it was closed");
    }

    @Test
    void whatGoesWrongIsCleanedUp() {
        for (Call failing : List.of(Call.CREATE, Call.FORCE, Call.RENAME)) {
            SpareMaker maker = maker(new FaultDisk(memory, (call, name) -> {
                if (call == failing) {
                    throw new PfsException(ErrorCode.NO_SPACE, "planted for " + name);
                }
            }));
            maker.prepare();
            runAll();
            assertFalse(maker.isRunning());
            assertEquals(List.of(), memory.list(), failing.toString());
        }
    }
}
