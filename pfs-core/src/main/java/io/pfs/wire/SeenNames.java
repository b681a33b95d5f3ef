package io.pfs.wire;

import io.pfs.RowName;
import org.jspecify.annotations.Nullable;

/**
 * The names of one request, of which none may stand twice. At most half of the slots are taken, and no name has an object here: a
 * server takes ten thousand requests a second with 64 names each.
 */
final class SeenNames {
    private final @Nullable RowName[] slots;

    /** For at most so many. */
    SeenNames(int count) {
        slots = new RowName[Integer.highestOneBit(Math.max(1, count)) << 2];
    }

    /** Returns whether it was not there before. */
    boolean add(RowName name) {
        int at = spread(name.hashCode()) & (slots.length - 1);
        RowName there = slots[at];
        while (there != null) {
            if (there.equals(name)) {
                return false;
            }
            at = (at + 1) & (slots.length - 1);
            there = slots[at];
        }
        slots[at] = name;
        return true;
    }

    /** Names that differ in their last letter alone have hashes side by side. */
    private static int spread(int hash) {
        return (hash * 0x9E3779B1) >>> 8;
    }
}
