package io.pfs.server.state;

/** What a slice takes of the memory, as it was counted last, and how it stands with who counts. */
final class SliceTally {
    /** What the objects of a slice take beside the arena and the filter, about. */
    static final int OBJECT_BYTES = 400;

    private long bytes;
    private int filterBytes;
    private long dirtyBytes;
    private long idleBytes;
    private boolean hasLeft;
    private boolean inLine;

    /**
     * Counts anew.
     *
     * @param rowBytes what its rows take, or what does without them
     * @param isDirty whether that could go only if storage had its changes
     * @param mayLeave whether it could go as it is
     */
    void count(long rowBytes, int filterBytes, boolean isDirty, boolean mayLeave) {
        if (hasLeft) {
            return;
        }
        this.filterBytes = filterBytes;
        bytes = OBJECT_BYTES + rowBytes + filterBytes;
        dirtyBytes = isDirty ? rowBytes : 0;
        idleBytes = mayLeave ? rowBytes : 0;
    }

    /** It is not counted any more. */
    void clear() {
        bytes = 0;
        filterBytes = 0;
        dirtyBytes = 0;
        idleBytes = 0;
    }

    long bytes() {
        return bytes;
    }

    int filterBytes() {
        return filterBytes;
    }

    /** What could be let go of it if storage had its changes. */
    long dirtyBytes() {
        return dirtyBytes;
    }

    /** What could be let go of it as it is. */
    long idleBytes() {
        return idleBytes;
    }

    /** Whether there was anything to let go of. */
    boolean isIdle() {
        return idleBytes > 0;
    }

    boolean hasLeft() {
        return hasLeft;
    }

    /** A checkpoint or a load may end for it later; it counts no more. */
    void leave() {
        hasLeft = true;
    }

    /** Whether it waits for its turn to let go of something. */
    boolean isInLine() {
        return inLine;
    }

    void setInLine(boolean now) {
        inLine = now;
    }
}
