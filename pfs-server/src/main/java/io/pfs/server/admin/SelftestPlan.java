package io.pfs.server.admin;

import io.pfs.FileId;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.row.CellLocation;
import io.pfs.row.Row;
import io.pfs.server.shard.Request;
import io.pfs.server.shard.Request.CreateRow;
import io.pfs.server.shard.Request.RemoveRow;
import io.pfs.server.shard.Request.ReplaceRow;
import io.pfs.server.store.LocalStore;
import java.util.Optional;

/**
 * What the self-test does, as a function of nothing but the number of the operation: so the process that writes and the
 * one that checks need not talk about more than numbers. Operations come in rounds of ten: seven new rows, and of rows of
 * earlier rounds one is changed, one removed, and one changed once more; in the first rounds there are ten new rows.
 */
final class SelftestPlan {
    static final TableId TABLE = TableId.of(LocalStore.shard(), 1);
    static final long HASH_SEED = 0x5e1f7e57L;

    private static final int ROUND = 10;
    private static final int CREATES = 7;
    private static final int CHANGED = 1;
    private static final int REMOVED = 2;
    /** Rounds between an operation on a row and the next one: more than are ever under way. */
    private static final int ROUNDS_BETWEEN = 20;

    private static final long MILLIS = 1_700_000_000_000L;

    private SelftestPlan() {}

    /** Which row of its round an operation is about, and what it makes of it. */
    private record Step(long round, int row, int kind) {
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

    static Request request(long operation) {
        Step step = step(operation);
        RowName name = name(operation);
        return switch (step.kind) {
            case Step.CREATE -> new CreateRow(TABLE, name, row(step, 1));
            case Step.CHANGE -> new ReplaceRow(TABLE, name, 1, row(step, 2));
            case Step.CHANGE_AGAIN -> new ReplaceRow(TABLE, name, 2, row(step, 3));
            default -> new RemoveRow(TABLE, name);
        };
    }

    /** What the row is once the operation is done; nothing if it removes it. */
    static Optional<byte[]> after(long operation) {
        Step step = step(operation);
        return switch (step.kind) {
            case Step.CREATE -> Optional.of(row(step, 1));
            case Step.CHANGE -> Optional.of(row(step, 2));
            case Step.CHANGE_AGAIN -> Optional.of(row(step, 3));
            default -> Optional.empty();
        };
    }

    private static byte[] row(Step step, int version) {
        long id = step.round * ROUND + step.row + 1;
        Row row = Row.emptyFile(new FileId(id), 0644, 1000, 100, MILLIS + id);
        for (int v = 1; v < version; v++) {
            row = row.withCell(v, new CellLocation(id, v * 4096L, (int) (id % 100_000)), MILLIS + id + v);
        }
        return row.toBytes();
    }

    /** The version that a row's bytes bear, for messages. */
    static String describe(Optional<byte[]> row) {
        return row.map(bytes ->
                        "version " + Row.decode(new ByteReader("row", bytes)).version())
                .orElse("no row");
    }
}
