package io.pfs.server.store;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class SilenceTest {
    private final SwitchedTenure storage = new SwitchedTenure();
    private final SwitchedTenure lease = new SwitchedTenure();
    private final Silence silence = new Silence(storage, lease, Silence.LONG_NS);

    @Test
    void isTooLongOnlyIfItLastsAndIsOfTheStorageAlone() {
        assertFalse(silence.isTooLong(0));
        storage.holds = false;
        assertFalse(silence.isTooLong(1));
        assertFalse(silence.isTooLong(Silence.LONG_NS));
        storage.holds = true;
        assertFalse(silence.isTooLong(Silence.LONG_NS + 1), "it came back");
        storage.holds = false;
        assertFalse(silence.isTooLong(2 * Silence.LONG_NS));
        lease.holds = false;
        assertFalse(silence.isTooLong(4 * Silence.LONG_NS), "others may have it");
        lease.holds = true;
        assertFalse(silence.isTooLong(5 * Silence.LONG_NS));
        assertTrue(silence.isTooLong(6 * Silence.LONG_NS));
    }
}
