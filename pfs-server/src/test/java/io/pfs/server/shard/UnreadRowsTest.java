package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.testing.ForwardingDisk;
import io.pfs.testing.MemoryDisk;
import io.pfs.wire.CellPut;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.RowEdit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What storage does not give back any more keeps no others in the journal. */
final class UnreadRowsTest {
    private static final int MANY = 6000;

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

    /** More of them than one flush goes through. */
    @Test
    void whatComesBehindManyThatCannotBeReadIsCopiedByALaterFlush() {
        rig.limits = Limits.DEFAULT;
        rig.memoryBytes = 32 << 10;
        rig.open().makeTables();
        putAll(0, new byte[20]);
        rig.checkpoint();
        putAll(0, new byte[30]);
        TableMade behind = (TableMade) rig.ask(ShardRig.makeTable(RowName.of("behind"), 0));
        for (int row = 0; row < 10; row++) {
            RowEdit cell = RowEdit.ofCells(List.of(new CellPut(new ColumnId(0), new byte[40], false)));
            rig.ask(new EditRow(behind.pointer().table(), ShardRig.name(row), Expected.ANY, NewRow.FILE, cell));
        }
        rig.open();
        rotten.addAll(files("metadata-"));
        rig.checkpoint();
        rig.checkpoint();
        assertTrue(waiting(0) > MANY, "the rows of too many steps can't be read");
        assertEquals(0, waitingOf(behind.pointer().table()));
    }

    private long waitingOf(TableId table) {
        return rig.group().shards().get(0).state().window().all().stream()
                .filter(cell -> cell.table().equals(table))
                .count();
    }

    private void putAll(int table, byte[] cell) {
        for (int row = 0; row < MANY; row++) {
            rig.ask(rig.put(table, row, 0, cell));
        }
    }
}
