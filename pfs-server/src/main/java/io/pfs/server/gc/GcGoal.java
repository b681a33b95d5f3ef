package io.pfs.server.gc;

/** How far a collection goes. */
public enum GcGoal {
    /** Segments that are half garbage, and small ones when there are many: what runs in the background. */
    WORTHWHILE(50),
    /** Those with less garbage, too, as long as the disk is full: to copy six parts frees one. */
    SCARCE(15),
    /** Whatever has a twentieth of garbage: for who wants the space, and pays for it by copying. */
    ALL(5);

    private final int garbagePercent;

    GcGoal(int garbagePercent) {
        this.garbagePercent = garbagePercent;
    }

    /** Whether a segment with so much in it is worth copying what is live. */
    public boolean isDue(long counted, long live) {
        return (counted - live) * 100 >= counted * garbagePercent && counted > 0;
    }
}
