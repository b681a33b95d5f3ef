package io.pfs.server.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class LeftObjectsTest {
    private static final long MINUTE_NS = TimeUnit.MINUTES.toNanos(1);

    private final LeftObjects left = new LeftObjects();

    @Test
    void eachIsLeftForTenMinutes() {
        left.add(7, 0);
        left.add(3, 4 * MINUTE_NS);
        left.add(5, 4 * MINUTE_NS);
        left.add(7, 5 * MINUTE_NS); // it is left since before
        assertFalse(left.expire(10 * MINUTE_NS));
        assertEquals(Set.of(3L, 5L, 7L), left.ids());
        assertTrue(left.expire(10 * MINUTE_NS + 1));
        assertEquals(Set.of(3L, 5L), left.ids());
        assertTrue(left.remove(5));
        assertFalse(left.remove(5));
        assertFalse(left.expire(14 * MINUTE_NS));
        assertTrue(left.expire(15 * MINUTE_NS));
        assertEquals(Set.of(), left.ids());
        assertFalse(left.expire(30 * MINUTE_NS));
    }
}
