package io.pfs.bench.cluster;

import io.pfs.table.SpreadPolicy;
import io.pfs.table.Spreading;

/** How the slices of a directory come to lie on servers. */
enum Strategy {
    /** All stay where the directory began. */
    LOCAL_ONLY("local only"),
    /** The first splits send one to each server, all further ones stay there. */
    TWO_STAGE("two-stage"),
    /** Each split sends half of a slice to a shard that is drawn for it. */
    RANDOM("random");

    /** As many places as there are shards: no split stays where it is but by chance. */
    private static final int EACH_SPLIT = 10;

    private final String word;

    Strategy(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }

    Spreading spreading(ClusterServers servers) {
        return switch (this) {
            case LOCAL_ONLY -> ClusterServers.TOGETHER;
            case TWO_STAGE -> servers.overAll();
            case RANDOM -> new Spreading(SpreadPolicy.RANDOM, EACH_SPLIT);
        };
    }
}
