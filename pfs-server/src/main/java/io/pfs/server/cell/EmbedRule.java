package io.pfs.server.cell;

import io.pfs.Limits;
import io.pfs.env.Clock;
import io.pfs.wire.CellPut;
import io.pfs.wire.Reply;
import io.pfs.wire.Request.EditRow;
import java.util.List;
import java.util.OptionalLong;

/**
 * Says how long a cell may be to travel in the record of its edit. That spares who waits for it a force, but each such cell is
 * written twice, and copied by a checkpoint. So while few longer ones are on their way, they travel. Many do as long as they are a
 * burst: until so much waits to be copied that a checkpoint would come of them alone. Those behind it share the force of a
 * segment, and are written once; after a pause the next are a burst again. While storage is far behind none travels, for what
 * waits is in memory.
 */
public final class EmbedRule {
    /** More than so many longer cells that are not durable yet are many. */
    private static final int FEW = 4;
    /** One part in so many of what may travel is not long. */
    private static final int SHORT_PART = 4;
    /** A pause without longer ones ends a burst. */
    static final long PAUSE_NS = 1_000_000_000L;

    /** One part in so many of the memory of slices may wait to be copied, before a checkpoint comes of that; */
    private static final int MEMORY_PART = 4;
    /** so much in any case, */
    private static final long WAITING_BYTES_MIN = 1 << 20;
    /** and nothing travels any more once so many times that wait or are being copied: the storage doesn't keep up. */
    private static final int BEHIND_TIMES = 4;

    /** What a copying has left is tried again after so long, though nothing more may come to wait. */
    static final long RETRY_NS = 10_000_000_000L;

    private final int bytesMax;
    private final long fileBytes;
    private final Clock clock;
    private long waitingBytesMax;
    private int underWay;
    private long waitingBytes;
    private long copyingBytes;
    private long dueAtBytes;
    private long lastLongNs;
    private boolean newBurst;
    /** The last copying has left so much that bursts have no room: when it ended. */
    private OptionalLong leftAtNs = OptionalLong.empty();

    EmbedRule(Limits limits, Clock clock, long memoryBytes) {
        this.bytesMax = limits.cellEmbedBytesMax();
        this.fileBytes = limits.journalFileBytes();
        this.clock = clock;
        resize(memoryBytes);
    }

    /** Slices may take so much memory from now on. What waits is in memory beside them. */
    public void resize(long memoryBytes) {
        waitingBytesMax = Math.min(fileBytes, Math.max(WAITING_BYTES_MIN, memoryBytes / MEMORY_PART));
        dueAtBytes = waitingBytesMax;
    }

    /** So many bytes of records that bear cells were journaled, or found in the journal. */
    public void journaled(long bytes) {
        waitingBytes += bytes;
    }

    /** What waits is being copied. */
    public void copyingBegins() {
        copyingBytes = waitingBytes;
        waitingBytes = 0;
        newBurst = false;
        dueAtBytes = waitingBytesMax;
    }

    /** So much waits now: what came meanwhile, and what could not be copied, which is tried again soon but not at once. */
    public void copyingEnded(long stillWaiting) {
        copyingBytes = 0;
        waitingBytes = stillWaiting;
        dueAtBytes = Math.max(waitingBytesMax, stillWaiting + waitingBytesMax / 2);
        leftAtNs = hasRoomForBurst() ? OptionalLong.empty() : OptionalLong.of(clock.monotonicNs());
    }

    /** Whether a checkpoint should come of them alone: enough wait for it, or a new burst finds no room. */
    public boolean isCopyingDue() {
        return waitingBytes > dueAtBytes || newBurst || (waitingBytes > waitingBytesMax && isRetryDue());
    }

    private boolean isRetryDue() {
        return leftAtNs.isPresent() && clock.monotonicNs() - leftAtNs.getAsLong() >= RETRY_NS;
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
        if (waitingBytes + copyingBytes > BEHIND_TIMES * waitingBytesMax) {
            return 0;
        }
        return underWay + longCells <= FEW || hasRoomForBurst() ? bytesMax : bytesMax / SHORT_PART;
    }

    /** The rest is for shorter ones, and for those that come few at a time. */
    private boolean hasRoomForBurst() {
        return waitingBytes < waitingBytesMax / 4 * 3;
    }

    /** A sink for the answer to who brings so many, which counts them until then. */
    public Reply.Sink counting(int longCells, Reply.Sink sink) {
        if (longCells == 0) {
            return sink;
        }
        underWay += longCells;
        long nowNs = clock.monotonicNs();
        newBurst |= !hasRoomForBurst() && nowNs - lastLongNs >= PAUSE_NS && (leftAtNs.isEmpty() || isRetryDue());
        lastLongNs = nowNs;
        return answer -> {
            underWay -= longCells;
            sink.answer(answer);
        };
    }
}
