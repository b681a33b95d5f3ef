package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.RowName;
import io.pfs.row.TablePointer;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.EditRows;
import io.pfs.wire.Request.RemoveTable;
import io.pfs.wire.RowEdit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tables that are removed while their slices split. */
final class SplitAndRemoveTest {
    private static final int STEPS = 40;

    private final RowName going = RowName.of("going");

    @Test
    void batchesThatMakeManySplits() {
        for (int steps = 0; steps < STEPS; steps++) {
            NameRig rig = new NameRig();
            TablePointer table = rig.mkdir(NameRig.root(), "going", 0);
            TablePointer staying = rig.mkdir(NameRig.root(), "staying", 0);
            rig.create(staying, "file", "content");
            for (int batch = 0; batch < 3; batch++) {
                rig.submit(rig.envelope(table.base(), new EditRows(table.table(), creates(table, batch * 60, 60))));
            }
            removeAfter(rig, steps);
            rig.runUntilIdle();
            requireServed(rig, staying, steps);
        }
    }

    @Test
    void oneRowThatMakesTheFirstSplit() {
        for (int rows = 4; rows < 9; rows++) {
            for (int steps = 0; steps < 12; steps++) {
                NameRig rig = new NameRig();
                TablePointer table = rig.mkdir(NameRig.root(), "going", 0);
                TablePointer staying = rig.mkdir(NameRig.root(), "staying", 0);
                rig.create(staying, "file", "content");
                creates(table, 0, rows).forEach(create -> rig.ask(table.base(), create));
                removeAfter(rig, 0);
                for (int i = 0; i < steps; i++) {
                    rig.step();
                }
                rig.submit(rig.envelope(table.base(), creates(table, rows, 1).get(0)));
                rig.runUntilIdle();
                requireServed(rig, staying, steps);
            }
        }
    }

    private static List<EditRow> creates(TablePointer table, int from, int count) {
        List<EditRow> creates = new ArrayList<>();
        for (int i = from; i < from + count; i++) {
            creates.add(new EditRow(table.table(), RowName.of("row-" + i), Expected.ABSENT, NewRow.FILE, RowEdit.NONE));
        }
        return creates;
    }

    private void removeAfter(NameRig rig, int steps) {
        for (int i = 0; i < steps; i++) {
            rig.step();
        }
        TablePointer root = NameRig.root();
        rig.submit(rig.envelope(root.base(), new RemoveTable(root.table(), going, true)));
    }

    private static void requireServed(NameRig rig, TablePointer staying, int steps) {
        assertEquals(Optional.empty(), rig.group().stopped(), "after " + steps + " steps");
        rig.open();
        rig.runUntilIdle();
        assertEquals(Optional.of("content"), rig.content(staying, "file"), "after " + steps + " steps");
    }
}
