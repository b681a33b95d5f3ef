package io.pfs.server.slice;

import io.pfs.Check;
import io.pfs.RequestId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;

/**
 * Says of a name that a slice surely does not have it, or that it may. Stays in memory when the rows do not: a Bloom
 * filter in blocks of a cache line, 12 bits a name.
 *
 * <p>Names are only added. It speaks of the slice as it was at {@link #sequence()}, and of that alone.
 */
public final class NameFilter {
    private static final int BITS_PER_NAME = 12;
    private static final int BLOCK_LONGS = 8;
    private static final int PROBES = 6;
    private static final int PROBE_BITS = 9;

    private static final int NAMES_MAX = 1 << 20;
    private static final int BLOCKS_MAX = blocksFor(NAMES_MAX);

    private final long[] bits;
    private long sequence;

    /** An empty filter for so many names, of a slice as it was at {@code sequence}. */
    public NameFilter(int names, long sequence) {
        this(
                new long[BLOCK_LONGS * blocksFor((int) Check.inRange("names of a filter", names, 0, NAMES_MAX))],
                sequence);
    }

    private NameFilter(long[] bits, long sequence) {
        this.bits = bits;
        this.sequence = sequence;
    }

    private static int blocksFor(int names) {
        return Math.max(1, (int) ((long) names * BITS_PER_NAME / (64 * BLOCK_LONGS)) + 1);
    }

    /** The names of a slice and the requests it has replies to, with room for as many as it may get before it splits. */
    public static NameFilter of(Slice slice) {
        int names = Math.max(slice.rowCount(), Math.min(slice.splitThreshold(), slice.rowCount() * 2 + 16));
        NameFilter filter = new NameFilter(names + slice.replies().count(), slice.sequence());
        RowCursor rows = slice.rows();
        while (rows.next()) {
            filter.add(rows.hash());
        }
        slice.replies().inOrder().forEach(kept -> filter.add(hashOf(kept.request())));
        return filter;
    }

    /** By which the reply to a request is looked for, among the names. */
    public static long hashOf(RequestId request) {
        long mixed = request.clientHigh() * 0x9E3779B97F4A7C15L + request.clientLow();
        mixed = (mixed ^ mixed >>> 32) * 0xBF58476D1CE4E5B9L + request.sequence();
        mixed = (mixed ^ mixed >>> 29) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 32;
    }

    /** Sequence of the newest change that it knows of. */
    public long sequence() {
        return sequence;
    }

    /** Whether it may be asked about a slice whose newest change on storage is this one. */
    public boolean isValidFor(long newestSequence) {
        return sequence == newestSequence;
    }

    public void advance(long newSequence) {
        Check.that(newSequence >= sequence, "the sequence of a filter only grows", newSequence);
        sequence = newSequence;
    }

    public void add(long hash) {
        long mixed = mix(hash);
        int block = block(hash);
        for (int probe = 0; probe < PROBES; probe++) {
            int bit = (int) (mixed >>> (probe * PROBE_BITS)) & 511;
            bits[block + (bit >>> 6)] |= 1L << bit;
        }
    }

    /** False: the name with this hash is surely not there. */
    public boolean mightContain(long hash) {
        long mixed = mix(hash);
        int block = block(hash);
        for (int probe = 0; probe < PROBES; probe++) {
            int bit = (int) (mixed >>> (probe * PROBE_BITS)) & 511;
            if ((bits[block + (bit >>> 6)] & (1L << bit)) == 0) {
                return false;
            }
        }
        return true;
    }

    public long memoryBytes() {
        return 48L + 8L * bits.length;
    }

    /** The lowest bits of the hashes of a slice are all the same, so the highest choose. */
    private int block(long hash) {
        int blocks = bits.length / BLOCK_LONGS;
        return (int) (((hash >>> 32) * blocks) >>> 32) * BLOCK_LONGS;
    }

    private static long mix(long hash) {
        long z = (hash ^ (hash >>> 32)) * 0x9e37_79b9_7f4a_7c15L;
        return ((z ^ (z >>> 29)) * 0xbf58_476d_1ce4_e5b9L) >>> 10;
    }

    public void encode(ByteWriter out) {
        out.varint(sequence).varint(bits.length / BLOCK_LONGS);
        for (long word : bits) {
            out.u64(word);
        }
    }

    public static NameFilter decode(ByteReader in) {
        long sequence = in.varint("sequence of a name filter", 0, Long.MAX_VALUE);
        int blocks = (int) in.varint("blocks of a name filter", 1, BLOCKS_MAX);
        if (in.remaining() < blocks * BLOCK_LONGS * Long.BYTES) {
            throw in.refuse("name filter", blocks + " blocks", "only " + in.remaining() + " bytes left");
        }
        long[] bits = new long[blocks * BLOCK_LONGS];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = in.u64("bits of a name filter");
        }
        return new NameFilter(bits, sequence);
    }
}
