package io.pfs.server.kv;

import io.pfs.Check;

/**
 * How much of the machine an index may take.
 *
 * @param cacheBytes for blocks that were read, with the indexes and filters of their files
 * @param writeBufferBytes for what was written and is in no file yet; there are up to two of these. Small ones are faster to put
 *     something into, and what is in them has to be read again when the index is opened
 * @param backgroundJobs that write and merge files
 * @param openFilesMax that are open at a time
 */
public record RocksSettings(long cacheBytes, long writeBufferBytes, int backgroundJobs, int openFilesMax) {
    private static final long KIB = 1024;
    private static final long MIB = 1024 * KIB;

    /** For one server of a small machine. */
    public static final RocksSettings DEFAULT = new RocksSettings(32 * MIB, 8 * MIB, 2, 256);

    /** For one of several seats of a server. */
    public static final RocksSettings OF_A_SEAT = new RocksSettings(8 * MIB, 4 * MIB, 1, 64);

    public RocksSettings {
        Check.inRange("cacheBytes", cacheBytes, MIB, 1024 * 1024 * MIB);
        Check.inRange("writeBufferBytes", writeBufferBytes, 64 * KIB, 1024 * MIB);
        Check.inRange("backgroundJobs", backgroundJobs, 1, 64);
        Check.inRange("openFilesMax", openFilesMax, 16, 1 << 20);
    }
}
