package io.pfs.client.local;

/**
 * What a client read itself, beside a server's pool.
 *
 * @param cells that were read here, or parts of them
 * @param bytes of these
 * @param askedAgain answers whose places did not do, so that the server was asked for the bytes
 */
public record LocalReadCounts(long cells, long bytes, long askedAgain) {
    /** Of a client that reads nothing itself. */
    public static final LocalReadCounts NONE = new LocalReadCounts(0, 0, 0);
}
