package io.pfs.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.util.Arrays;

/** Whatever the bytes: refused, or numbers that have exactly these bytes. */
final class VarintFuzzTest {
    @FuzzTest
    void decode(byte[] bytes) {
        ByteReader in = new ByteReader("some-file", bytes);
        ByteWriter out = new ByteWriter(0);
        try {
            while (in.remaining() > 0) {
                out.varint(in.varint("varint"));
            }
        } catch (PfsException e) {
            assertEquals(ErrorCode.CORRUPT, e.code());
        }
        assertArrayEquals(Arrays.copyOf(bytes, out.length()), out.toBytes());
    }
}
