package io.pfs.server.slice;

/**
 * Open addressing over an int array: each slot holds where an entry begins in the arena and, in the bits that are left
 * above, a tag of its hash, so that a miss hardly ever touches the arena. An empty slot is 0; no entry begins there.
 *
 * <p>The home of a hash is in its highest bits and the tag from bit 24 on: the lowest bits are the same for all names of a
 * slice.
 */
final class Slots {
    static final int[] NONE = {};

    private static final int SIZE_MIN = 8;

    private Slots() {}

    /**
     * For a table of so many entries: by how much a hash is shifted to get its home. At most four of five slots are
     * taken.
     */
    static int shiftFor(int entries) {
        int needed = Math.max(SIZE_MIN, entries + (entries >> 2) + 1);
        return 32 + Integer.numberOfLeadingZeros(needed - 1);
    }

    /** The last slot of a table. */
    static int mask(int shift) {
        return (int) (-1L >>> shift);
    }

    static boolean isFull(int shift, int entries) {
        return entries + (entries >> 2) > mask(shift);
    }

    static int home(long hash, int shift) {
        return (int) (hash >>> shift);
    }

    static int tagged(long hash, int ref, int refBits) {
        return ((int) (hash >>> 24) << refBits) | ref;
    }

    static void add(int[] slots, int shift, long hash, int tagged) {
        int mask = mask(shift);
        int at = home(hash, shift);
        while (slots[at] != 0) {
            at = (at + 1) & mask;
        }
        slots[at] = tagged;
    }

    /** Takes an entry out and moves those behind it up, so that no run of slots has a hole. */
    static void remove(int[] slots, int shift, byte[] arena, int ref, int refBits) {
        int mask = mask(shift);
        int refMask = (1 << refBits) - 1;
        int hole = home(Entry.hash(arena, ref), shift);
        while ((slots[hole] & refMask) != ref) {
            hole = (hole + 1) & mask;
        }
        slots[hole] = 0;
        for (int at = (hole + 1) & mask; slots[at] != 0; at = (at + 1) & mask) {
            int home = home(Entry.hash(arena, slots[at] & refMask), shift);
            boolean mayMove = ((at - home) & mask) >= ((at - hole) & mask);
            if (mayMove) {
                slots[hole] = slots[at];
                slots[at] = 0;
                hole = at;
            }
        }
    }
}
