package io.pfs.bench.micro;

import io.pfs.hash.NameHash;
import java.util.Arrays;

/**
 * The ceiling: a set of names and nothing else. Open addressing over one array of longs, in each half of the hash and
 * where the name is; names of one length stand in one packed array. Both double when they are full, to at most 2^27 names.
 */
final class BareTable {
    private static final long OFFSET_MASK = 0xffff_ffffL;

    private final NameHash hash;
    private final int nameBytes;
    private long[] slots = new long[1 << 10];
    private byte[] names = new byte[1 << 14];
    private int used;
    private int count;

    BareTable(NameHash hash, int nameBytes) {
        this.hash = hash;
        this.nameBytes = nameBytes;
    }

    /** Adds a name; false if it is there. */
    boolean add(byte[] name) {
        long hashed = hash.of(name, 0, nameBytes);
        int mask = slots.length - 1;
        int at = (int) (hashed >>> 32) & mask;
        while (slots[at] != 0) {
            if (isSame(slots[at], hashed, name)) {
                return false;
            }
            at = (at + 1) & mask;
        }
        if (names.length - used < nameBytes) {
            names = Arrays.copyOf(names, names.length * 2);
        }
        System.arraycopy(name, 0, names, used, nameBytes);
        used += nameBytes;
        slots[at] = (hashed & ~OFFSET_MASK) | used;
        count++;
        if (count > slots.length / 4 * 3) {
            grow();
        }
        return true;
    }

    boolean contains(byte[] name) {
        long hashed = hash.of(name, 0, nameBytes);
        int mask = slots.length - 1;
        int at = (int) (hashed >>> 32) & mask;
        while (slots[at] != 0) {
            if (isSame(slots[at], hashed, name)) {
                return true;
            }
            at = (at + 1) & mask;
        }
        return false;
    }

    private boolean isSame(long slot, long hashed, byte[] name) {
        if (((slot ^ hashed) & ~OFFSET_MASK) != 0) {
            return false;
        }
        int end = (int) slot;
        return Arrays.equals(names, end - nameBytes, end, name, 0, nameBytes);
    }

    private void grow() {
        long[] old = slots;
        slots = new long[old.length * 2];
        int mask = slots.length - 1;
        for (long slot : old) {
            if (slot != 0) {
                int at = (int) (slot >>> 32) & mask;
                while (slots[at] != 0) {
                    at = (at + 1) & mask;
                }
                slots[at] = slot;
            }
        }
    }
}
