package io.pfs.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.testing.Damage;
import io.pfs.testing.Golden;
import org.junit.jupiter.api.Test;

final class SuperblockTest {
    private static final Superblock SUPERBLOCK = new Superblock(0x0102_0304_0506_0708L, 0x1112_1314_1516_1718L, 1024);

    static byte[] bytes() {
        ByteWriter out = new ByteWriter(Superblock.BYTES);
        SUPERBLOCK.encode(1_700_000_000_000L, out);
        return out.toBytes();
    }

    @Test
    void goldenBytes() {
        Golden.check(SuperblockTest.class, "superblock-v1", bytes());
        assertEquals(Superblock.BYTES, bytes().length);
    }

    @Test
    void whatIsWrittenIsRead() {
        assertEquals(SUPERBLOCK, decode(bytes()));
    }

    @Test
    void everyPrefixAndEveryFlippedBitIsRefused() {
        Damage.eachPrefix(bytes(), SuperblockTest::assertRefused);
        Damage.eachBitFlip(bytes(), SuperblockTest::assertRefused);
    }

    private static void assertRefused(byte[] bytes, String what) {
        PfsException refusal = assertThrows(PfsException.class, () -> decode(bytes), what);
        assertEquals(ErrorCode.Kind.DATA, refusal.code().kind(), what);
        assertTrue(refusal.getMessage().contains("some-file"), refusal.getMessage());
    }

    static Superblock decode(byte[] bytes) {
        return Superblock.decode(new ByteReader("some-file", bytes));
    }
}
