package io.pfs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RowNameTest {
    @ParameterizedTest
    @ValueSource(strings = {"a", "...", "..a", ".hidden", "a b", "a\\b", "männlich", "名前.jpg", "😀", "\n", "\u007f"})
    void acceptsAnythingThatIsNoPath(String name) {
        RowName row = RowName.of(name);
        assertArrayEquals(name.getBytes(StandardCharsets.UTF_8), row.toBytes());
        assertEquals(row, RowName.of(row.toBytes(), 0, row.length()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "/", "a/b", "a/", "\0", "a\0b"})
    void refusesWhatPathsAreMadeOf(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        assertEquals(ErrorCode.NAME_INVALID, refusal(name).code());
        PfsException refused = assertThrows(PfsException.class, () -> RowName.of(bytes, 0, bytes.length));
        assertEquals(ErrorCode.NAME_INVALID, refused.code());
    }

    @ParameterizedTest
    @ValueSource(strings = {"\ud800", "a\udc00", "\udc00\ud800", "\ud83d"})
    void refusesTextThatHasNoBytes(String name) {
        assertTrue(
                refusal(name).getMessage().contains("not well-formed"),
                refusal(name).getMessage());
    }

    @Test
    void isAtMost255BytesLong() {
        assertEquals(255, RowName.of("x".repeat(255)).length());
        assertEquals(254, RowName.of("ä".repeat(127)).length());
        assertTrue(refusal("x".repeat(256)).getMessage().contains("longer than 255 bytes"));
        assertTrue(refusal("ä".repeat(128)).getMessage().contains("at least 256"));
        assertTrue(refusal("x".repeat(1 << 20)).getMessage().contains("longer than 255 bytes"));
        byte[] bytes = new byte[300];
        assertThrows(PfsException.class, () -> RowName.of(bytes, 0, 256));
        assertThrows(PfsException.class, () -> RowName.of(bytes, 299, 2), "past the end of the array");
    }

    @Test
    void anyOtherBytesAreAName() {
        for (int value = 1; value < 256; value++) {
            byte[] bytes = {(byte) value, (byte) 0xff};
            if (value != '/') {
                assertArrayEquals(bytes, RowName.of(bytes, 0, 2).toBytes());
            }
        }
    }

    @Test
    void takesBytesFromTheMiddleAndKeepsACopy() {
        byte[] source = "xxnamexx".getBytes(StandardCharsets.US_ASCII);
        RowName name = RowName.of(source, 2, 4);
        source[2] = 'X';
        assertEquals(RowName.of("name"), name);
        name.toBytes()[0] = 'X';
        byte[] target = new byte[6];
        name.copyTo(target, 1);
        assertEquals("\0name\0", new String(target, StandardCharsets.US_ASCII));
        assertEquals('a', name.byteAt(1));
    }

    @Test
    void isOrderedByUnsignedBytes() {
        List<RowName> sorted = List.of(
                RowName.of("\u0001"),
                RowName.of("A"),
                RowName.of("a"),
                RowName.of("aa"),
                RowName.of("b"),
                RowName.of("ä"),
                RowName.of(new byte[] {(byte) 0xff}, 0, 1));
        List<RowName> shuffled = new ArrayList<>(sorted);
        Collections.reverse(shuffled);
        Collections.sort(shuffled);
        assertEquals(sorted, shuffled);
    }

    @Test
    void namesThatLookAlikeAreDifferent() {
        assertNotEquals(RowName.of("\u00e4"), RowName.of("a\u0308"), "no normal form");
        assertNotEquals(RowName.of("a"), RowName.of("A"));
        assertEquals(RowName.of("ab").hashCode(), RowName.of("ab").hashCode());
    }

    @Test
    void cannotForgeALogLine() {
        assertEquals("a.jpg", RowName.of("a.jpg").toString());
        assertEquals(
                "a\\x0aERROR\\x1b\\x5c\\xc3\\xa4",
                RowName.of("a\nERROR\u001b\\ä").toString());
    }

    private static PfsException refusal(String name) {
        PfsException refused = assertThrows(PfsException.class, () -> RowName.of(name));
        assertEquals(ErrorCode.NAME_INVALID, refused.code());
        return refused;
    }
}
