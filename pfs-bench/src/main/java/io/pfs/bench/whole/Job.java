package io.pfs.bench.whole;

import java.io.IOException;

/** Something that a user of the system does, from its begin to its end, measured once. */
public interface Job {
    /** What it is called on the command line. */
    String name();

    void run(Desk desk) throws IOException, InterruptedException;
}
