package io.pfs.server.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Numbers of things in sentences. */
final class CountedTest {
    @Test
    void onlyOneIsSingular() {
        assertEquals("0 seats", Counted.of(0, "seat"));
        assertEquals("1 seat", Counted.of(1, "seat"));
        assertEquals("1,024 seats", Counted.of(1024, "seat"));
    }
}
