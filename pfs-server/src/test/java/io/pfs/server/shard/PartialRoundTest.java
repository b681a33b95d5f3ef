package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.RowName;
import io.pfs.row.TablePointer;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.state.TableState;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.RemoveTable;
import io.pfs.wire.RowEdit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rounds of checkpoints that write only what holds most: what waits must not be missed by a recovery. */
final class PartialRoundTest {
    private static final int LONG_NAME = 200;

    private final NameRig rig = new NameRig();

    private static EditRow row(TablePointer table, String name) {
        return new EditRow(table.table(), RowName.of(name), Expected.ANY, NewRow.FILE, RowEdit.NONE);
    }

    private void put(TablePointer table, String name) {
        assertInstanceOf(RowChanged.class, rig.ask(table.base(), row(table, name)));
    }

    private static String longName(int number) {
        return Integer.toString(number, 36) + "n".repeat(LONG_NAME);
    }

    private void partialRound() {
        rig.group().checkpointForMemory();
        rig.runUntilIdle();
    }

    private long dirtySlices() {
        long dirty = 0;
        for (Shard shard : rig.group().shards()) {
            for (TableState table : shard.state().tables().opened()) {
                dirty += dirtySlices(table);
            }
        }
        return dirty;
    }

    private long dirtySlices(TablePointer table) {
        return dirtySlices(rig.group().shard(table.base()).state().tables().find(table.table()));
    }

    private static long dirtySlices(TableState table) {
        long[] dirty = {0};
        table.forEachSlice(slice -> dirty[0] += slice.isDirty() ? 1 : 0);
        return dirty[0];
    }

    @Test
    void whatWaitsIsWrittenWhenSomebodyAsks() {
        TablePointer full = rig.mkdir(NameRig.root(), "full", 1);
        List<TablePointer> others = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            others.add(rig.mkdir(NameRig.root(), "other-" + i, 1));
            put(others.get(i), "row");
        }
        rig.checkpoint();
        others.forEach(table -> put(table, "another"));
        for (int i = 0; i < 30; i++) {
            put(full, longName(i));
        }
        partialRound();
        long waiting = dirtySlices();
        assertTrue(waiting >= others.size(), waiting + " slices wait");
        rig.checkpoint();
        assertEquals(0, dirtySlices());
        rig.open();
        others.forEach(table -> assertTrue(rig.names(table).contains("another")));
    }

    /** Fills the journal until a round has come for that. */
    private void fillUntilRound(TablePointer full) {
        GroupCounters counters = rig.group().counters();
        long before = counters.slicesLeftYoung();
        for (int i = 0; counters.slicesLeftYoung() == before; i++) {
            put(full, longName(i));
            rig.passTime();
        }
        rig.runUntilIdle();
    }

    @Test
    void aLongJournalHasOldChangesWrittenIfMemoryIsShort() {
        TablePointer early = rig.mkdir(NameRig.root(), "early", 1);
        TablePointer full = rig.mkdir(NameRig.root(), "full", 1);
        put(early, "first");
        rig.checkpoint();

        put(early, "second");
        fillUntilRound(full);
        assertEquals(1, dirtySlices(early), "the journal has room for more than what came since the last round");
        fillUntilRound(full);
        assertEquals(0, dirtySlices(early));

        rig.open();
        assertTrue(rig.names(early).contains("second"));
    }

    /** A replay from what waits would need what storage had of the table, and its files go. */
    @Test
    void nothingWaitsWhileATableIsGone() {
        TablePointer quiet = rig.mkdir(NameRig.root(), "quiet", 1);
        TablePointer going = rig.mkdir(NameRig.root(), "going", 1);
        TablePointer full = rig.mkdir(NameRig.root(), "full", 1);
        put(quiet, "first");
        put(going, "row");
        rig.checkpoint();
        put(quiet, "second");
        TablePointer root = NameRig.root();
        rig.ask(root.base(), new RemoveTable(root.table(), RowName.of("going"), true));
        rig.runUntilIdle();
        for (int i = 0; i < 30; i++) {
            put(full, longName(i));
        }
        partialRound();
        assertEquals(0, dirtySlices(quiet));
        rig.open();
        assertTrue(rig.names(quiet).contains("second"));
    }
}
