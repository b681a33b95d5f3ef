package io.pfs.server.admin;

import io.pfs.ColumnId;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.wire.CellPut;
import io.pfs.wire.Expected;
import io.pfs.wire.FoundRow;
import io.pfs.wire.NewRow;
import io.pfs.wire.Request;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.RemoveRow;
import io.pfs.wire.RowEdit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What the self-test does, as a function of nothing but the number of the operation: so the process that writes and the
 * one that checks need not talk about more than numbers. Operations come in rounds of ten: seven new rows, and of rows of
 * earlier rounds one is changed, one removed, and one changed once more; in the first rounds there are ten new rows.
 */
final class SelftestPlan {
    /** The subdirectory of the root that the self-test writes to. */
    static final RowName TABLE = RowName.of("selftest");

    static final List<ColumnId> COLUMNS = List.of(new ColumnId(0), new ColumnId(1), new ColumnId(7));

    private static final int ROUND = 10;
    private static final int CREATES = 7;
    private static final int CHANGED = 1;
    private static final int REMOVED = 2;
    /** Rounds between an operation on a row and the next one: more than are ever under way. */
    private static final int ROUNDS_BETWEEN = 20;

    private SelftestPlan() {}

    /** Which row of its round an operation is about, and what it makes of it. */
    record Step(long round, int row, int kind) {
        private static final int CREATE = 0;
        private static final int CHANGE = 1;
        private static final int CHANGE_AGAIN = 2;
        private static final int REMOVE = 3;
    }

    private static Step step(long operation) {
        long round = operation / ROUND;
        int place = (int) (operation % ROUND);
        return switch (place - CREATES) {
            case 0 -> earlier(round, place, 1, CHANGED, Step.CHANGE);
            case 1 -> earlier(round, place, 1, REMOVED, Step.REMOVE);
            case 2 -> earlier(round, place, 2, CHANGED, Step.CHANGE_AGAIN);
            default -> new Step(round, place, Step.CREATE);
        };
    }

    private static Step earlier(long round, int place, int times, int row, int kind) {
        long earlier = round - (long) times * ROUNDS_BETWEEN;
        return earlier < 0 ? new Step(round, place, Step.CREATE) : new Step(earlier, row, kind);
    }

    /** How many operations may be under way at once. */
    static int underWayMax() {
        return ROUND * ROUNDS_BETWEEN;
    }

    /** The row an operation is about. */
    static RowName name(long operation) {
        Step step = step(operation);
        return RowName.of("IMG_" + step.round + "_" + step.row + ".jpg");
    }

    static Request request(TableId table, long operation) {
        Step step = step(operation);
        RowName name = name(operation);
        return switch (step.kind) {
            case Step.CREATE -> edit(table, name, Expected.ABSENT, step, 1);
            case Step.CHANGE -> edit(table, name, new Expected.Version(1), step, 2);
            case Step.CHANGE_AGAIN -> edit(table, name, new Expected.Version(2), step, 3);
            default -> new RemoveRow(table, name, Expected.PRESENT);
        };
    }

    /** Each version of a row adds the cell of one more column; the third is a column that the row leads to indirectly. */
    private static Request edit(TableId table, RowName name, Expected expected, Step step, int version) {
        CellPut put = new CellPut(COLUMNS.get(version - 1), cell(step, version), false);
        return new EditRow(table, name, expected, NewRow.FILE, RowEdit.ofCells(List.of(put)));
    }

    /** The versions that the row may have once the operation is done; none if it removes it. */
    static Optional<State> after(long operation) {
        Step step = step(operation);
        return switch (step.kind) {
            case Step.CREATE -> Optional.of(new State(step, 1));
            case Step.CHANGE -> Optional.of(new State(step, 2));
            case Step.CHANGE_AGAIN -> Optional.of(new State(step, 3));
            default -> Optional.empty();
        };
    }

    /** What a row is after some operations on it. */
    record State(Step step, int version) {
        boolean is(FoundRow found) {
            boolean matches = found.row().version() == version;
            for (int v = 1; v <= COLUMNS.size(); v++) {
                Optional<byte[]> cell = found.cells().get(v - 1);
                matches &= cell.isPresent() == v <= version;
                matches &= cell.isEmpty() || Arrays.equals(cell.get(), cell(step, v));
            }
            return matches;
        }
    }

    /** Most are small; one in a hundred is too large for the journal, and goes to a segment first. */
    private static byte[] cell(Step step, int version) {
        long id = step.round * ROUND + step.row + 1;
        int length = id % 100 == 0 ? 40_000 : (int) (id * 31 % 900);
        byte[] bytes = new byte[length];
        long state = id * 4 + version;
        for (int i = 0; i < length; i++) {
            state = state * 0x5851F42D4C957F2DL + 0x14057B7EF767814FL;
            bytes[i] = (byte) (state >>> 56);
        }
        return bytes;
    }
}
