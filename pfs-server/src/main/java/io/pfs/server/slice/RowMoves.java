package io.pfs.server.slice;

import io.pfs.row.CellLocation;
import io.pfs.row.RowLayout;
import io.pfs.server.change.Change.CellsMoved;
import io.pfs.server.change.Change.Move;
import java.util.Optional;
import java.util.function.Function;

/** Whether the cells of a row are where a move says that it found them, and the move itself. */
public final class RowMoves {
    private RowMoves() {}

    /** Whether the row whose bytes begin here is the one that the move is about, as it was. */
    public static boolean matches(CellsMoved moved, byte[] bytes, int rowAt) {
        return pointsTo(moved, Move::from, bytes, rowAt);
    }

    /** Whether it is as the move made it. */
    static boolean isDone(CellsMoved moved, byte[] bytes, int rowAt) {
        return pointsTo(moved, Move::to, bytes, rowAt);
    }

    private static boolean pointsTo(CellsMoved moved, Function<Move, CellLocation> where, byte[] bytes, int rowAt) {
        if (RowLayout.u64(bytes, rowAt + RowLayout.FILE_ID) != moved.fileId().value()) {
            return false;
        }
        for (Move move : moved.moves()) {
            if (!RowLayout.cell(bytes, rowAt, move.slot()).equals(Optional.of(where.apply(move)))) {
                return false;
            }
        }
        return true;
    }

    /** Lets the row, which must be as the move found it, point to the copies. */
    public static void carryOut(CellsMoved moved, byte[] row) {
        for (Move move : moved.moves()) {
            CellLocation to = move.to();
            RowLayout.setCell(row, 0, move.slot(), to);
        }
    }
}
