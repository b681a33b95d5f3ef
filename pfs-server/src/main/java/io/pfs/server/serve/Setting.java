package io.pfs.server.serve;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.util.Optional;

/**
 * One thing that can be set of a server, in its configuration file and, where that says so, on the command line. This is the
 * one list of them: the documentation has the same, and a test compares.
 */
enum Setting {
    LISTEN("listen", Kind.TEXT, "127.0.0.1:7420", "host and port to listen on; port 0 finds a free one"),
    DATA("data", Kind.TEXT, "./pfs-data", "folder of the file system; one that is missing or empty becomes one"),
    DURABILITY("durability", Kind.TEXT, "sync", "what an answered change survives: sync, flush or memory"),
    AUTH_TOKEN(
            "authToken",
            Kind.TEXT,
            "",
            "file of the token that clients must know; others than its owner must not read it"),
    INSECURE(
            "insecure",
            Kind.FLAG,
            "false",
            "whether an address that other machines reach may be served without a token"),
    TLS_CERTIFICATE(
            "tlsCertificate",
            Kind.TEXT,
            "",
            "certificates in PEM, the server's first; with them, connections are encrypted"),
    TLS_KEY("tlsKey", Kind.TEXT, "", "private key of that certificate, PKCS #8 in PEM, without a password"),
    CACHE_BYTES("cacheBytes", Kind.NUMBER, "a quarter of the heap", "memory for rows, in bytes"),
    CONNECTIONS_MAX("connectionsMax", Kind.NUMBER, "4096", "connections at once"),
    CALLS_MAX("callsMax", Kind.NUMBER, "1024", "calls of one connection that may wait for their answers"),
    BYTES_MAX(
            "bytesMax",
            Kind.NUMBER,
            "67108864",
            "bytes that the waiting calls of one connection and their answers may have"),
    BYTES_TOTAL_MAX("bytesTotalMax", Kind.NUMBER, "a quarter of the heap", "the same of all connections together"),
    IDLE_SECONDS(
            "idleSeconds", Kind.NUMBER, "120", "a connection from which nothing came for so many seconds is ended"),
    NETWORK_THREADS(
            "networkThreads", Kind.NUMBER, "1 for every two cores", "threads that read from and write to connections");

    /** What a value is. */
    enum Kind {
        TEXT,
        NUMBER,
        FLAG
    }

    private final String key;
    private final Kind kind;
    private final String fallback;
    private final String meaning;

    Setting(String key, Kind kind, String fallback, String meaning) {
        this.key = key;
        this.kind = kind;
        this.fallback = fallback;
        this.meaning = meaning;
    }

    /** Its name in the configuration file. */
    String key() {
        return key;
    }

    Kind kind() {
        return kind;
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
