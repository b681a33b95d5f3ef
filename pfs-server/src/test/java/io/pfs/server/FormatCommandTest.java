package io.pfs.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/pfs admin format}: what can't be changed later is said when it is made. */
final class FormatCommandTest {
    @TempDir
    private Path folder;

    private String pool() {
        return folder.resolve("pool").toString();
    }

    private List<String> format(int code, String... options) {
        String[] args = new String[3 + options.length];
        System.arraycopy(new String[] {"admin", "format", pool()}, 0, args, 0, 3);
        System.arraycopy(options, 0, args, 3, options.length);
        return GcCommandTest.run(code, args);
    }

    @Test
    void whoWantsSeatsIsToldOfSeats() {
        assertEquals(List.of("made a pool of 16 seats and 1024 shards in " + pool()), format(0, "--seats", "16"));
    }

    @Test
    void aListOfServersMakesItsFolderItself() {
        format(2, "--servers", "3");
        assertFalse(Files.exists(Path.of(pool())));
    }

    /** Most who say nothing will want more servers some day. */
    @Test
    void thatOneSeatIsForOneServerIsSaid() {
        List<String> told = format(0);
        assertEquals(2, told.size());
        assertEquals("made a pool of 1 seat and 1024 shards in " + pool(), told.get(0));
        assertTrue(told.get(1).contains("one server at a time") && told.get(1).contains("--seats N"), told::toString);
    }

    @Test
    void whatIsBothOrTooManyOrNoneIsRefused() {
        format(2, "--seats", "3", "--servers", "3");
        format(2, "--seats", "513");
        format(2, "--servers", "0");
        assertFalse(Files.exists(Path.of(pool())));
    }
}
