package io.pfs.bench.cluster;

/** When a huge directory goes over the servers. */
enum Distribution {
    /** It stays on the one where it began. */
    NEVER,
    /** From its first split on. */
    ALWAYS;

    int spread(ClusterServers servers) {
        return switch (this) {
            case NEVER -> 0;
            case ALWAYS -> servers.spreadOverAll();
        };
    }
}
