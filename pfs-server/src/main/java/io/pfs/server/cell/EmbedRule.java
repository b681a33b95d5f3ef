package io.pfs.server.cell;

import io.pfs.Limits;
import io.pfs.wire.CellPut;
import io.pfs.wire.Reply;
import io.pfs.wire.Request.EditRow;
import java.util.List;

/**
 * Says how long a cell may be to travel in the record of its edit. That spares who waits for it a force, but each such cell is
 * written twice, and copied by a checkpoint. So while few longer ones are on their way, they travel; while many are, these share
 * the force of a segment, and are written once.
 */
public final class EmbedRule {
    /** More than so many longer cells that are not durable yet are many. */
    private static final int FEW = 4;
    /** One part in so many of what may travel is not long. */
    private static final int SHORT_PART = 4;

    private final int bytesMax;
    private int underWay;

    EmbedRule(Limits limits) {
        this.bytesMax = limits.cellEmbedBytesMax();
    }

    /** How many cells these edits bring for which it is a question. */
    public int countLong(List<EditRow> edits) {
        int count = 0;
        for (EditRow edit : edits) {
            for (CellPut put : edit.edit().puts()) {
                int length = put.bytes().length;
                count += length > bytesMax / SHORT_PART && length <= bytesMax ? 1 : 0;
            }
        }
        return count;
    }

    /** The longest that may travel, for who brings so many. */
    public int bytesMax(int longCells) {
        return underWay + longCells <= FEW ? bytesMax : bytesMax / SHORT_PART;
    }

    /** A sink for the answer to who brings so many, which counts them until then. */
    public Reply.Sink counting(int longCells, Reply.Sink sink) {
        if (longCells == 0) {
            return sink;
        }
        underWay += longCells;
        return answer -> {
            underWay -= longCells;
            sink.answer(answer);
        };
    }
}
