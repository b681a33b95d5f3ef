package io.pfs.hadoop.fs;

/**
 * The keys of the configuration. One that is set for a cluster, {@code fs.pfs.cluster.NAME.AREA.WHAT}, counts more than {@code
 * fs.pfs.AREA.WHAT}, which is for all.
 */
public enum Key {
    AUTH_TOKEN_FILE(
            "auth.token-file", "", "file of the token that clients share with the servers; only its owner may read it"),
    TLS_TRUSTED_FILE(
            "tls.trusted-file", "", "PEM certificates of trusted servers; with them connections are encrypted"),
    REQUEST_TIMEOUT("request.timeout", "30s", "how long what can't be done now is tried again"),
    BLOCK_SIZE("block.size", "128M", "what files say their blocks are: by it large ones are divided among tasks"),
    CREATE_AT_CLOSE(
            "create.at-close", "false", "whether a file is made when it is closed, by one request, and not before"),
    STATUS_BRINGS_BYTES(
            "status.brings-bytes",
            "false",
            "whether one request brings status and bytes to a thread that opens what it has just asked the status of; in Spark true"),
    LOCAL_READS(
            "local.reads",
            "true",
            "whether bytes are read from the files of a server's pool, in a folder or on HDFS, where this process can open them, and not brought by the server"),
    USERS_FILE(
            "names.users-file",
            "/etc/passwd",
            "names of the users that servers know as numbers; unless a file is set, `getent` is asked for who is in none"),
    GROUPS_FILE("names.groups-file", "/etc/group", "names of the groups, likewise"),
    SERVERS("servers", "", "where the servers of a named cluster are: `HOST:PORT,HOST:PORT`; for a cluster only");

    private static final String PREFIX = "fs.pfs.";

    private final String name;
    private final String fallback;
    private final String meaning;

    Key(String name, String fallback, String meaning) {
        this.name = name;
        this.fallback = fallback;
        this.meaning = meaning;
    }

    public String forAll() {
        return PREFIX + name;
    }

    String forCluster(String cluster) {
        return PREFIX + "cluster." + cluster + "." + name;
    }

    /** What counts if it is not set; empty for nothing. */
    String fallback() {
        return fallback;
    }

    /** For documents. */
    String meaning() {
        return meaning;
    }
}
