package io.pfs.server.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.RowName;
import java.nio.charset.Charset;
import org.junit.jupiter.api.Test;

/** What people see of names that may be anything. */
final class ShownTest {
    private static String name(Charset output, String name) {
        assertEquals(
                Shown.name(name.getBytes(UTF_8), output).toString(),
                Shown.name(name, output).toString());
        return Shown.name(name, output).toString();
    }

    private static String bytes(int... values) {
        byte[] name = new byte[values.length];
        for (int i = 0; i < name.length; i++) {
            name[i] = (byte) values[i];
        }
        return Shown.name(name, UTF_8).toString();
    }

    @Test
    void lettersStayWhatTheyAre() {
        for (String name : new String[] {"a b", "\u00fcn\u00ef", "\u65e5\u672c", "\ud83d\ude00", "%n~", "/a/b"}) {
            assertEquals(name, name(UTF_8, name));
        }
    }

    @Test
    void whatIsNotSeenOrActsOnATerminalIsTold() {
        assertEquals("a\\x1b[2J\\x0a\\x7f\\xc2\\x9b", name(UTF_8, "a\u001b[2J\n\u007f\u009b"));
        assertEquals("\\xe2\\x80\\xaegpj.exe", name(UTF_8, "\u202egpj.exe"), "written from right to left");
        assertEquals("a\\xe2\\x80\\x8bb", name(UTF_8, "a\u200bb"), "a blank without width");
        assertEquals("a\\xc2\\xa0\\xe2\\x80\\xa8", name(UTF_8, "a\u00a0\u2028"));
        assertEquals("\\xe3\\x85\\xa4", name(UTF_8, "\u3164"));
    }

    @Test
    void namesThatDifferLookDifferent() {
        assertEquals("bad\\xff", bytes('b', 'a', 'd', 0xff));
        assertEquals("bad\\xfe", bytes('b', 'a', 'd', 0xfe));
        assertEquals("bad\\\\xff", name(UTF_8, "bad\\xff"));
        assertEquals("\\xc3(\\xe6\\x97x\\xc3", bytes(0xc3, '(', 0xe6, 0x97, 'x', 0xc3));
        assertEquals("\\xc0\\x80", bytes(0xc0, 0x80));
    }

    @Test
    void whatStandardOutputHasNoLetterForIsTold() {
        assertEquals("\\xc3\\xbcn\\xc3\\xaf", name(US_ASCII, "\u00fcn\u00ef"));
        assertEquals("\u00fc\\xe6\\x97\\xa5", name(ISO_8859_1, "\u00fc\u65e5"));
    }

    @Test
    void jsonStaysTheSameText() {
        assertEquals("{\"a\":\"\u00fc\"}", Shown.json("{\"a\":\"\u00fc\"}", UTF_8));
        assertEquals("{\"a\":\"\\u00fc\\ud83d\\ude00\"}", Shown.json("{\"a\":\"\u00fc\ud83d\ude00\"}", US_ASCII));
    }

    @Test
    void aNameInJsonIsTextOrBytes() {
        assertEquals(
                "{\"name\":\"\u00fc\"}",
                Json.object().withName("name", "\u00fc".getBytes(UTF_8)).toString());
        assertEquals(
                "{\"name\":{\"bytes\":\"62ff\"}}",
                Json.object().withName("name", new byte[] {'b', -1}).toString());
    }

    @Test
    void aPathIsFoundInWhatTheClientCallsATable() {
        byte[] path = {'/', -1, '/', '\\', 'x', '4', '1'};
        String label = "/" + RowName.of(path, 1, 1) + "/" + RowName.of(path, 3, 4);
        assertArrayEquals(path, Labels.bytes(label));
    }

    @Test
    void aWordOfACommandIsQuotedIfAShellWouldCutIt() {
        assertEquals("/srv/pfs-data", ShellWord.of("/srv/pfs-data"));
        assertEquals("'my dir'", ShellWord.of("my dir"));
        assertEquals("'it'\\''s'", ShellWord.of("it's"));
        assertEquals("''", ShellWord.of(""));
    }
}
