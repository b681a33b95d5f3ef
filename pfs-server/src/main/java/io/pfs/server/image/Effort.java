package io.pfs.server.image;

/** How hard to look for the fewest bytes. */
enum Effort {
    /** For what is soon written anew, whole: forms that are found without trying any. */
    LITTLE,
    /** For what may stay for good. */
    FULL
}
