package io.pfs.server.image;

import io.pfs.Check;
import io.pfs.hash.SliceOrder;
import io.pfs.hash.SplitArithmetic;
import io.pfs.server.slice.Slice;
import java.util.Arrays;

/**
 * Lays what changed over the rows of an image, both in the order of a slice: rows that nothing changed are copied as they stand, many
 * at once. Keeps its memory from one to the next.
 */
final class RowMerge {
    private final RowBatch changes = new RowBatch();
    private long[] keys = new long[0];
    /** The changes that count, in the order of the slice. */
    private int[] order = new int[0];

    /**
     * Adds to an empty batch what is there then. Rows that went to other slices, by splits since the image, are left behind.
     *
     * @param changed what changed since the delta
     */
    void merge(StoredRows stored, Slice changed, RowBatch merged) {
        Check.that(changed.depth() == stored.withoutRows().depth(), "only changes to the same slice are merged");
        collect(stored, changed);
        int count = putInOrder();
        RowBatch image = stored.image();
        int from = 0;
        for (int i = 0; i < count; i++) {
            int change = order[i];
            int to = from;
            int compared = -1;
            while (to < image.count()) {
                compared = image.compare(to, changes, change);
                if (compared >= 0) {
                    break;
                }
                to++;
            }
            copy(image, from, to, changed, merged);
            from = to < image.count() && compared == 0 ? to + 1 : to;
            if (changes.rowLength(change) > 0) {
                merged.addAll(changes, change, change + 1);
            }
        }
        copy(image, from, image.count(), changed, merged);
    }

    private void collect(StoredRows stored, Slice changed) {
        changes.clear();
        changes.addAll(stored.changes(), 0, stored.changes().count());
        changes.addAll(changed.changedRows());
        changes.addAll(changed.removedNames());
    }

    /**
     * Sorts numbers that hold the upper bits of the order and, below, which change it is; so of one name the newest comes last, and
     * only those few that agree in all upper bits have to be compared. Returns how many count.
     */
    private int putInOrder() {
        int count = changes.count();
        if (keys.length < count) {
            keys = new long[2 * count];
            order = new int[2 * count];
        }
        long indexMask = (1L << (Integer.SIZE - Integer.numberOfLeadingZeros(count))) - 1;
        for (int i = 0; i < count; i++) {
            keys[i] = ((SliceOrder.position(changes.hash(i)) ^ Long.MIN_VALUE) & ~indexMask) | i;
        }
        Arrays.sort(keys, 0, count);
        int kept = 0;
        for (int i = 0; i < count; i++) {
            kept = insert((int) (keys[i] & indexMask), kept);
        }
        return kept;
    }

    /** Puts a change behind those that come before it, and in the place of an older one of the same name. */
    private int insert(int change, int kept) {
        int to = kept;
        while (to > 0 && changes.compare(order[to - 1], changes, change) > 0) {
            to--;
        }
        if (to > 0 && changes.compare(order[to - 1], changes, change) == 0) {
            order[to - 1] = change;
            return kept;
        }
        System.arraycopy(order, to, order, to + 1, kept - to);
        order[to] = change;
        return kept + 1;
    }

    private static void copy(RowBatch image, int from, int to, Slice slice, RowBatch merged) {
        int index = slice.key().slice().value();
        int begin = from;
        for (int i = from; i < to; i++) {
            if (!SplitArithmetic.covers(index, slice.depth(), image.hash(i))) {
                merged.addAll(image, begin, i);
                begin = i + 1;
            }
        }
        merged.addAll(image, begin, to);
    }
}
