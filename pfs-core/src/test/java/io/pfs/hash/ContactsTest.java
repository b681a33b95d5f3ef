package io.pfs.hash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A client that knows nothing of a table asks for a name, as often as it takes. Whoever is asked knows his own slice and what
 * that one split off; the client learns that, and asks again.
 */
final class ContactsTest {
    private static final int TABLES = 3_000;
    private static final int DEPTH_MAX = 10;

    @Test
    void aNewClientNeedsOneContactMoreThanThereAreBits() {
        Seeds.each("contacts of new clients", TABLES, seed -> {
            Random random = new Random(seed);
            SliceBitmap table = grown(random);
            for (int n = 0; n < 20; n++) {
                long hash = random.nextLong();
                int contacts = contacts(new SliceBitmap(), table, hash);
                int logarithm = Integer.SIZE - Integer.numberOfLeadingZeros(table.count() - 1);
                int deepest = Math.max(table.radix(), logarithm);
                assertTrue(contacts <= deepest + 1, contacts + " contacts for " + table);
            }
        });
    }

    @Test
    void inATableThatGrewEvenlyTheyAreAsManyAsTheLogarithm() {
        Random random = new Random(8);
        for (int depth = 0; depth <= DEPTH_MAX; depth++) {
            SliceBitmap table = even(depth);
            for (int n = 0; n < 500; n++) {
                int contacts = contacts(new SliceBitmap(), table, random.nextLong());
                assertTrue(contacts <= depth + 1, contacts + " contacts for " + table);
            }
        }
    }

    @Test
    void whatWasLearntServesOtherNames() {
        Random random = new Random(9);
        SliceBitmap table = even(8);
        SliceBitmap known = new SliceBitmap();
        int missed = 0;
        for (int n = 0; n < 20_000; n++) {
            missed += contacts(known, table, random.nextLong()) - 1;
        }
        assertEquals(table, known);
        assertTrue(missed < table.count(), "one answer teaches many slices, but " + missed + " were in vain");
    }

    private static SliceBitmap even(int depth) {
        SliceBitmap table = new SliceBitmap();
        for (int slice = 1; slice < 1 << depth; slice++) {
            table.add(slice);
        }
        return table;
    }

    private static SliceBitmap grown(Random random) {
        SliceBitmap table = new SliceBitmap();
        int splits = random.nextInt(200);
        for (int s = 0; s < splits; s++) {
            int slice = table.sliceOf(random.nextLong());
            if (table.depth(slice) < DEPTH_MAX) {
                table.split(slice);
            }
        }
        return table;
    }

    private static int contacts(SliceBitmap known, SliceBitmap table, long hash) {
        int contacts = 1;
        while (known.sliceOf(hash) != table.sliceOf(hash)) {
            known.merge(knownBy(table, known.sliceOf(hash)));
            contacts++;
        }
        return contacts;
    }

    /** A slice, its ancestors and all that it split off. */
    private static SliceBitmap knownBy(SliceBitmap table, int slice) {
        SliceBitmap known = new SliceBitmap();
        List<Integer> all = new ArrayList<>(List.of(slice));
        for (int depth = SplitArithmetic.birthDepth(slice); depth < table.depth(slice); depth++) {
            all.add(SplitArithmetic.child(slice, depth));
        }
        all.forEach(one -> addWithPredecessors(known, one));
        return known;
    }

    private static void addWithPredecessors(SliceBitmap known, int slice) {
        if (!known.has(slice)) {
            addWithPredecessors(known, SplitArithmetic.predecessor(slice));
            known.add(slice);
        }
    }
}
