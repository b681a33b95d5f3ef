package io.pfs.server.exchange;

import io.pfs.RowName;

/**
 * For which cells there were entries so far. It says so of each that there was one for, and of few others: it has so many bits, and
 * knows a cell by four of them. Of ten million cells it is wrong about one in two hundred, of fifty million about one in three.
 */
final class MetCells {
    private static final int BITS_LOG = 27;
    private static final int PROBES = 4;
    private static final long FNV_START = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;
    private static final long MIX_FIRST = 0xbf58476d1ce4e5b9L;
    private static final long MIX_SECOND = 0x94d049bb133111ebL;

    private final long[] bits = new long[1 << (BITS_LOG - 6)];

    /** Notes it, and says whether it may have come before. */
    boolean isRepeated(RowKey key, String column) {
        long hash = hash(key, column);
        long step = hash >>> 32 | 1;
        boolean isKnown = true;
        for (int probe = 0; probe < PROBES; probe++) {
            long bit = (hash + probe * step) & ((1L << BITS_LOG) - 1);
            int word = (int) (bit >>> 6);
            isKnown &= (bits[word] >>> bit & 1) != 0;
            bits[word] |= 1L << bit;
        }
        return isKnown;
    }

    private static long hash(RowKey key, String column) {
        long hash = FNV_START;
        for (RowName name : key.table().names()) {
            hash = with(hash, name.toBytes());
        }
        hash = with(hash, key.name().toBytes());
        for (int i = 0; i < column.length(); i++) {
            hash = (hash ^ column.charAt(i)) * FNV_PRIME;
        }
        return mixed(hash);
    }

    /** Before, not every bit depends on the last characters. */
    private static long mixed(long hash) {
        long mixed = (hash ^ (hash >>> 30)) * MIX_FIRST;
        mixed = (mixed ^ (mixed >>> 27)) * MIX_SECOND;
        return mixed ^ (mixed >>> 31);
    }

    /** No name has a slash. */
    private static long with(long before, byte[] name) {
        long hash = before;
        for (byte b : name) {
            hash = (hash ^ (b & 0xff)) * FNV_PRIME;
        }
        return (hash ^ '/') * FNV_PRIME;
    }
}
