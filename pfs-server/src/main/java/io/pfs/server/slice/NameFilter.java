package io.pfs.server.slice;

import io.pfs.Check;
import io.pfs.RequestId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Says of a name that a slice surely does not have it, or that it may. Stays in memory when the rows do not: a Bloom
 * filter in blocks of a cache line, 12 bits a name. That of a few names is a part of such a block.
 *
 * <p>Names are only added. It speaks of the slice as it was at {@link #sequence()}, and of that alone.
 */
public final class NameFilter {
    private static final int BITS_PER_NAME = 12;
    /** One more for so many names that are there: a delta may bring twice that. */
    private static final int ROOM_SHARE = 2;

    private static final int BLOCK_LONGS = 8;
    private static final int PROBES = 6;
    private static final int PROBE_BITS = 9;

    private static final int NAMES_MAX = 1 << 20;
    private static final int BLOCKS_MAX = blocksFor(NAMES_MAX);

    private final long[] bits;
    private long sequence;

    /** An empty filter for so many names, of a slice as it was at {@code sequence}. */
    public NameFilter(int names, long sequence) {
        this(new long[longsFor((int) Check.inRange("names of a filter", names, 0, NAMES_MAX))], sequence);
    }

    private NameFilter(long[] bits, long sequence) {
        this.bits = bits;
        this.sequence = sequence;
    }

    private static int longsFor(int names) {
        for (int longs = 1; longs < BLOCK_LONGS; longs *= 2) {
            if (names * BITS_PER_NAME <= longs * Long.SIZE) {
                return longs;
            }
        }
        return BLOCK_LONGS * blocksFor(names);
    }

    private static int blocksFor(int names) {
        return Math.max(1, (int) ((long) names * BITS_PER_NAME / (64 * BLOCK_LONGS)) + 1);
    }

    /** The names of a slice and the requests it has replies to, with room for half as many more: if more come before its next image, it is mistaken more often. */
    public static NameFilter of(Slice slice) {
        int names = slice.rowCount() + slice.rowCount() / ROOM_SHARE;
        NameFilter filter = new NameFilter(names + slice.replyCount(), slice.sequence());
        forEachHash(slice, 0, filter::add);
        return filter;
    }

    /**
     * The same of a slice whose rows have these hashes.
     *
     * @param slice for its sequence and its replies alone
     */
    public static NameFilter of(long[] hashes, int count, Slice slice) {
        NameFilter filter = new NameFilter(count + count / ROOM_SHARE + slice.replyCount(), slice.sequence());
        for (int i = 0; i < count; i++) {
            filter.add(hashes[i]);
        }
        forEachReply(slice, filter::add);
        return filter;
    }

    /** The same, to speak of the slice as it was before: it knows names that came later, too. */
    public NameFilter asOf(long earlier) {
        Check.that(earlier <= sequence, "a filter speaks of what came before", earlier);
        return new NameFilter(bits, earlier);
    }

    /** Another one, which knows as well what changed since the image of this slice, or what is in an overlay of it. */
    public NameFilter with(Slice changed) {
        NameFilter filter = new NameFilter(bits.clone(), changed.sequence());
        forEachHash(changed, Entry.CHANGED, filter::add);
        return filter;
    }

    /** Another one, which knows these hashes as well. */
    public NameFilter with(long[] hashes, long newSequence) {
        NameFilter filter = new NameFilter(bits.clone(), newSequence);
        for (long hash : hashes) {
            filter.add(hash);
        }
        return filter;
    }

    /** The hashes that {@link #with(Slice)} would add. */
    public static long[] hashesIn(Slice changed) {
        LongStream.Builder hashes = LongStream.builder();
        forEachHash(changed, Entry.CHANGED, hashes::add);
        return hashes.build().toArray();
    }

    /** The names of the rows that have this flag, and the replies. In no order: a filter needs none. */
    private static void forEachHash(Slice slice, int flag, LongConsumer visitor) {
        byte[] arena = slice.arena;
        for (int ref = slice.start(); ref < slice.used; ref += Entry.length(arena, ref)) {
            boolean isRow = !Entry.isDead(arena, ref) && !Entry.isRemoved(arena, ref);
            if (isRow && (Entry.flags(arena, ref) & flag) == flag) {
                visitor.accept(Entry.hash(arena, ref));
            }
        }
        forEachReply(slice, visitor);
    }

    private static void forEachReply(Slice slice, LongConsumer visitor) {
        if (slice.replyCount() > 0) {
            slice.replies().inOrder().forEach(kept -> visitor.accept(hashOf(kept.request())));
        }
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
        int mask = Math.min(bits.length, BLOCK_LONGS) * Long.SIZE - 1;
        for (int probe = 0; probe < PROBES; probe++) {
            int bit = (int) (mixed >>> (probe * PROBE_BITS)) & mask;
            bits[block + (bit >>> 6)] |= 1L << bit;
        }
    }

    /** False: the name with this hash is surely not there. */
    public boolean mightContain(long hash) {
        long mixed = mix(hash);
        int block = block(hash);
        int mask = Math.min(bits.length, BLOCK_LONGS) * Long.SIZE - 1;
        for (int probe = 0; probe < PROBES; probe++) {
            int bit = (int) (mixed >>> (probe * PROBE_BITS)) & mask;
            if ((bits[block + (bit >>> 6)] & (1L << bit)) == 0) {
                return false;
            }
        }
        return true;
    }

    /** Reads what {@link #mightContain} will read. */
    int touch(long hash) {
        return (int) bits[block(hash)];
    }

    public long memoryBytes() {
        return 48L + 8L * bits.length;
    }

    /** Bytes of it as {@link #encodeBits} writes it, or a few less. */
    public int encodedBytes() {
        return bits.length * Long.BYTES;
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
        out.varint(sequence);
        encodeBits(out);
    }

    /** Without the sequence, which the caller knows. */
    public void encodeBits(ByteWriter out) {
        out.varint(bits.length / BLOCK_LONGS);
        if (bits.length < BLOCK_LONGS) {
            out.u8(bits.length);
        }
        for (long word : bits) {
            out.u64(word);
        }
    }

    public static NameFilter decode(ByteReader in) {
        return decodeBits(in, in.varint("sequence of a name filter", 0, Long.MAX_VALUE));
    }

    /** Of a slice as it was at this sequence. */
    public static NameFilter decodeBits(ByteReader in, long sequence) {
        int blocks = (int) in.varint("blocks of a name filter", 0, BLOCKS_MAX);
        int longs = blocks == 0 ? partOfBlock(in) : blocks * BLOCK_LONGS;
        if (in.remaining() < longs * Long.BYTES) {
            throw in.refuse("name filter", longs + " words", "only " + in.remaining() + " bytes left");
        }
        long[] bits = new long[longs];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = in.u64("bits of a name filter");
        }
        return new NameFilter(bits, sequence);
    }

    private static int partOfBlock(ByteReader in) {
        int longs = in.u8("words of a name filter");
        if (longs != 1 && longs != 2 && longs != BLOCK_LONGS / 2) {
            throw in.refuse("words of a name filter", "1, 2 or 4", Integer.toString(longs));
        }
        return longs;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof NameFilter filter && filter.sequence == sequence && Arrays.equals(filter.bits, bits);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bits) + Long.hashCode(sequence);
    }
}
