package io.pfs.server.image;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.server.slice.Slice;
import org.junit.jupiter.api.Assertions;

/** Whatever the bytes: refused as damaged, or a slice; a scan always comes to its end. */
final class SliceFuzzTest {
    /** Its payload is replaced, under good checksums. */
    private static final Slice SLICE = new RandomSlices(2).slice(20, 5);

    @FuzzTest(maxDuration = "3s")
    void payload(byte[] bytes) {
        SliceDamageTest.outcome(SLICE, bytes, bytes.length, bytes.length, "payload");
    }

    @FuzzTest(maxDuration = "3s")
    void compressedPayload(byte[] bytes) {
        SliceDamageTest.outcome(SLICE, bytes, bytes.length, 3 * bytes.length + 1, "compressed payload");
    }

    @FuzzTest(maxDuration = "3s")
    void record(byte[] bytes) {
        ByteReader in = new ByteReader("fuzz", bytes);
        try {
            new SliceDecoder(Limits.DEFAULT).decode(in, RandomSlices.FILE_ID, RandomSlices.HASH);
        } catch (PfsException e) {
            Assertions.assertNotEquals(ErrorCode.Kind.INTERNAL, e.code().kind());
        }
    }

    @FuzzTest(maxDuration = "3s")
    void scan(byte[] bytes) {
        int[] found = {0, 0};
        SliceScannerTest.scanner(bytes).forwards(record -> ++found[0] > 0);
        SliceScannerTest.scanner(bytes).backwards(record -> ++found[1] > 0);
        Assertions.assertEquals(found[0], found[1]);
    }
}
