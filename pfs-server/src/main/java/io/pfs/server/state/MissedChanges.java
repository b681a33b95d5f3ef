package io.pfs.server.state;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.SliceKey;
import io.pfs.server.change.Change.CellsMoved;
import io.pfs.server.slice.Slice;
import io.pfs.server.slice.SliceApply;
import java.util.ArrayList;
import java.util.List;

/** What a slice has missed that could not be read when the journal was replayed, and why it could not. */
final class MissedChanges {
    private final PfsException why;
    /** They are neither in its rows nor on storage. */
    private final List<Moved> moves = new ArrayList<>(1);

    /** A move of cells that waits for the row that it is about. */
    private record Moved(CellsMoved move, long nameHash, long sequence) {}

    MissedChanges(PfsException why) {
        this.why = why;
    }

    void add(CellsMoved move, long nameHash, long sequence) {
        moves.add(new Moved(move, nameHash, sequence));
    }

    boolean hasMoves() {
        return !moves.isEmpty();
    }

    /** The rows have come after all. */
    void makeUp(Slice rows) {
        moves.forEach(one -> SliceApply.moveLate(rows, one.move, one.nameHash, one.sequence));
        moves.clear();
    }

    /** Why nobody is served from one that missed a split, in this life. */
    PfsException refusal(SliceKey key) {
        return new PfsException(
                ErrorCode.CORRUPT, // what passes would be asked for again and again, and this does not in this life
                key
                        + " could not be read when it was opened, and was to be split: it is served again after a start at which it"
                        + " can be; " + why.detail(),
                why);
    }
}
