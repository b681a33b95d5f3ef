package io.pfs.server.slice;

import org.jspecify.annotations.Nullable;

/**
 * Has memory bring what lookups of many names will need, and changes after them. Memory brings such places one by one to who
 * goes from one name to the next, but many at once to who asks for all first: so step by step for all names, since each step
 * needs what the one before brought.
 */
public final class RowTouch {
    private final @Nullable Slice[] slices;
    private final @Nullable NameFilter[] filters;
    private final int[] entries;
    private int sum;

    /** For so many names. */
    public RowTouch(int count) {
        this.slices = new Slice[count];
        this.filters = new NameFilter[count];
        this.entries = new int[count];
    }

    /** Says in which slice the nth name is, if it is in any here. */
    public void set(int nth, SlicePlace place) {
        slices[nth] = place.target();
        filters[nth] = place instanceof SlicePlace.Unloaded unloaded
                ? unloaded.filter().orElse(null)
                : null;
    }

    /** Reads places of rows of these names; returns what must be kept, or reading them would be optimized away. */
    public int rows(long[] hashes) {
        for (int i = 0; i < entries.length; i++) {
            Slice slice = slices[i];
            entries[i] = slice == null ? 0 : slice.touchSlot(hashes[i]);
        }
        for (int i = 0; i < entries.length; i++) {
            Slice slice = slices[i];
            NameFilter filter = filters[i];
            sum += slice == null ? 0 : slice.touchEntry(entries[i]);
            sum += filter == null ? 0 : filter.touch(hashes[i]);
        }
        return sum;
    }

    /** The same with the replies that are kept of each. */
    public int rowsAndReplies(long[] hashes) {
        for (Slice slice : slices) {
            sum += slice == null ? 0 : slice.touchReplies();
        }
        return rows(hashes);
    }
}
