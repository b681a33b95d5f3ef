package io.pfs.server.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.ShardId;
import io.pfs.disk.Disk;
import io.pfs.testing.AppendOnlyDisk;
import io.pfs.testing.MemoryDisk;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** On a disk whose files only grow a journal reserves nothing, keeps no spare file, and writes each byte once. */
final class JournalOnAppendOnlyTest extends JournalContract {
    @Override
    protected Disk newDisk() {
        return new AppendOnlyDisk(new MemoryDisk());
    }

    @Test
    void modeFlushReportsWhatIsFlushed() {
        AppendOnlyDisk disk = new AppendOnlyDisk(new MemoryDisk());
        JournalRig rig = JournalRig.on(disk, JournalRig.TINY, Durability.FLUSH);
        rig.replay();
        for (int i = 0; i < 5; i++) { // in its first file: what a file that was followed holds is forced
            rig.append(1, 60);
            rig.settle();
            assertEquals(i + 1, rig.durableCount());
            assertEquals(0, disk.unflushedBytes());
        }
    }

    @Test
    void trimmedFilesAreDeleted() {
        AppendOnlyDisk disk = new AppendOnlyDisk(new MemoryDisk());
        JournalRig rig = JournalRig.on(disk);
        rig.replay();
        for (int i = 0; i < 60; i++) {
            rig.append(0, 100);
            rig.settle();
        }
        rig.journal.trim(Map.of(new ShardId(0), 60L));
        rig.drain();
        assertTrue(
                JournalRig.files(disk).size() <= 2 && disk.list().stream().noneMatch(JournalFileName::isTemporary),
                () -> disk.list().toString());
        rig.journal.close();
        JournalRig.assertSame(
                rig.appended.subList(59, 60),
                JournalRig.recover(disk).stream()
                        .filter(entry -> entry.sequence() == 60)
                        .toList());
    }
}
