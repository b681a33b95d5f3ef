package io.pfs.server.serve;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.util.Optional;

/**
 * One thing that can be set of a server, in its configuration file and, where that says so, on the command line. This is the
 * one list of them: the documentation has the same, and a test compares.
 */
enum Setting {
    LISTEN(
            "listen",
            Unit.TEXT,
            "127.0.0.1:7420",
            "host and port to listen on; port 0 finds a free one; with a list of servers, its own there is the default"),
    DATA("data", Unit.FILE, "./pfs-data", "folder of the file system; one that is missing or empty becomes one"),
    LOOPS(
            "loops",
            Unit.COUNT,
            "as the folder was made; 1 if it is new",
            "threads that serve the folder, each its part of the shards: up to one a core, for a folder that is made now"),
    SERVERS(
            "servers",
            Unit.TEXT,
            "",
            "HOST:PORT,HOST:PORT,...: all servers that share the pool, the same list for each; none: this one is alone"),
    SERVER_ID("serverId", Unit.COUNT, "0 if the list has one", "which of the list this one is, counted from 0"),
    POOL(
            "pool",
            Unit.FILE,
            "",
            "folder that the servers of the list share; one that is missing or empty becomes one; or a pool on HDFS, as"
                    + " hdfs://HOST:PORT/FOLDER, with a list or without"),
    HDFS_PRINCIPAL(
            "hdfsPrincipal",
            Unit.TEXT,
            "",
            "who the server is for an HDFS that wants Kerberos: NAME/_HOST@REALM, where _HOST stands for its machine, or"
                    + " any other principal; none: who has the ticket that is there"),
    HDFS_KEYTAB(
            "hdfsKeytab",
            Unit.FILE,
            "",
            "file of the keys of that principal, by which the server logs in; others than its owner and group must not read"
                    + " it"),
    ZOOKEEPER(
            "zookeeper",
            Unit.TEXT,
            "",
            "HOST:PORT,HOST:PORT,.../NODE: where ZooKeeper is, and below which of its nodes we are; the servers that share"
                    + " the pool come and go by it, and are in no list"),
    SESSION_SECONDS(
            "sessionSeconds",
            Unit.SECONDS,
            "10",
            "a server of which ZooKeeper has not heard for so long is taken for dead; only with ZooKeeper"),
    ADVERTISE(
            "advertise",
            Unit.TEXT,
            "",
            "HOST:PORT by which clients and the other servers reach this one, if not by what it listens on; only with ZooKeeper"),
    WEIGHT(
            "weight",
            Unit.COUNT,
            "1",
            "how much of the file system this server is to hold, relative to the others; only with ZooKeeper"),
    SPREAD_ROWS(
            "spreadRows",
            Unit.COUNT,
            "8000",
            "of several servers, in a list or with ZooKeeper: a table that is spread as needed goes over all of them when it"
                    + " has about so many rows, and the next two hold as well"),
    SPREAD_RATE("spreadRate", Unit.COUNT, "1000", "so many requests a second are made of it"),
    SPREAD_CLIENTS("spreadClients", Unit.COUNT, "4", "so many clients make them"),
    DURABILITY("durability", Unit.TEXT, "sync", "what an answered change survives: sync, flush or memory"),
    AUTH_TOKEN(
            "authToken",
            Unit.FILE,
            "",
            "file of the token that clients must know; others than its owner must not read it"),
    INSECURE(
            "insecure",
            Unit.FLAG,
            "false",
            "whether an address that other machines reach may be served without a token"),
    USERS(
            "users",
            Unit.FILE,
            "",
            "file of the users, a line name:uid:gid,gid,... each; none: those of the operating system"),
    SUPERGROUP("supergroup", Unit.TEXT, "pfs-admin", "group whose members may do everything: a name or a number"),
    AUDIT(
            "audit",
            Unit.FILE,
            "audit.log in the data folder",
            "file that tells of each change and of each refusal; off: none"),
    TLS_CERTIFICATE(
            "tlsCertificate",
            Unit.FILE,
            "",
            "certificates in PEM, the server's first; with them, connections are encrypted"),
    TLS_KEY("tlsKey", Unit.FILE, "", "private key of that certificate, PKCS #8 in PEM, without a password"),
    TLS_TRUSTED(
            "tlsTrusted",
            Unit.FILE,
            "",
            "certificates in PEM of the other servers, or of who signed them; none: they show the same as this one"),
    CACHE_BYTES("cacheBytes", Unit.BYTES, "a quarter of the heap", "memory for rows"),
    CONNECTIONS_MAX("connectionsMax", Unit.COUNT, "4096", "connections of clients at once"),
    CALLS_MAX("callsMax", Unit.COUNT, "1024", "calls of one client's connection that may wait for their answers"),
    BYTES_MAX(
            "bytesMax",
            Unit.BYTES,
            "67108864",
            "what the waiting calls of one client's connection and their answers may take"),
    BYTES_TOTAL_MAX("bytesTotalMax", Unit.BYTES, "a quarter of the heap", "the same of all connections together"),
    IDLE_SECONDS("idleSeconds", Unit.SECONDS, "120", "a connection from which nothing came for so long is ended"),
    NETWORK_THREADS(
            "networkThreads", Unit.COUNT, "1 for every two cores", "threads that read from and write to connections"),
    TRANSPORT(
            "transport",
            Unit.TEXT,
            "auto",
            "how sockets are reached: nio, epoll (Linux, with its library), or auto: by epoll if that works");

    /** What a value is. */
    enum Unit {
        TEXT("a text"),
        /** A path. */
        FILE("a text"),
        BYTES("a whole number"),
        SECONDS("a whole number"),
        COUNT("a whole number"),
        FLAG("true or false");

        private final String written;

        Unit(String written) {
            this.written = written;
        }

        /** How it stands in JSON, for people. */
        String written() {
            return written;
        }
    }

    private final String key;
    private final Unit unit;
    private final String fallback;
    private final String meaning;

    Setting(String key, Unit unit, String fallback, String meaning) {
        this.key = key;
        this.unit = unit;
        this.fallback = fallback;
        this.meaning = meaning;
    }

    /** Its name in the configuration file. */
    String key() {
        return key;
    }

    Unit unit() {
        return unit;
    }

    /** What holds if nobody sets it, in words where it depends. */
    String fallback() {
        return fallback;
    }

    /** For people. */
    String meaning() {
        return meaning;
    }

    static Optional<Setting> ofKey(String key) {
        for (Setting setting : values()) {
            if (setting.key.equals(key)) {
                return Optional.of(setting);
            }
        }
        return Optional.empty();
    }

    PfsException refuse(String why) {
        return new PfsException(ErrorCode.USAGE, "setting '" + key + "': " + why);
    }
}
