package io.pfs.server.state;

import io.pfs.Limits;
import io.pfs.env.Clock;
import java.util.OptionalLong;

/**
 * What the cells take that stand in the journal alone, in all windows of a group: they are in memory until a checkpoint has
 * copied them. Says when one should come of that, and what there is room for until then. A start also takes in cells that were
 * copied before: those don't count until a copying has ended, which lets go of them.
 */
public final class CellBacklog {
    /** One part in so many of the memory of slices may wait to be copied, before a checkpoint comes of that; */
    private static final int MEMORY_PART = 4;
    /** so much in any case, */
    private static final long BYTES_MIN = 1 << 20;
    /** and there is no room at all once so many times that wait or are being copied: the storage doesn't keep up. */
    private static final int BEHIND_TIMES = 4;

    /** What a cell takes beside its bytes, with its name and its place among the others. */
    public static final int BESIDE_BYTES = 300;

    /** What a copying has left is tried again after so long, though nothing more may come to wait. */
    static final long RETRY_NS = 10_000_000_000L;

    private final long fileBytes;
    private final Clock clock;
    private long dueBytes;
    private long bytes;
    private long passedOverBytes;
    private boolean isCopying;
    private long broughtBytes;
    private long leftBytes;
    /** The last copying has left so much that bursts have no room: when it ended. */
    private OptionalLong leftAtNs = OptionalLong.empty();

    private boolean isRoomWanted;

    /** What waits is a part of the memory that the slices have. */
    public CellBacklog(Limits limits, Clock clock, long memoryBytes) {
        this.fileBytes = limits.journalFileBytes();
        this.clock = clock;
        resize(memoryBytes);
    }

    /** Slices may take so much memory from now on. */
    void resize(long memoryBytes) {
        dueBytes = Math.min(fileBytes, Math.max(BYTES_MIN, memoryBytes / MEMORY_PART));
    }

    /** A cell of so many bytes stands in the journal. */
    public void add(int cellBytes) {
        bytes += cellBytes + BESIDE_BYTES;
        broughtBytes += cellBytes + BESIDE_BYTES;
    }

    /** So much of it came with records that a checkpoint made needless: most of it was copied then. */
    public void passedOver(long takenIn) {
        passedOverBytes = Math.max(0, passedOverBytes + takenIn);
    }

    /** It stands elsewhere by now, or nobody needs it. */
    void release(int cellBytes) {
        bytes -= cellBytes + BESIDE_BYTES;
        passedOverBytes = Math.min(passedOverBytes, bytes);
    }

    /** What cells take that wait, or are being copied. */
    public long bytes() {
        return bytes;
    }

    /** What waits is being copied. */
    public void copyingBegins() {
        isCopying = true;
        broughtBytes = 0;
        leftBytes = 0;
        isRoomWanted = false;
    }

    /** What could not be copied is tried again soon, but not at once. */
    public void copyingEnded() {
        isCopying = false;
        passedOverBytes = 0;
        leftBytes = Math.max(0, bytes - broughtBytes);
        leftAtNs = leavesRoom(leftBytes) ? OptionalLong.empty() : OptionalLong.of(clock.monotonicNs());
        isRoomWanted &= leftAtNs.isEmpty();
    }

    /** Whether a checkpoint should come of them alone: enough wait for it, or somebody finds no room. */
    public boolean isCopyingDue() {
        long waiting = waitingBytes();
        return isRoomWanted
                || waiting > Math.max(dueBytes, leftBytes + dueBytes / 2)
                || (waiting > dueBytes && isRetryDue());
    }

    /** What is being copied is about to go. */
    private long waitingBytes() {
        return isCopying ? broughtBytes : countedBytes();
    }

    private long countedBytes() {
        return bytes - passedOverBytes;
    }

    private boolean isRetryDue() {
        return leftAtNs.isPresent() && clock.monotonicNs() - leftAtNs.getAsLong() >= RETRY_NS;
    }

    /** Whether many may come to wait. The rest is for those that come few at a time. */
    public boolean hasRoomForMany() {
        return leavesRoom(waitingBytes());
    }

    private boolean leavesRoom(long waiting) {
        return waiting < dueBytes / 4 * 3;
    }

    /** Whether there is no room even for few. */
    public boolean isFull() {
        return countedBytes() > BEHIND_TIMES * dueBytes;
    }

    /** Somebody brings many, for whom there is no room: has what waits copied, unless that was just tried. */
    public void wantRoom() {
        isRoomWanted |= leftAtNs.isEmpty() || isRetryDue();
    }
}
