package io.pfs.bench.elastic;

import java.io.IOException;

/** One of the things that are measured, each on servers of its own. */
interface Part {
    String name();

    /** Whether the pool has to be in a folder. */
    default boolean needsFolder() {
        return false;
    }

    void run(ElasticDesk desk) throws IOException, InterruptedException;
}
