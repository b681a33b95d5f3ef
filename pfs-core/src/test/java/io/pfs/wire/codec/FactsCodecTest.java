package io.pfs.wire.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.row.TablePointer;
import io.pfs.testing.Damage;
import io.pfs.testing.Golden;
import io.pfs.wire.FileSystemFacts;
import org.junit.jupiter.api.Test;

final class FactsCodecTest {
    private static final FileSystemFacts FACTS = new FileSystemFacts(
            0x0102_0304_0506_0708L,
            0x1112_1314_1516_1718L,
            1024,
            new TablePointer(new TableId(0x31), new ShardId(300), 7, 0x2122_2324_2526_2728L));

    @Test
    void goldenBytes() {
        Golden.check(FactsCodecTest.class, "facts-v1", encode(FACTS));
    }

    @Test
    void whatIsWrittenIsRead() {
        assertEquals(FACTS, decode(encode(FACTS)));
        FileSystemFacts most = new FileSystemFacts(-1, -1, Limits.SHARDS_MAX, FACTS.root());
        assertEquals(most, decode(encode(most)));
    }

    @Test
    void everyPrefixIsRefused() {
        Damage.eachPrefix(encode(FACTS), (bytes, what) -> {
            PfsException refusal = assertThrows(PfsException.class, () -> decode(bytes), what);
            assertEquals(ErrorCode.CORRUPT, refusal.code(), what);
        });
    }

    /** A number of shards is a power of two, and the root is in one of them: most others are none. */
    @Test
    void everyFlippedBitIsRefusedOrReadAsOtherFacts() {
        Damage.eachBitFlip(encode(FACTS), (bytes, what) -> {
            try {
                assertArrayEquals(bytes, encode(decode(bytes)), what);
            } catch (PfsException e) {
                assertEquals(ErrorCode.CORRUPT, e.code(), what + ": " + e.getMessage());
            }
        });
    }

    private static byte[] encode(FileSystemFacts facts) {
        ByteWriter out = new ByteWriter(0);
        FactsCodec.encode(facts, out);
        return out.toBytes();
    }

    private static FileSystemFacts decode(byte[] bytes) {
        ByteReader in = new ByteReader("facts", bytes);
        FileSystemFacts read = FactsCodec.decode(in);
        in.expectEnd("facts");
        return read;
    }
}
