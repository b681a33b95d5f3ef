package io.pfs.server.slice;

import io.pfs.Check;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.CellsMoved;
import io.pfs.server.change.Change.ReplyKept;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.change.Change.RowRemoved;
import java.util.Arrays;

/** The one way in which a change reaches a slice: live and at replay. */
public final class SliceApply {
    private SliceApply() {}

    /**
     * Applies the change with this sequence of the shard. One that the slice has already (an image may be newer than the
     * place where replay begins) is passed over.
     *
     * @param nameHash of the name that the change is about
     * @return whether it was applied
     */
    public static boolean apply(SlicePlace place, Change change, long nameHash, long sequence) {
        if (sequence < place.sequence()) {
            return false;
        }
        Slice slice = place.target();
        change(slice, change, nameHash, sequence);
        slice.advance(sequence);
        return true;
    }

    /** Applies a change that a slice has lost, which is not to bear a later sequence for it: it has all that came since, or has lost that as well. */
    public static void applyLost(Slice slice, Change change, long nameHash, long sequence) {
        change(slice, change, nameHash, sequence);
    }

    private static void change(Slice slice, Change change, long nameHash, long sequence) {
        if (change instanceof RowPut put) {
            byte[] name = checked(slice, put.table(), put.name());
            slice.put(nameHash, name, 0, name.length, put.row(), 0, put.row().length);
        } else if (change instanceof RowRemoved removed) {
            byte[] name = checked(slice, removed.table(), removed.name());
            slice.remove(nameHash, name, 0, name.length);
        } else if (change instanceof CellsMoved moved) {
            move(slice, moved, nameHash);
        } else if (change instanceof ReplyKept kept) {
            slice.addReply(kept, sequence);
        } else {
            Check.that(false, "a change to a slice is about a row or a reply", change);
        }
    }

    /**
     * Applies a move that its slice was not there for. What came since knows of it: a row that was changed later points
     * elsewhere, and is left as it is.
     */
    public static void moveLate(Slice slice, CellsMoved moved, long nameHash, long sequence) {
        move(slice, moved, nameHash);
        slice.advance(Math.max(sequence, slice.sequence()));
    }

    /** Whether the row points to where this move, which was applied just now, says. */
    public static boolean isMoved(SlicePlace place, CellsMoved moved, long nameHash) {
        byte[] name = moved.name().sharedBytes();
        Slice slice = place.target();
        int ref = slice.find(nameHash, name, 0, name.length);
        return ref >= 0 && RowMoves.isDone(moved, slice.arena(), slice.rowAt(ref));
    }

    /** All slots are as the mover saw them, or it came too late. */
    private static void move(Slice slice, CellsMoved moved, long nameHash) {
        byte[] name = checked(slice, moved.table(), moved.name());
        int ref = slice.find(nameHash, name, 0, name.length);
        if (ref >= 0 && RowMoves.matches(moved, slice.arena(), slice.rowAt(ref))) {
            int at = slice.rowAt(ref);
            byte[] row = Arrays.copyOfRange(slice.arena(), at, at + slice.rowLength(ref));
            RowMoves.carryOut(moved, row);
            slice.put(nameHash, name, 0, name.length, row, 0, row.length);
        }
    }

    private static byte[] checked(Slice slice, TableId table, RowName name) {
        slice.checkMine(table);
        return name.sharedBytes();
    }
}
