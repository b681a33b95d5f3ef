package io.pfs.server.collect;

import io.pfs.server.change.Change.Count;
import io.pfs.server.gc.GcGoal;
import java.util.function.BooleanSupplier;

/** Begins collections that nobody asked for: when enough was removed, when a checkpoint has ended, when the disk is full. */
public final class CollectionStart {
    /** One is begun when there is so much of a segment that can go without anything being copied. */
    private static final int GARBAGE_SHARE = 4;

    /** So many removed rows of many cells may lie about before it is looked up what they had. */
    private static final int LEFT_MANY = 1000;

    private static final long NEVER = -1;

    /** The disk is not full. */
    static final long ANY_ROOM = Long.MAX_VALUE;

    private final CellSpace space;
    private final BooleanSupplier serving;
    private final long segmentBytes;

    private boolean background = true;
    /** Of objects that nobody refers to any more, and of what is to be returned or was, since a collection was last begun for them. */
    private long garbageBytes;
    /** Of own segments: what rows let go of since it was last asked whether any of these is worth collecting. */
    private long droppedBytes;
    /** What may be copied before anything is deleted, on a full disk. */
    private long roomBytes = ANY_ROOM;
    /** With so much to copy into a full disk was looked through, and neither have rows let go of anything since, nor do other segments come into question. */
    private long exhaustedBytes = NEVER;
    /** Indirect records that were to be read when a collection was last begun: if that did not go well they still are. */
    private int leftThen;

    /** @param segmentBytes of one that has grown up */
    CollectionStart(CellSpace space, BooleanSupplier serving, long segmentBytes) {
        this.space = space;
        this.serving = serving;
        this.segmentBytes = segmentBytes;
    }

    void runInBackground(boolean now) {
        background = now;
        if (!now) {
            space.stopCollecting();
        }
    }

    // What is noted

    /** Of a segment of another server, nothing is garbage here before all of it is. */
    void dropped(Count count) {
        if (count.dropped() == 0) {
            return;
        }
        if (space.files().objects().contains(count.segment())) {
            garbage(count.dropped());
        } else if (space.isOwn(count.segment())) {
            exhaustedBytes = NEVER;
            droppedBytes += count.dropped();
        } else {
            returned(count.segment());
        }
    }

    /** What no row here points to was kept for others, who need it no more; or it is theirs, and nobody needs it here. */
    void returned(long segment) {
        if (space.counts().live(segment) == 0) {
            garbage(space.counts().counted(segment));
        }
    }

    /** So much can go without anything being copied. */
    void garbage(long bytes) {
        exhaustedBytes = NEVER;
        garbageBytes += bytes;
    }

    /** Other segments come into question than when they were last looked through. */
    void chooseAnew() {
        exhaustedBytes = NEVER;
    }

    // When it is looked at

    /** A checkpoint has ended. */
    public void collectIfDue() {
        space.tryUnreadAgain();
        if (mayBegin() && (isWorthwhile() || !space.isSettled())) {
            begin(GcGoal.WORTHWHILE);
        }
    }

    /** Whether nothing keeps a collection from being started that nobody asked for. */
    private boolean mayBegin() {
        return background && !space.isCollecting() && serving.getAsBoolean() && isCounted();
    }

    private boolean isCounted() {
        return space.counting().unknown().isEmpty();
    }

    private void begin(GcGoal goal) {
        garbageBytes = 0;
        droppedBytes = 0;
        leftThen = space.counts().leftCount();
        long room = roomBytes;
        roomBytes = room == ANY_ROOM ? ANY_ROOM : 0; // it is spent until it is looked again how much there is
        space.collectPaced(goal, room);
    }

    /** Looks at all segments: not asked for each change. */
    private boolean isWorthwhile() {
        droppedBytes = 0;
        return space.isAnyDue(GcGoal.WORTHWHILE, roomBytes);
    }

    /** The last life may have ended before it came to that: starts a collection if there is anything that nobody needs. */
    public void collectWhatWasLeft() {
        if (isCounted() && space.isAnyDead()) {
            garbageBytes = segmentBytes;
            collectGarbageIfDue();
        }
    }

    /** What is removed gives its space back soon, and not only after the next checkpoint, which may be far if what was removed is large. */
    public void collectGarbageIfDue() {
        if (!isCounted()) {
            return;
        }
        space.objects().expire();
        int left = space.counts().leftCount();
        leftThen = Math.min(leftThen, left);
        long enough = segmentBytes / GARBAGE_SHARE;
        boolean isSure = garbageBytes >= enough || left - leftThen >= LEFT_MANY;
        if (mayBegin() && (isSure || (droppedBytes >= enough && isWorthwhile()))) {
            begin(GcGoal.WORTHWHILE);
        }
    }

    /** The disk is full: what would not be worth the copying is, now. */
    public void diskIsFull(long bytesToCopyInto) {
        roomBytes = bytesToCopyInto;
        if (!mayBegin()) {
            return;
        }
        boolean isDue = roomBytes > exhaustedBytes && space.isAnyDue(GcGoal.SCARCE, roomBytes);
        exhaustedBytes = Math.max(exhaustedBytes, roomBytes);
        if (isDue || !space.isSettled()) {
            begin(GcGoal.SCARCE);
        }
    }

    /** It is not full any more. */
    public void diskHasSpace() {
        roomBytes = ANY_ROOM;
    }
}
