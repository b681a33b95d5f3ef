package io.pfs.bench.hadoop;

import java.util.List;

/** What stores are called. */
final class Systems {
    static final String PFS = "pfs";
    static final String HDFS = "hdfs";
    static final String FILES = "files";
    static final String APPENDS = "appends";
    static final String SOCKET = "socket";
    static final String BARE = "bare";
    static final String SHARED = "shared";

    /** Beside which one is measured, in the order in which they are shown. */
    static final List<String> BESIDE = List.of(HDFS, FILES, APPENDS, SOCKET, BARE, SHARED);

    private Systems() {}
}
