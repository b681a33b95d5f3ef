package io.pfs.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class Utf8Test {
    private static final byte[] LONE = {'a', (byte) 0xff, 'b'};

    @Test
    void textIsWhatItSays() {
        for (String text : new String[] {"", "a", "Grüße", "写真", "\ud83c\udf0d", "\u0000\ufffd"}) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            assertEquals(Optional.of(text), Utf8.text(bytes));
            assertTrue(Utf8.isText(bytes));
        }
    }

    /** A lone byte, one too few, a longer form of '/', half a pair. */
    @Test
    void whatIsNoTextIsNotMadeOne() {
        byte[][] others = {
            LONE, {(byte) 0xe2, (byte) 0x82}, {(byte) 0xc0, (byte) 0xaf}, {(byte) 0xed, (byte) 0xa0, (byte) 0x80}
        };
        for (byte[] bytes : others) {
            assertEquals(Optional.empty(), Utf8.text(bytes));
            assertFalse(Utf8.isText(bytes));
        }
    }

    @Test
    void onlyThePartThatIsAskedForCounts() {
        assertTrue(Utf8.isText(LONE, 0, 1));
        assertTrue(Utf8.isText(LONE, 2, 3));
        assertFalse(Utf8.isText(LONE, 0, 2));
        assertTrue(Utf8.isText(LONE, 1, 1));
    }
}
