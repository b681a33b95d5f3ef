package io.pfs.hash;

import io.pfs.Check;
import io.pfs.Limits;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Which slices of a table exist: bit {@code i} is slice {@code i}. Depths are not stored, they follow from the bits.
 *
 * <p>It can change, and has one owner: the shard or client that keeps it. A table of a billion rows has 256 KB of bits,
 * which can't be copied for each of its splits; whoever hands a bitmap on hands on a {@link #copy()}, a {@link
 * #truncated(int)} or its bytes.
 *
 * <p>It is always one that splits can make (see {@link SplitArithmetic#predecessor(int)}): nothing adds a slice without
 * what must be there before it, and such sets remain such under union and truncation.
 */
public final class SliceBitmap {
    private long[] words;
    private int radix;
    private int count;

    /** The bitmap of a new table: slice 0 alone. */
    public SliceBitmap() {
        this(new long[] {1}, 0, 1);
    }

    private SliceBitmap(long[] words, int radix, int count) {
        this.words = words;
        this.radix = radix;
        this.count = count;
    }

    /** Takes over words that may say anything, and refuses those that no splits can make. */
    static SliceBitmap ofWords(long[] words, int radix) {
        SliceBitmap bitmap = new SliceBitmap(words, radix, 0);
        for (long word : words) {
            bitmap.count += Long.bitCount(word);
        }
        int orphan = Orphans.first(words);
        Check.that(orphan < 0, "a slice exists without its predecessor", orphan);
        return bitmap;
    }

    public SliceBitmap copy() {
        return new SliceBitmap(words.clone(), radix, count);
    }

    /** How many slices exist. */
    public int count() {
        return count;
    }

    /** All slices are below 2 to the power of this; no slice is deeper. */
    public int radix() {
        return radix;
    }

    public boolean has(int slice) {
        int word = slice >>> 6;
        return word < words.length && (words[word] & 1L << slice) != 0;
    }

    /**
     * The slice that holds the names of this hash: from the most bits any slice has to fewer, the first that exists. By
     * an outdated bitmap it is the slice that held them then, an ancestor of the one that does.
     */
    public int sliceOf(long hash) {
        int slice = (int) hash & SplitArithmetic.mask(radix);
        while (!has(slice)) {
            slice -= Integer.highestOneBit(slice);
        }
        return slice;
    }

    /** How deep an existing slice is: as often as it has children more than at its birth. */
    public int depth(int slice) {
        requireMember(slice);
        int depth = SplitArithmetic.birthDepth(slice);
        while (depth < radix && has(slice + (1 << depth))) {
            depth++;
        }
        return depth;
    }

    /** Notes that a slice has split, and returns the one that took the upper half. */
    public int split(int slice) {
        int child = SplitArithmetic.child(slice, depth(slice));
        add(child);
        return child;
    }

    /** Notes that a slice exists; its predecessor must be known already. */
    public void add(int slice) {
        Check.inRange("slice index", slice, 0, Limits.SLICES_MAX - 1);
        if (!has(slice)) {
            Check.that(has(SplitArithmetic.predecessor(slice)), "a slice's predecessor exists before it", slice);
            reserve((slice >>> 6) + 1);
            words[slice >>> 6] |= 1L << slice;
            radix = Math.max(radix, SplitArithmetic.birthDepth(slice));
            count++;
        }
    }

    /** Learns what another bitmap of the same table knows; says whether any of it was new. */
    public boolean merge(SliceBitmap other) {
        reserve(other.words.length);
        int before = count;
        for (int w = 0; w < other.words.length; w++) {
            long added = other.words[w] & ~words[w];
            words[w] |= added;
            count += Long.bitCount(added);
        }
        radix = Math.max(radix, other.radix);
        return count != before;
    }

    /** Only what matters to whoever places slices by their low bits: deeper slices stand in their ancestor's place. */
    public SliceBitmap truncated(int depth) {
        Check.inRange("depth to truncate to", depth, 0, Limits.SLICE_DEPTH_MAX);
        if (radix <= depth) {
            return copy();
        }
        long[] kept = Arrays.copyOf(words, Math.max(1, (1 << depth) >>> 6));
        if (depth < 6) {
            kept[0] &= (1L << (1 << depth)) - 1;
        }
        return ofWords(kept, depth);
    }

    /** Gives each slice that exists, in the order of their indexes. */
    public void forEach(IntConsumer visitor) {
        for (int w = 0; w < words.length; w++) {
            for (long rest = words[w]; rest != 0; rest &= rest - 1) {
                visitor.accept((w << 6) + Long.numberOfTrailingZeros(rest));
            }
        }
    }

    public void encode(ByteWriter out) {
        SliceBitmapCodec.encode(words, radix, out);
    }

    /** Reads a bitmap, refusing what no encoder wrote and what no splits can make. */
    public static SliceBitmap decode(ByteReader in) {
        return SliceBitmapCodec.decode(in);
    }

    private void requireMember(int slice) {
        Check.that(slice >= 0 && has(slice), "the slice exists", slice);
    }

    /** Capacities are powers of two, as the bitmap doubles with each level. */
    private void reserve(int wanted) {
        if (wanted > words.length) {
            words = Arrays.copyOf(words, Integer.highestOneBit(2 * wanted - 1));
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SliceBitmap bitmap
                && count == bitmap.count
                && radix == bitmap.radix
                && Arrays.equals(words, 0, length(), bitmap.words, 0, bitmap.length());
    }

    @Override
    public int hashCode() {
        return 31 * radix + count;
    }

    private int length() {
        return Math.max(1, (1 << radix) >>> 6);
    }

    @Override
    public String toString() {
        return count + " slices, at most " + radix + " deep";
    }
}
