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
    /** there is no room for long ones once so many times that wait or are being copied, until that is no more than once: the storage doesn't keep up; */
    private static final int BEHIND_TIMES = 2;
    /** and there is none at all once so many times do: it is far behind. */
    private static final int FULL_TIMES = 4;

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
    private boolean isBehind;
    /** The last copying, or the checkpoint that it began, has failed: when. */
    private OptionalLong heldUpAtNs = OptionalLong.empty();

    private boolean isJournalKept;
    private long broughtBytes;
    private long leftBytes;
    /** The last copying has left something: when it ended. */
    private OptionalLong leftAtNs = OptionalLong.empty();

    /** What waits is a part of the memory that the slices have. */
    public CellBacklog(Limits limits, Clock clock, long memoryBytes) {
        this.fileBytes = limits.journalFileBytes();
        this.clock = clock;
        resize(memoryBytes);
    }

    /** Slices may take so much memory from now on. */
    void resize(long memoryBytes) {
        dueBytes = Math.min(fileBytes, Math.max(BYTES_MIN, memoryBytes / MEMORY_PART));
        isBehind &= countedBytes() > dueBytes;
    }

    /** A cell of so many bytes stands in the journal. */
    public void add(int cellBytes) {
        bytes += cellBytes + BESIDE_BYTES;
        broughtBytes += cellBytes + BESIDE_BYTES;
        isBehind |= countedBytes() > BEHIND_TIMES * dueBytes;
    }

    /** So much of it came with records that a checkpoint made needless: most of it was copied then. */
    public void passedOver(long takenIn) {
        passedOverBytes = Math.max(0, passedOverBytes + takenIn);
        isBehind &= countedBytes() > dueBytes;
    }

    /** It stands elsewhere by now, or nobody needs it. */
    void release(int cellBytes) {
        bytes -= cellBytes + BESIDE_BYTES;
        passedOverBytes = Math.min(passedOverBytes, bytes);
        isBehind &= countedBytes() > dueBytes;
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
    }

    /**
     * What could not be copied is tried again soon, but not at once.
     *
     * @param hasFailed whether it was stopped by a failure
     */
    public void copyingEnded(boolean hasFailed) {
        isCopying = false;
        heldUpAtNs = OptionalLong.empty();
        if (hasFailed) {
            holdUp();
        }
        passedOverBytes = 0;
        leftBytes = Math.max(0, bytes - broughtBytes);
        leftAtNs = leftBytes == 0 ? OptionalLong.empty() : OptionalLong.of(clock.monotonicNs());
        isBehind = countedBytes() > BEHIND_TIMES * dueBytes || (isBehind && countedBytes() > dueBytes);
    }

    /** Whether a checkpoint should come of them alone. */
    public boolean isCopyingDue() {
        long waiting = waitingBytes();
        return waiting > Math.max(dueBytes, leftBytes + dueBytes / 2) || (waiting > dueBytes && isRetryDue());
    }

    /** What is being copied is about to go. */
    private long waitingBytes() {
        return isCopying ? broughtBytes : countedBytes();
    }

    private long countedBytes() {
        return bytes - passedOverBytes;
    }

    private boolean isRetryDue() {
        return isLongAgo(leftAtNs);
    }

    private boolean isLongAgo(OptionalLong atNs) {
        return atNs.isPresent() && clock.monotonicNs() - atNs.getAsLong() >= RETRY_NS;
    }

    /** What was copied is in the journal still: nothing was gained. */
    public void holdUp() {
        heldUpAtNs = OptionalLong.of(clock.monotonicNs());
    }

    /** Whether what was copied stays in the journal for as long as nobody does something about it: it grows by all that comes then, and a start has to read it. */
    public void journalStays(boolean stays) {
        isJournalKept = stays;
    }

    /** Whether what comes is copied before too much waits, and goes from the journal then. */
    public boolean keepsUp() {
        return !isBehind && !isJournalKept && (heldUpAtNs.isEmpty() || isLongAgo(heldUpAtNs));
    }

    /** Whether there is no room even for short ones. */
    public boolean isFull() {
        return countedBytes() > FULL_TIMES * dueBytes;
    }
}
