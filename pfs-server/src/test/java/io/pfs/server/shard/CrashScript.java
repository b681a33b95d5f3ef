package io.pfs.server.shard;

import io.pfs.ColumnId;
import io.pfs.RowName;
import io.pfs.wire.CellPut;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.Request;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.RemoveRow;
import io.pfs.wire.RowEdit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Operations on one row beside some others, and what the rows may be when they are cut short. */
final class CrashScript {
    /** Fewer than any slice splits at. */
    static final int BASE_ROWS = 3;

    private static final RowName TARGET = RowName.of("target");
    private static final int SMALL = 20;
    /** More than goes with a record. */
    private static final int BIG = 150;

    private static final int CELLS = 8;

    private final ShardRig rig;
    /** What the rows are after each request that was answered; one more if one is under way. */
    private final List<SortedMap<String, String>> states = new ArrayList<>();

    private final TreeMap<String, Row> rows = new TreeMap<>();
    private int answered;
    private int taken;

    enum Step {
        CREATE,
        WRITE_SMALL,
        WRITE_BIG,
        DELETE,
        SPLIT,
        CHECKPOINT
    }

    /** A row as it should be. */
    private static final class Row {
        private final String[] cells = new String[CELLS];
        private int version = 1;

        @Override
        public String toString() {
            TreeMap<Integer, String> present = new TreeMap<>();
            for (int column = 0; column < CELLS; column++) {
                if (cells[column] != null) {
                    present.put(column, cells[column]);
                }
            }
            return "version " + version + " " + present;
        }
    }

    CrashScript(ShardRig rig) {
        this.rig = rig;
        for (int i = 0; i < BASE_ROWS; i++) {
            rows.put(ShardRig.name(i).toString(), new Row());
        }
        states.add(snapshot());
    }

    private SortedMap<String, String> snapshot() {
        TreeMap<String, String> state = new TreeMap<>();
        rows.forEach((name, row) -> state.put(name, row.toString()));
        return state;
    }

    boolean isPossible(SortedMap<String, String> state) {
        return possible().contains(state);
    }

    /** The state after the last answer, and that after the request under way, if there is one. */
    List<SortedMap<String, String>> possible() {
        return states.subList(answered, states.size());
    }

    void take(Step step) {
        taken++;
        switch (step) {
            case CREATE -> edit(TARGET, Expected.ABSENT);
            case WRITE_SMALL -> edit(TARGET, Expected.ANY, put(1, SMALL), put(7, SMALL));
            case WRITE_BIG -> edit(TARGET, Expected.ANY, put(0, BIG), put(7, BIG));
            case DELETE -> ask(new RemoveRow(rig.table(0), TARGET, Expected.ANY), () -> rows.remove(TARGET.toString()));
            case SPLIT -> split();
            case CHECKPOINT -> rig.checkpoint();
        }
    }

    private void split() {
        long before = rig.group().counters().splits();
        for (int i = 0; rig.group().counters().splits() == before; i++) {
            edit(RowName.of("more-" + taken + "-" + i), Expected.ABSENT);
        }
    }

    private CellPut put(int column, int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) (10 * taken + column));
        return new CellPut(new ColumnId(column), bytes, false);
    }

    static String describe(byte[] bytes) {
        return bytes.length + " bytes of " + (bytes.length == 0 ? 0 : bytes[0]) + "#" + Arrays.hashCode(bytes);
    }

    private void edit(RowName name, Expected expected, CellPut... puts) {
        RowEdit edit = RowEdit.ofCells(List.of(puts));
        boolean isRefused = expected == Expected.ABSENT && rows.containsKey(name.toString());
        ask(new EditRow(rig.table(0), name, expected, NewRow.FILE, edit), () -> {
            if (!isRefused) {
                Row row = rows.get(name.toString());
                Row after = row == null ? new Row() : row;
                after.version += row == null ? 0 : 1;
                List.of(puts).forEach(put -> after.cells[put.column().value()] = describe(put.bytes()));
                rows.put(name.toString(), after);
            }
        });
    }

    private void ask(Request request, Runnable model) {
        model.run();
        states.add(snapshot());
        rig.ask(request);
        answered++;
    }
}
