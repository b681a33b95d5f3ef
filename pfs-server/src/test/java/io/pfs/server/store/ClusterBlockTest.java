package io.pfs.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.testing.Damage;
import io.pfs.testing.Golden;
import org.junit.jupiter.api.Test;

final class ClusterBlockTest {
    private static final Superblock FILE_SYSTEM = new Superblock(0x0102_0304_0506_0708L, 0x1112_1314_1516_1718L, 1024);
    private static final ClusterBlock POOL = ClusterBlock.ofPool(FILE_SYSTEM, 3);

    private static final ClusterBlock LOOPS = ClusterBlock.ofLoops(FILE_SYSTEM, 2);

    private static byte[] bytes(ClusterBlock block) {
        ByteWriter out = new ByteWriter(ClusterBlock.BYTES);
        block.encode(1_700_000_000_000L, out);
        return out.toBytes();
    }

    @Test
    void goldenBytes() {
        ByteWriter all = new ByteWriter(3 * ClusterBlock.BYTES);
        all.bytes(bytes(POOL)).bytes(bytes(POOL.of(new ServerId(2)))).bytes(bytes(LOOPS));
        Golden.check(ClusterBlockTest.class, "cluster-block-v1", all.toBytes());
        assertEquals(3 * ClusterBlock.BYTES, all.length());
    }

    @Test
    void whatIsWrittenIsRead() {
        for (ClusterBlock block : new ClusterBlock[] {
            POOL, POOL.of(new ServerId(0)), POOL.of(new ServerId(2)), LOOPS, LOOPS.of(new ServerId(1))
        }) {
            assertEquals(block, decode(bytes(block)));
        }
    }

    @Test
    void everyPrefixAndEveryFlippedBitIsRefused() {
        Damage.eachPrefix(bytes(POOL), ClusterBlockTest::assertRefused);
        Damage.eachBitFlip(bytes(LOOPS), ClusterBlockTest::assertRefused);
        Damage.eachBitFlip(bytes(POOL.of(new ServerId(1))), ClusterBlockTest::assertRefused);
    }

    private static void assertRefused(byte[] bytes, String what) {
        PfsException refusal = assertThrows(PfsException.class, () -> decode(bytes), what);
        assertEquals(ErrorCode.Kind.DATA, refusal.code().kind(), what);
        assertTrue(refusal.getMessage().contains("some-file"), refusal.getMessage());
    }

    static ClusterBlock decode(byte[] bytes) {
        return ClusterBlock.decode(new ByteReader("some-file", bytes));
    }
}
