package io.pfs.bench.hadoop;

/** What can be measured by itself. */
enum Part {
    /** Files of up to 64 KiB. */
    SMALL,
    /** A directory of very many. */
    MANY,
    /** What is left to do of a tree that was removed. */
    REAP,
    /** A file of 1 GiB. */
    LARGE
}
