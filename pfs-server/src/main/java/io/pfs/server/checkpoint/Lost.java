package io.pfs.server.checkpoint;

/**
 * What becomes of what can't be read: of shards whose records the journal has lost, and of slices.
 *
 * @param isGivenUp whether it is served as what is left makes it, as somebody has decided; else it is refused
 * @param elsewhere what leads to tables that other servers have
 */
public record Lost(boolean isGivenUp, LeadingRows elsewhere) {
    /** It is not served. */
    public static final Lost SET_APART = new Lost(false, LeadingRows.NONE);

    /** Somebody has decided, and there are no other servers. */
    public static final Lost GIVEN_UP = givenUp(LeadingRows.NONE);

    /** Somebody has decided. */
    public static Lost givenUp(LeadingRows elsewhere) {
        return new Lost(true, elsewhere);
    }
}
