package io.pfs.format;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReadWindowTest {
    private static final String FILE = "0123456789abcdefghij";

    private final ReadWindow window = new ReadWindow(8);
    /** What was asked of the file: from where, and how much. */
    private final List<String> asked = new ArrayList<>();
    /** From here on nothing of it can be read. */
    private int unreadableFrom = FILE.length();

    private int readFile(ByteBuffer target, long offset) {
        asked.add(offset + " " + target.remaining());
        int end = (int) Math.min(FILE.length(), offset + target.remaining());
        if (end > unreadableFrom) {
            throw new PfsException(ErrorCode.IO_FAILED, "planned");
        }
        int count = Math.max(0, end - (int) offset);
        target.put(FILE.getBytes(ISO_8859_1), count == 0 ? 0 : (int) offset, count);
        return count;
    }

    private String read(int offset, int length) {
        ByteBuffer target = ByteBuffer.allocate(length);
        int count = window.read(this::readFile, target, offset);
        assertEquals(count, target.position());
        return new String(target.array(), 0, count, ISO_8859_1);
    }

    @Test
    void whatFollowsIsReadAtOnce() {
        assertEquals("01", read(0, 2));
        assertEquals("234", read(2, 3));
        assertEquals("567", read(5, 3));
        assertEquals("12", read(1, 2));
        assertEquals(List.of("0 8"), asked);
        assertEquals("789a", read(7, 4));
        assertEquals("e", read(14, 1));
        assertEquals(List.of("0 8", "7 8"), asked);
    }

    @Test
    void whoWantsMuchReadsByHimself() {
        assertEquals("23456789ab", read(2, 10));
        assertEquals("23456789", read(2, 8));
        assertEquals(List.of("2 10", "2 8"), asked);
    }

    @Test
    void theFileEndsWhereItEnds() {
        assertEquals("hij", read(17, 5));
        assertEquals("j", read(19, 1));
        assertEquals("", read(20, 3));
        assertEquals("", read(100, 3));
        assertEquals("", read(3, 0));
    }

    /** A place of a disk that can't be read costs what is there, and not what is before it. */
    @Test
    void whatCanBeReadIsReadThoughTheRestCant() {
        unreadableFrom = 4;
        assertEquals("01", read(0, 2));
        assertEquals("23", read(2, 2));
        assertThrows(PfsException.class, () -> read(3, 2));
    }
}
