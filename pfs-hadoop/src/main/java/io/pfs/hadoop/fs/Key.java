package io.pfs.hadoop.fs;

import java.util.Locale;

/**
 * The keys of the configuration. One that is set for a cluster, {@code fs.pfs.cluster.NAME.AREA.WHAT}, counts more than {@code
 * fs.pfs.AREA.WHAT}, which is for all.
 */
enum Key {
    /** Where the servers of a named cluster are: {@code HOST:PORT,HOST:PORT}. There is none for all clusters. */
    SERVERS("servers", ""),
    /** The file with the token that clients share with the servers. */
    AUTH_TOKEN_FILE("auth.token-file", ""),
    /** Certificates, in PEM, of the servers that are trusted; with these, connections are encrypted. */
    TLS_TRUSTED_FILE("tls.trusted-file", ""),
    /** How long what can't be done now is tried again. */
    REQUEST_TIMEOUT("request.timeout", "30s"),
    /** What files say their blocks are; by it Spark and MapReduce divide large ones among tasks. */
    BLOCK_SIZE("block.size", "128M"),
    /** Names of the users that servers know as numbers, as in {@code /etc/passwd}. */
    USERS_FILE("names.users-file", "/etc/passwd"),
    /** Names of the groups, as in {@code /etc/group}. */
    GROUPS_FILE("names.groups-file", "/etc/group");

    private static final String PREFIX = "fs.pfs.";

    private final String name;
    private final String fallback;

    Key(String name, String fallback) {
        this.name = name;
        this.fallback = fallback;
    }

    String forAll() {
        return PREFIX + name;
    }

    String forCluster(String cluster) {
        return PREFIX + "cluster." + cluster + "." + name;
    }

    /** What counts if it is not set. */
    String fallback() {
        return fallback;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT) + " (" + forAll() + ")";
    }
}
