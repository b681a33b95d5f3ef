package io.pfs.bench.cluster;

import java.io.IOException;

/** Something about many servers that the papers show, measured on servers of this process. */
public interface ClusterFigure {
    /** What it is called on the command line. */
    String name();

    /** What its files are counted by, and how many of them there are if nothing else is said. */
    Scale scale();

    Drawn measure(ClusterDesk desk) throws IOException;

    /**
     * How much there is of it.
     *
     * @param per what has so many files
     */
    record Scale(int files, String per) {}
}
