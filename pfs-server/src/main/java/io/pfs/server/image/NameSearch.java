package io.pfs.server.image;

import io.pfs.Limits;
import io.pfs.format.ByteReader;
import io.pfs.hash.NameHash;

/**
 * Looks for names in what {@link NameBlock} wrote without reading all of them: they stand in the order of their hashes, and what a name
 * takes follows from its length. It relies on their order, for which a checksum vouches; who reads them all sees to it, too.
 */
final class NameSearch {
    private final ByteReader in;
    private final NameHash nameHash;
    private final int count;
    private final int prefixAt;
    private final int prefixLength;
    private final int suffixAt;
    private final int suffixLength;
    private final long[] lengths;
    private final MiddleReader middles;
    /** What stands before the middle of each name. */
    private final long[] before;

    private final byte[] name = new byte[Limits.ROW_NAME_BYTES_MAX];

    /** Begins where the names of this many rows begin, of which there is one at least. */
    NameSearch(ByteReader in, int count, NameHash hash) {
        this.in = in;
        this.nameHash = hash;
        this.count = count;
        this.prefixLength = in.u8("length of the common prefix");
        this.prefixAt = in.skip("common prefix", prefixLength);
        this.suffixLength = in.u8("length of the common suffix");
        this.suffixAt = in.skip("common suffix", suffixLength);
        this.lengths = NameBlock.decodeLengths(in, prefixLength + suffixLength, count);
        this.middles = MiddleReader.of(in, lengths);
        this.before = new long[count];
        for (int i = 1; i < count; i++) {
            before[i] = before[i - 1] + middles.cost((int) lengths[i - 1]);
        }
    }

    /** Whether a name has one of these hashes. */
    boolean hasAny(long[] sought) {
        for (long hash : sought) {
            if (has(hash)) {
                return true;
            }
        }
        return false;
    }

    private boolean has(long sought) {
        long wanted = Long.reverse(sought);
        int from = 0;
        int to = count;
        while (from < to) {
            int middle = (from + to) >>> 1;
            int order = Long.compareUnsigned(Long.reverse(hashOf(middle)), wanted);
            if (order == 0) {
                return true;
            }
            if (order < 0) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return false;
    }

    private long hashOf(int i) {
        System.arraycopy(in.array(), prefixAt, name, 0, prefixLength);
        middles.seek(before[i]);
        middles.next(name, prefixLength, (int) lengths[i]);
        int end = prefixLength + (int) lengths[i];
        System.arraycopy(in.array(), suffixAt, name, end, suffixLength);
        return nameHash.of(name, 0, end + suffixLength);
    }
}
