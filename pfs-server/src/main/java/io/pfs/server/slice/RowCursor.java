package io.pfs.server.slice;

import io.pfs.hash.SliceOrder;
import java.util.Arrays;

/**
 * Walks entries of a slice in the order of bit-reversed hash, then name. It holds places in the slice's arena: no change
 * to the slice while it is in use.
 */
public final class RowCursor {
    private final byte[] arena;
    private final int[] refs;
    private int next;
    private int ref;

    private RowCursor(byte[] arena, int[] refs) {
        this.arena = arena;
        this.refs = refs;
    }

    /** The entries of {@code arena[start, end)} whose flags, under {@code mask}, are {@code wanted}. */
    static RowCursor of(byte[] arena, int start, int end, int countMax, int mask, int wanted) {
        int[] refs = new int[countMax];
        int count = 0;
        for (int at = start; at < end; at += Entry.length(arena, at)) {
            if (!Entry.isDead(arena, at) && (Entry.flags(arena, at) & mask) == wanted) {
                refs[count++] = at;
            }
        }
        return new RowCursor(arena, sorted(arena, count == countMax ? refs : Arrays.copyOf(refs, count)));
    }

    /** These entries. */
    static RowCursor of(byte[] arena, int[] refs) {
        return new RowCursor(arena, refs.length > 1 ? sorted(arena, refs) : refs);
    }

    /**
     * Sorts numbers that hold the upper bits of the order and, below, the index of the entry; then only the few entries
     * that agree in all those bits have to be compared.
     */
    private static int[] sorted(byte[] arena, int[] refs) {
        int indexBits = 32 - Integer.numberOfLeadingZeros(refs.length);
        long indexMask = (1L << indexBits) - 1;
        long[] keys = new long[refs.length];
        for (int i = 0; i < refs.length; i++) {
            long order = SliceOrder.position(Entry.hash(arena, refs[i])) ^ Long.MIN_VALUE;
            keys[i] = (order & ~indexMask) | i;
        }
        Arrays.sort(keys);
        int[] sorted = new int[refs.length];
        for (int i = 0; i < keys.length; i++) {
            int ref = refs[(int) (keys[i] & indexMask)];
            int to = i;
            while (to > 0
                    && (keys[to - 1] & ~indexMask) == (keys[i] & ~indexMask)
                    && before(arena, ref, sorted[to - 1])) {
                sorted[to] = sorted[to - 1];
                to--;
            }
            sorted[to] = ref;
        }
        return sorted;
    }

    private static boolean before(byte[] arena, int ref, int other) {
        int byHash = SliceOrder.compare(Entry.hash(arena, ref), Entry.hash(arena, other));
        if (byHash != 0) {
            return byHash < 0;
        }
        int name = ref + Entry.NAME;
        int otherName = other + Entry.NAME;
        return Arrays.compareUnsigned(
                        arena,
                        name,
                        name + Entry.nameLength(arena, ref),
                        arena,
                        otherName,
                        otherName + Entry.nameLength(arena, other))
                < 0;
    }

    /** How many entries there are in all. */
    public int count() {
        return refs.length;
    }

    /** Goes to the next entry; false when there is none. */
    public boolean next() {
        if (next == refs.length) {
            return false;
        }
        ref = refs[next++];
        return true;
    }

    public long hash() {
        return Entry.hash(arena, ref);
    }

    /** Where name and row stand. */
    public byte[] array() {
        return arena;
    }

    public int nameAt() {
        return ref + Entry.NAME;
    }

    public int nameLength() {
        return Entry.nameLength(arena, ref);
    }

    public int rowAt() {
        return Entry.rowAt(arena, ref);
    }

    /** Bytes of the row; 0 for a removed name. */
    public int rowLength() {
        return Entry.isRemoved(arena, ref) ? 0 : Entry.rowLength(arena, ref);
    }
}
