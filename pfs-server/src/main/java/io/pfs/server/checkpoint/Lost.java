package io.pfs.server.checkpoint;

/** What becomes of shards whose records the journal has lost. */
public enum Lost {
    /** They are not served. */
    SET_APART,
    /** They are served as what is left makes them: somebody has decided that. */
    GIVEN_UP
}
