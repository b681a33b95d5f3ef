package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.testing.ForwardingDisk;
import io.pfs.testing.MemoryDisk;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What storage does not give back any more keeps no others in the journal. */
final class UnreadRowsTest {
    private final Set<String> rotten = new HashSet<>();
    private final MemoryDisk poolDisk = new MemoryDisk();
    private final ShardRig rig = new ShardRig(new Rotting(poolDisk));

    /** Some of its files can't be opened. */
    private final class Rotting extends ForwardingDisk {
        Rotting(Disk disk) {
            super(disk);
        }

        @Override
        public DiskFile open(String name) {
            if (rotten.contains(name)) {
                throw new PfsException(ErrorCode.IO_FAILED, name + ": planted");
            }
            return super.open(name);
        }
    }

    private Set<String> files(String kind) {
        return poolDisk.list().stream().filter(name -> name.startsWith(kind)).collect(Collectors.toSet());
    }

    private int waiting(int shard) {
        return rig.group().shards().get(shard).state().window().count();
    }

    /** In a segment the record of a row's further cells leads to segments: nothing of it is needed to copy what the row itself leads to. */
    @Test
    void aRecordThatCannotBeReadKeepsNoCellsInTheJournal() {
        rig.open().makeTables();
        for (int column = 0; column < 8; column++) {
            rig.ask(rig.put(0, 7, column, new byte[40]));
        }
        rig.checkpoint();
        rotten.addAll(files("column-"));
        rig.open();
        byte[] later = {1, 2, 3};
        rig.ask(rig.put(0, 7, 1, later));
        for (int row = 8; row < 20; row++) {
            rig.ask(rig.put(0, row, 0, later));
        }
        assertEquals(13, waiting(0));
        rig.checkpoint();
        assertEquals(0, waiting(0));
        rig.open();
        for (int row = 8; row < 20; row++) {
            assertArrayEquals(later, rig.cell(0, row, 0).orElseThrow());
        }
        assertArrayEquals(later, rig.cell(0, 7, 1).orElseThrow());
    }
}
