package io.pfs.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.testing.Damage;
import io.pfs.testing.Golden;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FileHeaderTest {
    private static final FileHeader HEADER =
            new FileHeader(FileKind.METADATA, 0x0102030405060708L, 0x1112131415161718L, 0x2122232425262728L);
    private static final List<ErrorCode> REFUSALS =
            List.of(ErrorCode.CORRUPT, ErrorCode.NOT_OURS, ErrorCode.FORMAT_TOO_NEW, ErrorCode.FORMAT_TOO_OLD);

    @Test
    void goldenBytes() {
        Golden.check(FileHeaderTest.class, "header-v1", bytes());
        assertEquals(HEADER, decode(bytes(), FileKind.METADATA));
    }

    @Test
    void everyKindHasItsOwnLetters() {
        for (FileKind kind : FileKind.values()) {
            ByteWriter out = new ByteWriter(0);
            new FileHeader(kind, 1, 2, 3).encode(out);
            for (FileKind asked : FileKind.values()) {
                if (asked == kind) {
                    assertEquals(kind, decode(out.toBytes(), asked).kind());
                } else {
                    requireRefusal(out.toBytes(), asked, ErrorCode.NOT_OURS, "offset 4");
                }
            }
        }
    }

    @Test
    void everyPrefixIsRefused() {
        Damage.eachPrefix(bytes(), (prefix, what) -> requireAnyRefusal(prefix, what));
    }

    @Test
    void everyFlippedBitIsRefused() {
        Damage.eachBitFlip(bytes(), (damaged, what) -> requireAnyRefusal(damaged, what));
    }

    @Test
    void whatIsNotOursIsNotCalledDamaged() {
        requireRefusal(new byte[0], FileKind.METADATA, ErrorCode.NOT_OURS, "offset 0");
        requireRefusal(new byte[64], FileKind.METADATA, ErrorCode.NOT_OURS, "offset 0");
        byte[] damaged = bytes();
        damaged[20] ^= 1;
        requireRefusal(damaged, FileKind.METADATA, ErrorCode.CORRUPT, "offset 64");
    }

    @Test
    void aVersionIsBelievedUnderAGoodChecksumOnly() {
        requireRefusal(withVersion(2), FileKind.METADATA, ErrorCode.FORMAT_TOO_NEW, "found 2");
        requireRefusal(withVersion(0xffff), FileKind.METADATA, ErrorCode.FORMAT_TOO_NEW, "at most version 1");
        requireRefusal(withVersion(0), FileKind.METADATA, ErrorCode.FORMAT_TOO_OLD, "at least version 1");
        byte[] damaged = withVersion(2);
        damaged[63] ^= 1;
        requireRefusal(damaged, FileKind.METADATA, ErrorCode.CORRUPT, "header checksum");
    }

    private static byte[] withVersion(int version) {
        byte[] bytes = bytes();
        ByteWriter out = new ByteWriter(0).bytes(bytes, 0, 8).u16(version).bytes(bytes, 10, 50);
        return out.u32(Checksum.of(out.array(), 0, 60)).toBytes();
    }

    private static void requireRefusal(byte[] bytes, FileKind kind, ErrorCode code, String says) {
        PfsException refused = assertThrows(PfsException.class, () -> decode(bytes, kind));
        assertEquals(code, refused.code(), refused.getMessage());
        assertTrue(refused.getMessage().contains("some-file"), refused.getMessage());
        assertTrue(refused.getMessage().contains(says), refused.getMessage());
    }

    private static void requireAnyRefusal(byte[] bytes, String what) {
        PfsException refused = assertThrows(PfsException.class, () -> decode(bytes, FileKind.METADATA), what);
        assertTrue(REFUSALS.contains(refused.code()), what + ": " + refused.getMessage());
        String message = refused.getMessage();
        assertTrue(message.contains("some-file") && message.contains("offset "), what + ": " + message);
    }

    static FileHeader decode(byte[] bytes, FileKind kind) {
        return FileHeader.decode(new ByteReader("some-file", bytes), kind);
    }

    private static byte[] bytes() {
        ByteWriter out = new ByteWriter(0);
        HEADER.encode(out);
        assertEquals(FileHeader.BYTES, out.length());
        return out.toBytes();
    }
}
