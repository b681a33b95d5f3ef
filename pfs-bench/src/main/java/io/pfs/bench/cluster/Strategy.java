package io.pfs.bench.cluster;

/** How the slices of a directory come to lie on servers. */
enum Strategy {
    /** All stay where the directory began. */
    LOCAL_ONLY("local only"),
    /** The first splits send one to each server, all further ones stay there. */
    TWO_STAGE("two-stage");

    private final String word;

    Strategy(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }

    int spread(ClusterServers servers) {
        return switch (this) {
            case LOCAL_ONLY -> 0;
            case TWO_STAGE -> servers.spreadOverAll();
        };
    }
}
