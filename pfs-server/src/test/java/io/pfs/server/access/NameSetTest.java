package io.pfs.server.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.TableId;
import io.pfs.server.state.HashedName;
import io.pfs.testing.Seeds;
import java.util.HashSet;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class NameSetTest {
    private final NameSet names = new NameSet();

    @Test
    void aNameIsOfItsTable() {
        assertTrue(names.add(name(0, 7)));
        assertFalse(names.add(name(0, 7)));
        assertFalse(names.contains(name(1, 7)));
        assertFalse(names.remove(name(1, 7)));
        assertTrue(names.add(name(1, 7)));
        assertTrue(names.remove(name(0, 7)));
        assertTrue(names.contains(name(1, 7)));
    }

    @Test
    void theLowestNumbersAreNamesToo() {
        assertFalse(names.contains(name(0, 0)));
        assertTrue(names.add(name(0, 0)));
        assertEquals(Optional.of(name(0, 0)), names.any(name -> true));
        assertTrue(names.remove(name(0, 0)));
        assertTrue(names.isEmpty());
    }

    /** Half of the hashes have their upper bits in common, so that many have the same home, also at the end of the array. */
    @Test
    void holdsWhatASetHolds() {
        Seeds.each("NameSetTest#holdsWhatASetHolds", 20, seed -> new Model(new Random(seed)).run());
    }

    private static final class Model {
        private final NameSet names = new NameSet();
        private final Set<HashedName> model = new HashSet<>();
        private final Random random;

        Model(Random random) {
            this.random = random;
        }

        void run() {
            for (int step = 0; step < 20_000; step++) {
                int most = step % 10_000 < 6_000 ? 2_000 : 40;
                step(model.size() < most && random.nextInt(3) > 0);
            }
            model.forEach(name -> assertEquals(Optional.of(name), names.any(name::equals)));
            assertEquals(Optional.empty(), names.any(name -> !model.contains(name)));
        }

        private void step(boolean adds) {
            long upper = random.nextBoolean() ? -1L << 26 : random.nextLong();
            HashedName name = name(random.nextInt(3), upper ^ random.nextInt(1 << 11) * 7919L);
            assertEquals(model.contains(name), names.contains(name));
            if (adds) {
                assertEquals(model.add(name), names.add(name));
            } else if (!model.isEmpty()) {
                HashedName goes =
                        random.nextInt(4) == 0 ? name : model.iterator().next();
                assertEquals(model.remove(goes), names.remove(goes));
            }
            assertEquals(model.isEmpty(), names.isEmpty());
        }
    }

    private static HashedName name(long table, long hash) {
        return new HashedName(new TableId(table), hash);
    }
}
