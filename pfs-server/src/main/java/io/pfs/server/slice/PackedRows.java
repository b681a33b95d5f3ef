package io.pfs.server.slice;

import io.pfs.Check;
import java.util.Arrays;

/**
 * The arena and the slots of a slice. Part of the slice's own object, not one beside it, and the fields that a lookup
 * needs stand together: machines fetch memory by lines of 64 bytes, and that is what a lookup costs.
 */
abstract sealed class PackedRows permits Slice {
    static final int ABSENT = -1;
    /** 0 means an empty slot, so no entry begins there. */
    static final int ARENA_START = 1;

    private static final int NO_SLOTS = 0;
    private static final byte[] NO_ARENA = new byte[ARENA_START];
    private static final int ARENA_BYTES_MAX = 1 << 30;
    /** Enough for the rows of a full slice of ordinary rows, so that slots seldom have to be made anew for it. */
    private static final int REF_BITS_MIN = 17;

    private final int tinyRowsMax;
    int splitThreshold;
    int removedCount;
    int dead;
    int rowCount;
    int used = ARENA_START;
    private int refBits = REF_BITS_MIN;
    /** Kept here, although the length of the slots says it: a probe should not have to fetch that first. */
    private int slotShift = NO_SLOTS;

    private int[] slots = Slots.NONE;
    byte[] arena = NO_ARENA;

    PackedRows(int tinyRowsMax, int splitThreshold) {
        this.tinyRowsMax = tinyRowsMax;
        this.splitThreshold = splitThreshold;
    }

    long arrayBytes() {
        return (arena == NO_ARENA ? 0 : 16L + arena.length) + (slots == Slots.NONE ? 0 : 16L + 4L * slots.length);
    }

    /** Where the row or the removed row of this name is. */
    int entry(long nameHash, byte[] name, int at, int length) {
        int shift = slotShift;
        if (shift == NO_SLOTS) {
            return scan(nameHash, name, at, length);
        }
        int[] table = slots;
        byte[] bytes = arena;
        int bits = refBits;
        int mask = Slots.mask(shift);
        int tag = Slots.tagged(nameHash, 0, bits);
        for (int i = Slots.home(nameHash, shift); ; i = (i + 1) & mask) {
            int slot = table[i];
            if (slot == 0) {
                return ABSENT;
            }
            int ref = slot ^ tag;
            if (ref >>> bits == 0 && Entry.isNamed(bytes, ref, nameHash, name, at, length)) {
                return ref;
            }
        }
    }

    private int scan(long nameHash, byte[] name, int at, int length) {
        byte[] bytes = arena;
        for (int ref = ARENA_START; ref < used; ref += Entry.length(bytes, ref)) {
            if (Entry.isNamed(bytes, ref, nameHash, name, at, length)) {
                return ref;
            }
        }
        return ABSENT;
    }

    /** From now on no row is changed and no name removed. */
    void forgetChanges() {
        for (int ref = ARENA_START; ref < used; ref += Entry.length(arena, ref)) {
            if (!Entry.isDead(arena, ref)) {
                boolean isRemoved = Entry.isRemoved(arena, ref);
                Entry.setFlags(arena, ref, 0);
                if (isRemoved) {
                    dead += Entry.NAME + Entry.nameLength(arena, ref);
                    Entry.kill(arena, ref);
                }
            }
        }
        if (removedCount > 0) {
            removedCount = 0;
            rebuild(0);
        }
    }

    /** Moves the entries whose hash has this bit to the other one, which is empty and gets all of its rows marked as new. */
    void moveUpper(int bit, PackedRows upper) {
        byte[] whole = arena;
        int end = used;
        int average = averageBytes();
        Half above = above(bit);
        Half below = new Half(end - dead - ARENA_START - above.bytes, entries() - above.entries);
        clear(withSlack(below.bytes, average), below.entries);
        upper.clear(upper.withSlack(above.bytes, average), above.entries);
        for (int ref = ARENA_START; ref < end; ref += Entry.length(whole, ref)) {
            if (!Entry.isDead(whole, ref)) {
                boolean isUpper = (Entry.hash(whole, ref) >>> bit & 1) != 0;
                (isUpper ? upper : this).adopt(whole, ref, isUpper ? Entry.CHANGED | Entry.NEW : 0);
            }
        }
    }

    private int entries() {
        return rowCount + removedCount;
    }

    /** Adds an entry; its row is for the caller to write. */
    int append(int length, int flags, long nameHash, byte[] name, int at, int nameLength) {
        if (arena.length - used < length) {
            makeRoom(length);
        }
        int ref = used;
        Entry.writeHead(arena, ref, length, flags);
        Entry.writeName(arena, ref, nameHash, name, at, nameLength);
        used += length;
        rowCount += (flags & Entry.REMOVED) == 0 ? 1 : 0;
        removedCount += (flags & Entry.REMOVED) == 0 ? 0 : 1;
        boolean needsIndex = slotShift == NO_SLOTS ? entries() > tinyRowsMax : Slots.isFull(slotShift, entries());
        if (needsIndex) {
            index();
        } else {
            addSlot(ref);
        }
        return ref;
    }

    /** Takes an entry out, for good. */
    void drop(int ref) {
        if (slotShift != NO_SLOTS) {
            Slots.remove(slots, slotShift, arena, ref, refBits);
        }
        dead += Entry.length(arena, ref);
        if (Entry.isRemoved(arena, ref)) {
            dead -= Entry.rowLength(arena, ref);
            removedCount--;
        } else {
            rowCount--;
        }
        Entry.kill(arena, ref);
    }

    /** An entry that stays where it is is a row from now on, if it was not before. */
    void revive(int ref, int flags) {
        if (Entry.isRemoved(arena, ref)) {
            removedCount--;
            rowCount++;
            dead -= Entry.rowLength(arena, ref);
        }
        Entry.setFlags(arena, ref, flags);
    }

    private void makeRoom(int length) {
        if (dead > used >> 2) {
            rebuild(length);
        } else {
            resize(withSlack(used + length, averageBytes()));
        }
    }

    /** Half as much again, but hardly more than entries of this average need until the slice splits. */
    private int withSlack(int bytes, long average) {
        Check.that(bytes <= ARENA_BYTES_MAX, "the rows of a slice fit its arena", bytes);
        int grown = bytes + (bytes >> 1);
        long untilSplit = average * (splitThreshold + (splitThreshold >> 5) + 2);
        return untilSplit >= bytes && untilSplit < grown ? (int) untilSplit : grown;
    }

    private int averageBytes() {
        return (used - dead) / Math.max(1, entries()) + 1;
    }

    void resize(int bytes) {
        arena = Arrays.copyOf(arena, bytes);
        int bits = 32 - Integer.numberOfLeadingZeros(bytes);
        if (bits > refBits) {
            refBits = bits;
            if (slotShift != NO_SLOTS) {
                index();
            }
        }
    }

    /** Leaves dead bytes behind, and the rows of removed names. */
    void rebuild(int room) {
        byte[] old = arena;
        int end = used;
        clear(withSlack(end - dead - ARENA_START + room, averageBytes()), entries());
        for (int ref = ARENA_START; ref < end; ref += Entry.length(old, ref)) {
            if (!Entry.isDead(old, ref)) {
                adopt(old, ref, 0);
            }
        }
    }

    private record Half(int bytes, int entries) {}

    private Half above(int bit) {
        int bytes = 0;
        int entries = 0;
        for (int ref = ARENA_START; ref < used; ref += Entry.length(arena, ref)) {
            if (!Entry.isDead(arena, ref) && (Entry.hash(arena, ref) >>> bit & 1) != 0) {
                bytes += Entry.keptLength(arena, ref);
                entries++;
            }
        }
        return new Half(bytes, entries);
    }

    /** Empties arena and slots, with room for so many bytes and entries. */
    private void clear(int bytes, int entries) {
        arena = bytes == 0 ? NO_ARENA : new byte[ARENA_START + bytes];
        used = ARENA_START;
        dead = 0;
        refBits = Math.max(REF_BITS_MIN, 32 - Integer.numberOfLeadingZeros(arena.length));
        rowCount = 0;
        removedCount = 0;
        clearSlots(entries);
    }

    private void clearSlots(int entries) {
        boolean isTiny = entries <= tinyRowsMax;
        slotShift = isTiny ? NO_SLOTS : Slots.shiftFor(entries);
        slots = isTiny ? Slots.NONE : new int[Slots.mask(slotShift) + 1];
    }

    /** Copies an entry of another arena. */
    private void adopt(byte[] from, int ref, int moreFlags) {
        int to = used;
        int length = Entry.keptLength(from, ref);
        System.arraycopy(from, ref, arena, to, length);
        used += length;
        if (Entry.isRemoved(from, ref)) {
            Entry.writeHead(arena, to, length, Entry.REMOVED);
            removedCount++;
        } else {
            Entry.writeHead(arena, to, length, Entry.flags(from, ref) | moreFlags);
            rowCount++;
        }
        addSlot(to);
    }

    private void addSlot(int ref) {
        if (slotShift != NO_SLOTS) {
            long nameHash = Entry.hash(arena, ref);
            Slots.add(slots, slotShift, nameHash, Slots.tagged(nameHash, ref, refBits));
        }
    }

    /** Makes the slots anew, if there are enough entries for any. */
    private void index() {
        clearSlots(entries());
        for (int ref = ARENA_START; ref < used; ref += Entry.length(arena, ref)) {
            if (!Entry.isDead(arena, ref)) {
                addSlot(ref);
            }
        }
    }
}
