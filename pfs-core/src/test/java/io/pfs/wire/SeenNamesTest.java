package io.pfs.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Limits;
import io.pfs.RowName;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SeenNamesTest {
    @Test
    void asManyAsAreAllowedStandOnce() {
        for (int count : new int[] {1, 2, 3, 64, Limits.ROWS_PER_CHANGE_MAX}) {
            SeenNames names = new SeenNames(count);
            for (int i = 0; i < count; i++) {
                assertTrue(names.add(RowName.of("file." + i)), "name " + i + " of " + count);
            }
            for (int i = 0; i < count; i++) {
                assertFalse(names.add(RowName.of("file." + i)), "name " + i + " of " + count + " again");
            }
        }
    }

    /** "Aa" and "BB" have the same hash, and so have all names that are made of as many of them. */
    @Test
    void namesOfOneHashAreStillTold() {
        List<RowName> all = new ArrayList<>();
        for (int i = 0; i < Limits.ROWS_PER_CHANGE_MAX; i++) {
            StringBuilder name = new StringBuilder();
            for (int bit = 0; bit < 7; bit++) {
                name.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            all.add(RowName.of(name.toString()));
        }
        assertEquals(1, all.stream().mapToInt(RowName::hashCode).distinct().count());
        SeenNames names = new SeenNames(all.size());
        all.forEach(name -> assertTrue(names.add(name), name::toString));
        all.forEach(name -> assertFalse(names.add(name), name::toString));
    }
}
