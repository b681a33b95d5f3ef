package io.pfs.sim;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;

/**
 * A file's bytes twice: as a reader sees them now, and as they would be after the loss of power.
 *
 * <p>A write never endangers bytes that it does not write, not even in its sector: what was forced beside it stays. Disks
 * write a sector as a whole or not at all; garbage stands for what a file system may show of a block that was allotted
 * and never written.
 */
final class SimInode {
    private static final int SECTOR_BYTES = 512;

    /** Has room for more: files grow by small pieces. */
    private byte[] now = new byte[0];

    private int size;
    private byte[] forced = new byte[0];
    private final BitSet dirtyBytes = new BitSet();
    private int knownForced;
    private int knownForcedDurably;

    int size() {
        return size;
    }

    void write(ByteBuffer bytes, long offset) {
        int at = Math.toIntExact(offset);
        int count = bytes.remaining();
        // What is written now can tell that everything before it was forced, if that is so.
        knownForced = dirtyBytes.isEmpty() ? at : Math.min(knownForced, at);
        grow((long) at + count);
        bytes.get(now, at, count);
        markDirty(at, at + count);
    }

    int read(ByteBuffer target, long offset) {
        if (offset >= size) {
            return 0;
        }
        int at = (int) offset;
        int count = Math.min(target.remaining(), size - at);
        target.put(now, at, count);
        return count;
    }

    void grow(long bytes) {
        if (bytes > size) {
            int from = size;
            size = Math.toIntExact(bytes);
            if (size > now.length) {
                now = Arrays.copyOf(now, Math.max(size, 2 * now.length));
            }
            markDirty(from, size);
        }
    }

    void truncate(long bytes) {
        if (bytes < size) {
            Arrays.fill(now, (int) bytes, size, (byte) 0); // what it grows by again is empty
            size = (int) bytes;
        }
        grow(bytes);
    }

    /** Only what is dirty gets to the disk: pages that a failed force dropped are clean, and stay lost. */
    void force() {
        if (forced.length != size) {
            forced = Arrays.copyOf(forced, size);
        }
        for (int from = dirtyBytes.nextSetBit(0); from >= 0 && from < size; ) {
            int to = Math.min(dirtyBytes.nextClearBit(from), size);
            System.arraycopy(now, from, forced, from, to - from);
            from = dirtyBytes.nextSetBit(to);
        }
        dirtyBytes.clear();
        knownForcedDurably = knownForced;
    }

    /** What a failed force leaves: pages that look written, are clean, and are not on the disk. */
    void forgetUnforced() {
        dirtyBytes.clear();
    }

    /** Up to here a later write that is there can tell that everything was forced. */
    int knownForced() {
        return knownForced;
    }

    /** Flips one bit for good. */
    void rot(int at, int bit) {
        if (at < size) {
            now[at] ^= (byte) (1 << bit);
        }
        if (at < forced.length) {
            forced[at] ^= (byte) (1 << bit);
        }
    }

    /** All bytes, as a reader sees them. */
    byte[] bytes() {
        return Arrays.copyOf(now, size);
    }

    /** Puts other bytes in place of all there are, for good. */
    void replace(byte[] bytes) {
        now = bytes.clone();
        size = bytes.length;
        dirtyBytes.clear();
        forced = bytes.clone();
    }

    void crash(Prng prng, Tally tally) {
        byte[] after = Arrays.copyOf(forced, Math.max(forced.length, size));
        int length = forced.length;
        int dirty = dirtyBytes.nextSetBit(0);
        while (dirty >= 0 && dirty < size) {
            int from = dirty - dirty % SECTOR_BYTES;
            int to = Math.min(from + SECTOR_BYTES, size);
            if (sectorFate(prng, tally, after, from, to)) {
                length = Math.max(length, to);
            }
            dirty = dirtyBytes.nextSetBit(to);
        }
        now = Arrays.copyOf(after, length);
        size = length;
        knownForced = knownForcedDurably;
        force();
    }

    /** Decides what becomes of one un-forced sector; says whether the file reaches to its end now. */
    private boolean sectorFate(Prng prng, Tally tally, byte[] after, int from, int to) {
        switch (prng.below(8)) {
            case 0, 1, 2 -> {
                System.arraycopy(now, from, after, from, to - from);
                tally.count("disk: un-forced sector kept");
                return true;
            }
            case 3, 4, 5 -> {
                tally.count("disk: un-forced sector lost");
                return false;
            }
            case 6 -> {
                int cut = from + prng.below(to - from);
                System.arraycopy(now, from, after, from, cut - from);
                tally.count("disk: un-forced sector torn");
                return true;
            }
            default -> {
                for (int at = dirtyBytes.nextSetBit(from); at >= 0 && at < to; at = dirtyBytes.nextSetBit(at + 1)) {
                    after[at] = (byte) prng.nextLong();
                }
                tally.count("disk: un-forced sector garbled");
                return true;
            }
        }
    }

    private void markDirty(int from, int to) {
        dirtyBytes.set(from, to);
    }
}
