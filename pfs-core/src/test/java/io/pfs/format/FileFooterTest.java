package io.pfs.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.testing.Damage;
import io.pfs.testing.Golden;
import org.junit.jupiter.api.Test;

final class FileFooterTest {
    private static final long OFFSET = 0x0102030405L;
    private static final FileFooter FOOTER = new FileFooter(FileKind.METADATA, 0x1112131415161718L, OFFSET);

    @Test
    void goldenBytes() {
        Golden.check(FileFooterTest.class, "footer-v1", bytes());
        assertEquals(FOOTER, decode(bytes(), OFFSET));
    }

    @Test
    void everyPrefixIsRefused() {
        Damage.eachPrefix(bytes(), (prefix, what) -> requireRefusal(prefix, OFFSET, what));
    }

    @Test
    void everyFlippedBitIsRefused() {
        Damage.eachBitFlip(bytes(), (damaged, what) -> requireRefusal(damaged, OFFSET, what));
    }

    @Test
    void aFooterElsewhereOrOfAnotherKindIsRefused() {
        requireRefusal(bytes(), OFFSET + 1, "a footer that was moved");
        ByteReader in = new ByteReader("some-file", OFFSET, bytes(), 0, FileFooter.BYTES);
        assertThrows(PfsException.class, () -> FileFooter.decode(in, FileKind.JOURNAL));
    }

    @Test
    void aFooterIsRecognizedByItsMagic() {
        byte[] bytes = bytes();
        assertTrue(FileFooter.startsAt(bytes, 0));
        assertFalse(FileFooter.startsAt(bytes, 1));
        assertFalse(FileFooter.startsAt(bytes, -1));
        byte[] longer = new ByteWriter(0).u8(0).bytes(bytes).toBytes();
        assertTrue(FileFooter.startsAt(longer, 1));
        assertFalse(FileFooter.startsAt(longer, 2), "not enough bytes");
    }

    private static void requireRefusal(byte[] bytes, long offset, String what) {
        PfsException refused = assertThrows(PfsException.class, () -> decode(bytes, offset), what);
        assertEquals(ErrorCode.CORRUPT, refused.code(), what);
        assertTrue(refused.getMessage().contains("some-file is damaged at offset "), refused.getMessage());
    }

    static FileFooter decode(byte[] bytes, long offset) {
        return FileFooter.decode(new ByteReader("some-file", offset, bytes, 0, bytes.length), FileKind.METADATA);
    }

    private static byte[] bytes() {
        ByteWriter out = new ByteWriter(0);
        FOOTER.encode(out);
        assertEquals(FileFooter.BYTES, out.length());
        return out.toBytes();
    }
}
