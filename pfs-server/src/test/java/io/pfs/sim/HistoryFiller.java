package io.pfs.sim;

import io.pfs.RowName;
import io.pfs.row.TablePointer;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.RowEdit;
import java.util.List;

/** Makes rows beside the names of a history, so that slices split, and go to other shards, while those change. */
final class HistoryFiller {
    private static final long PAUSE_NS = 2_000_000;

    private final SimWorld world;
    private final Prng prng;
    private final Life life = new Life("history filler");
    private final SimCaller caller;
    private final List<TablePointer> tables;
    private final int rowsMax;
    private int rows;
    private int until;

    /** @param rowsMax so many in all */
    HistoryFiller(SimWorld world, Prng prng, SimCaller caller, List<TablePointer> tables, int rowsMax) {
        this.world = world;
        this.prng = prng;
        this.caller = caller;
        this.tables = tables;
        this.rowsMax = rowsMax;
    }

    boolean isDone() {
        return rows == until && caller.isIdle();
    }

    void fillHalf() {
        until = rowsMax / 2;
        nextLater();
    }

    void fill() {
        until = rowsMax;
        nextLater();
    }

    private void nextLater() {
        world.plan(life, prng.between(0, PAUSE_NS), this::next);
    }

    private void next() {
        if (rows == until) {
            return;
        }
        rows++;
        TablePointer table = tables.get(prng.below(tables.size()));
        RowName name = RowName.of("beside" + rows);
        EditRow row = new EditRow(table.table(), name, Expected.ANY, NewRow.FILE, RowEdit.NONE);
        caller.ask(row, reply -> nextLater());
    }
}
