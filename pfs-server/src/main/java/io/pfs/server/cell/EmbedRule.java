package io.pfs.server.cell;

import io.pfs.Limits;
import io.pfs.env.Clock;
import io.pfs.server.state.CellBacklog;
import io.pfs.table.Policy;
import io.pfs.wire.CellPut;
import io.pfs.wire.Reply;
import io.pfs.wire.Request.EditRow;
import java.util.List;

/**
 * Says how long a cell may be to travel in the record of its edit. That spares who waits for it a force, but each such cell is
 * written twice, and copied by a checkpoint. So while few longer ones come, they travel. Many do as long as they are a
 * burst: until so much waits to be copied that a checkpoint would come of them alone. Those behind it share the force of a
 * segment, and are written once; after a pause the next are a burst again. While storage is far behind none travels, for what
 * waits is in memory.
 */
public final class EmbedRule {
    /** More than so many longer cells that are not durable yet are many. */
    private static final int FEW = 4;
    /** One part in so many of what may travel is not long. */
    private static final int SHORT_PART = 4;
    /** A pause without longer ones ends a burst; and who brings few for so long, though he may have brought many before, brings few. */
    static final long PAUSE_NS = 1_000_000_000L;

    /** Not even an empty one. */
    static final int NONE = -1;

    private final int bytesMax;
    private final Clock clock;
    private final CellBacklog backlog;
    private int underWay;
    private long lastLongNs;
    private long lastManyNs;

    /**
     * What somebody brings.
     *
     * @param longCells for which it is a question whether they travel
     * @param beyond whether there are longer ones beside them, so that a segment is forced anyway
     */
    public record Load(int longCells, boolean beyond) {}

    EmbedRule(Limits limits, Clock clock, CellBacklog backlog) {
        this.bytesMax = limits.cellEmbedBytesMax();
        this.clock = clock;
        this.backlog = backlog;
        this.lastManyNs = clock.monotonicNs() - PAUSE_NS;
    }

    /** What these edits bring to a table of this policy. */
    public Load load(List<EditRow> edits, Policy policy) {
        int longCells = 0;
        boolean beyond = false;
        for (EditRow edit : edits) {
            for (CellPut put : edit.edit().puts()) {
                int length = put.bytes().length;
                boolean isCell = !RowPlan.isWhole(put, policy);
                longCells += isCell && !isShort(length) && length <= bytesMax ? 1 : 0;
                beyond |= isCell && length > bytesMax;
            }
        }
        return new Load(longCells, beyond);
    }

    private boolean isShort(int length) {
        return length <= bytesMax / SHORT_PART;
    }

    /** The longest that may travel of these. */
    public int bytesMax(Load load) {
        if (backlog.isFull()) {
            return NONE;
        }
        return load.beyond || areMany(load) ? bytesMax / SHORT_PART : bytesMax;
    }

    private boolean areMany(Load load) {
        return load.longCells > 0 && !backlog.hasRoomForMany() && !areFew(load);
    }

    /** Those that are answered together are none for a moment. */
    private boolean areFew(Load load) {
        return underWay + load.longCells <= FEW && clock.monotonicNs() - lastManyNs >= PAUSE_NS;
    }

    /** A sink for the answer to who brings them, which counts them until then. */
    public Reply.Sink counting(Load load, Reply.Sink sink) {
        if (load.longCells == 0) {
            return sink;
        }
        long nowNs = clock.monotonicNs();
        if (!backlog.hasRoomForMany() && nowNs - lastLongNs >= PAUSE_NS) {
            backlog.wantRoom();
        }
        underWay += load.longCells;
        lastLongNs = nowNs;
        lastManyNs = underWay > FEW ? nowNs : lastManyNs;
        return answer -> {
            underWay -= load.longCells;
            sink.answer(answer);
        };
    }
}
