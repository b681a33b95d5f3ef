package io.pfs.server.cell;

import io.pfs.Limits;
import io.pfs.server.state.CellBacklog;
import io.pfs.table.Policy;
import io.pfs.wire.CellPut;
import io.pfs.wire.Request.EditRow;
import java.util.List;

/**
 * Says how long a cell may be to travel in the record of its edit. That spares who waits for it a force, but each such cell is
 * written twice: it is copied by a checkpoint, with many others. So they travel as long as copying keeps up; while it does not,
 * longer ones are written once, and share the force of a segment. While it is far behind none travels, for what waits is in
 * memory.
 */
public final class EmbedRule {
    /** One part in so many of what may travel is not long. */
    private static final int SHORT_PART = 4;

    /** Not even an empty one. */
    static final int NONE = -1;

    private final int bytesMax;
    private final CellBacklog backlog;

    EmbedRule(Limits limits, CellBacklog backlog) {
        this.bytesMax = limits.cellEmbedBytesMax();
        this.backlog = backlog;
    }

    /** The longest that may travel of what these edits bring to a table of this policy. */
    public int bytesMax(List<EditRow> edits, Policy policy) {
        if (backlog.isFull()) {
            return NONE;
        }
        return backlog.keepsUp() && !needSegment(edits, policy) ? bytesMax : bytesMax / SHORT_PART;
    }

    /** Whether the segment is forced anyway: for one that is too long to travel, or as all together are. */
    private boolean needSegment(List<EditRow> edits, Policy policy) {
        RowPlan.Room room = new RowPlan.Room(bytesMax, edits);
        for (EditRow edit : edits) {
            for (CellPut put : edit.edit().puts()) {
                if (!RowPlan.isWhole(put, policy) && !room.take(put.bytes().length)) {
                    return true;
                }
            }
        }
        return false;
    }
}
