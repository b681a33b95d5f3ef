package io.pfs.bench.cluster;

import io.pfs.table.SpreadPolicy;
import io.pfs.table.Spreading;

/** When a huge directory goes over the servers. */
enum Distribution {
    /** It stays on the one where it began. */
    NEVER,
    /** When it is large and enough clients use it. */
    DYNAMIC,
    /** From its first split on. */
    ALWAYS;

    Spreading spreading(ClusterServers servers) {
        return switch (this) {
            case NEVER -> ClusterServers.TOGETHER;
            case DYNAMIC -> new Spreading(SpreadPolicy.DYNAMIC, 0);
            case ALWAYS -> servers.overAll();
        };
    }
}
