package io.pfs.server.slice;

import io.pfs.Check;
import java.util.Arrays;

/**
 * The arena of a slice: one array, slots first and entries behind. Part of the slice's own object, not one beside it, and
 * the fields that a lookup needs stand together: machines fetch memory by lines of 64 bytes, and that is what a lookup
 * costs. An array has its length in front, which each access has to fetch; one array makes that one line.
 */
abstract sealed class PackedRows permits Slice {
    static final int ABSENT = -1;
    /** 0 means an empty slot, so no entry begins there. */
    private static final int START_WITHOUT_SLOTS = 1;

    private static final int NO_SLOTS = 0;
    /** What machines fetch of memory at once. */
    private static final int LINE_BYTES = 64;

    private static final int[] NO_REFS = {};
    private static final byte[] NO_ARENA = new byte[START_WITHOUT_SLOTS];
    private static final int ARENA_BYTES_MAX = 1 << 30;
    /** Enough for the rows of a full slice of ordinary rows, so that slots seldom have to be made anew for it. */
    private static final int REF_BITS_MIN = 17;

    private final int tinyRowsMax;
    private final int slackShift;
    int removedCount;
    int dead;
    int splitThreshold;
    int rowCount;
    int used = START_WITHOUT_SLOTS;
    private int refBits = REF_BITS_MIN;
    private int slotShift = NO_SLOTS;
    byte[] arena = NO_ARENA;
    /** Entries before this one stay as they are: somebody has a copy of them, and they will be left behind for it. */
    int copiedTo;

    /** @param slackShift how much more than is needed it grows: by one part in a power of two */
    PackedRows(int tinyRowsMax, int splitThreshold, int slackShift) {
        this.tinyRowsMax = tinyRowsMax;
        this.slackShift = slackShift;
        this.splitThreshold = splitThreshold;
    }

    long arrayBytes() {
        return arena == NO_ARENA ? 0 : 16L + arena.length;
    }

    /** Where the first entry begins, if there is any. */
    int start() {
        return slotShift == NO_SLOTS ? START_WITHOUT_SLOTS : Slots.bytes(slotShift);
    }

    /** Where the row or the removed row of this name is. */
    int entry(long nameHash, byte[] name, int at, int length) {
        int shift = slotShift;
        if (shift == NO_SLOTS) {
            return scan(nameHash, name, at, length);
        }
        byte[] bytes = arena;
        int bits = refBits;
        int mask = Slots.mask(shift);
        int tag = Slots.tagged(nameHash, 0, bits);
        for (int i = Slots.home(nameHash, shift); ; i = (i + 1) & mask) {
            int slot = Slots.get(bytes, i);
            if (slot == 0) {
                return ABSENT;
            }
            int ref = slot ^ tag;
            if (ref >>> bits == 0 && Entry.isNamed(bytes, ref, nameHash, name, at, length)) {
                return ref;
            }
        }
    }

    /**
     * Reads the slot that {@link #entry} will read first for this hash. Returns which place of the arena comes next, for {@link
     * #touchEntry}: the entry, as far as that doesn't hang on the name, or where a new one would be.
     */
    final int touchSlot(long nameHash) {
        int shift = slotShift;
        if (shift == NO_SLOTS) {
            return 0;
        }
        int ref = Slots.get(arena, Slots.home(nameHash, shift)) ^ Slots.tagged(nameHash, 0, refBits);
        return ref >>> refBits == 0 ? ref : Math.min(used, arena.length - 1);
    }

    /** Reads it: most entries lie across two lines of memory. */
    final int touchEntry(int ref) {
        return arena[ref] + arena[Math.min(ref + LINE_BYTES, arena.length - 1)];
    }

    /** Where the row is whose name has this hash, and that is this file. */
    int entryOfFile(long nameHash, long fileId) {
        int shift = slotShift;
        if (shift == NO_SLOTS) {
            return scanForFile(nameHash, fileId);
        }
        byte[] bytes = arena;
        int bits = refBits;
        int mask = Slots.mask(shift);
        int tag = Slots.tagged(nameHash, 0, bits);
        for (int i = Slots.home(nameHash, shift); ; i = (i + 1) & mask) {
            int slot = Slots.get(bytes, i);
            if (slot == 0) {
                return ABSENT;
            }
            int ref = slot ^ tag;
            if (ref >>> bits == 0 && Entry.isFile(bytes, ref, nameHash, fileId)) {
                return ref;
            }
        }
    }

    /** Where the rows are whose names have this hash. */
    int[] refsWith(long nameHash) {
        return slotShift == NO_SLOTS ? scanForAll(nameHash) : probeForAll(nameHash);
    }

    private int[] probeForAll(long nameHash) {
        int[] refs = NO_REFS;
        int mask = Slots.mask(slotShift);
        int tag = Slots.tagged(nameHash, 0, refBits);
        for (int i = Slots.home(nameHash, slotShift); ; i = (i + 1) & mask) {
            int slot = Slots.get(arena, i);
            if (slot == 0) {
                return refs;
            }
            int ref = slot ^ tag;
            if (ref >>> refBits == 0 && isRowWith(ref, nameHash)) {
                refs = with(refs, ref);
            }
        }
    }

    private int[] scanForAll(long nameHash) {
        int[] refs = NO_REFS;
        for (int ref = start(); ref < used; ref += Entry.length(arena, ref)) {
            if (!Entry.isDead(arena, ref) && isRowWith(ref, nameHash)) {
                refs = with(refs, ref);
            }
        }
        return refs;
    }

    private static int[] with(int[] refs, int ref) {
        int[] more = Arrays.copyOf(refs, refs.length + 1);
        more[refs.length] = ref;
        return more;
    }

    private boolean isRowWith(int ref, long nameHash) {
        return Entry.hash(arena, ref) == nameHash && !Entry.isRemoved(arena, ref);
    }

    private int scanForFile(long nameHash, long fileId) {
        byte[] bytes = arena;
        for (int ref = start(); ref < used; ref += Entry.length(bytes, ref)) {
            if (!Entry.isDead(bytes, ref) && Entry.isFile(bytes, ref, nameHash, fileId)) {
                return ref;
            }
        }
        return ABSENT;
    }

    private int scan(long nameHash, byte[] name, int at, int length) {
        byte[] bytes = arena;
        for (int ref = start(); ref < used; ref += Entry.length(bytes, ref)) {
            if (Entry.isNamed(bytes, ref, nameHash, name, at, length)) {
                return ref;
            }
        }
        return ABSENT;
    }

    /** From now on no row is changed and no name removed. */
    void forgetChanges() {
        for (int ref = start(); ref < used; ref += Entry.length(arena, ref)) {
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
            rebuild(0, 0);
        }
    }

    /**
     * Moves the entries whose hash has this bit to the other one, which is empty and gets all of its rows marked as new. Both get
     * room for about half, which hashes see to; to count first would mean to fetch all of it twice.
     */
    void moveUpper(int bit, PackedRows upper) {
        byte[] whole = arena;
        int from = start();
        int end = used;
        int average = averageBytes();
        int halfBytes = (end - dead - from) >> 1;
        int halfEntries = entries() >> 1;
        clear(withSlack(halfBytes, average), withSlack(halfEntries, 1));
        upper.clear(upper.withSlack(halfBytes, average), upper.withSlack(halfEntries, 1));
        for (int ref = from; ref < end; ref += Entry.length(whole, ref)) {
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
        roomFor(length);
        int ref = used;
        Entry.writeHead(arena, ref, length, flags);
        Entry.writeName(arena, ref, nameHash, name, at, nameLength);
        used += length;
        rowCount += (flags & Entry.REMOVED) == 0 ? 1 : 0;
        removedCount += (flags & Entry.REMOVED) == 0 ? 0 : 1;
        addSlot(ref, nameHash);
        return ref;
    }

    /** Sees to it that one more entry of this length fits. */
    private void roomFor(int length) {
        boolean isTableFull = slotShift == NO_SLOTS ? entries() >= tinyRowsMax : Slots.isFull(slotShift, entries() + 1);
        if (isTableFull) {
            rebuild(1, length);
        } else if (arena.length - used < length) {
            makeRoom(length);
        }
    }

    /** Takes an entry out, for good. */
    void drop(int ref) {
        if (slotShift != NO_SLOTS) {
            Slots.remove(arena, slotShift, ref, refBits);
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
        boolean needsSlots = slotShift != NO_SLOTS && Slots.shiftFor(withSlack(entries() + 1, 1)) < slotShift;
        if (needsSlots || dead > used >> 2) {
            rebuild(1, length);
        } else {
            resize(start() + withSlack(used - start() + length, averageBytes()));
        }
    }

    /** Half as much again, or less where room is dear, but hardly more than entries of this average need until the slice splits. */
    private int withSlack(int needed, long average) {
        int grown = needed + (needed >> slackShift);
        long untilSplit = average * (splitThreshold + (splitThreshold >> 5) + 2);
        return untilSplit >= needed && untilSplit < grown ? (int) untilSplit : grown;
    }

    private int averageBytes() {
        return (used - dead - start()) / Math.max(1, entries()) + 1;
    }

    /** Takes in all entries of another one, this one being empty; without slots to find them by. */
    void copyEntries(PackedRows other) {
        int from = other.start();
        int bytes = other.used - from;
        byte[] copy = new byte[START_WITHOUT_SLOTS + bytes];
        System.arraycopy(other.arena, from, copy, START_WITHOUT_SLOTS, bytes);
        arena = copy;
        used = copy.length;
        dead = other.dead;
        rowCount = other.rowCount;
        removedCount = other.removedCount;
    }

    /** Makes room for so many bytes of entries at once, exactly. */
    void reserveEntries(int entries, int bytes) {
        if (entries() == 0) {
            clear(bytes, entries);
        } else if (bytes > arena.length - used) {
            resize(used + bytes);
        }
    }

    private void resize(int bytes) {
        Check.that(bytes <= ARENA_BYTES_MAX, "the rows of a slice fit its arena", bytes);
        arena = Arrays.copyOf(arena, bytes);
        int bits = refBitsFor(bytes);
        if (bits > refBits) {
            refBits = bits;
            tagAnew();
        }
    }

    private static int refBitsFor(int bytes) {
        return Math.max(REF_BITS_MIN, 32 - Integer.numberOfLeadingZeros(bytes));
    }

    private void tagAnew() {
        if (slotShift != NO_SLOTS) {
            Arrays.fill(arena, 0, start(), (byte) 0);
            for (int ref = start(); ref < used; ref += Entry.length(arena, ref)) {
                if (!Entry.isDead(arena, ref)) {
                    addSlot(ref, Entry.hash(arena, ref));
                }
            }
        }
    }

    /** Leaves dead bytes behind, and the rows of removed names; makes room for more. */
    void rebuild(int moreEntries, int moreBytes) {
        byte[] old = arena;
        int from = start();
        int end = used;
        int needed = end - dead - from + moreBytes;
        int oldCopiedTo = copiedTo;
        clear(withSlack(needed, averageBytes()), withSlack(entries() + moreEntries, 1));
        for (int ref = from; ref < end; ref += Entry.length(old, ref)) {
            if (!Entry.isDead(old, ref)) {
                adopt(old, ref, 0);
                copiedTo = ref < oldCopiedTo ? used : copiedTo;
            }
        }
    }

    /** Empties arena and slots, with room for so many bytes and entries. */
    private void clear(int bytes, int entries) {
        slotShift = entries <= tinyRowsMax ? NO_SLOTS : Slots.shiftFor(entries);
        used = start();
        int whole = used + bytes;
        Check.that(whole <= ARENA_BYTES_MAX, "the rows of a slice fit its arena", whole);
        arena = whole == NO_ARENA.length ? NO_ARENA : new byte[whole];
        refBits = refBitsFor(whole);
        dead = 0;
        rowCount = 0;
        removedCount = 0;
        copiedTo = 0;
    }

    /** Copies an entry of another arena. */
    private void adopt(byte[] from, int ref, int moreFlags) {
        int length = Entry.keptLength(from, ref);
        roomFor(length);
        int to = used;
        System.arraycopy(from, ref, arena, to, length);
        used += length;
        if (Entry.isRemoved(from, ref)) {
            Entry.writeHead(arena, to, length, Entry.REMOVED);
            removedCount++;
        } else {
            Entry.writeHead(arena, to, length, Entry.flags(from, ref) | moreFlags);
            rowCount++;
        }
        addSlot(to, Entry.hash(from, ref));
    }

    private void addSlot(int ref, long nameHash) {
        if (slotShift != NO_SLOTS) {
            Slots.add(arena, slotShift, nameHash, Slots.tagged(nameHash, ref, refBits));
        }
    }
}
