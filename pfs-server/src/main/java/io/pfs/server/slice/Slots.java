package io.pfs.server.slice;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Open addressing over the ints at the front of an arena: each slot holds where an entry begins behind them and, in the
 * bits that are left above, a tag of its hash, so that a miss hardly ever touches an entry. An empty slot is 0; no entry
 * begins there.
 *
 * <p>The home of a hash is in its highest bits and the tag from bit 24 on: the lowest bits are the same for all names of a
 * slice.
 */
final class Slots {
    private static final int SIZE_MIN = 8;
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

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

    /** What the slots take of the arena. */
    static int bytes(int shift) {
        return (mask(shift) + 1) << 2;
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

    static int get(byte[] arena, int at) {
        return (int) INT.get(arena, at << 2);
    }

    private static void set(byte[] arena, int at, int slot) {
        INT.set(arena, at << 2, slot);
    }

    static void add(byte[] arena, int shift, long hash, int tagged) {
        int mask = mask(shift);
        int at = home(hash, shift);
        while (get(arena, at) != 0) {
            at = (at + 1) & mask;
        }
        set(arena, at, tagged);
    }

    /** Takes an entry out and moves those behind it up, so that no run of slots has a hole. */
    static void remove(byte[] arena, int shift, int ref, int refBits) {
        int mask = mask(shift);
        int refMask = (1 << refBits) - 1;
        int hole = home(Entry.hash(arena, ref), shift);
        while ((get(arena, hole) & refMask) != ref) {
            hole = (hole + 1) & mask;
        }
        set(arena, hole, 0);
        for (int at = (hole + 1) & mask; get(arena, at) != 0; at = (at + 1) & mask) {
            int slot = get(arena, at);
            int home = home(Entry.hash(arena, slot & refMask), shift);
            boolean mayMove = ((at - home) & mask) >= ((at - hole) & mask);
            if (mayMove) {
                set(arena, hole, slot);
                set(arena, at, 0);
                hole = at;
            }
        }
    }
}
