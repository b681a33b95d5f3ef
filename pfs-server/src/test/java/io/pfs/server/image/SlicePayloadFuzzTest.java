package io.pfs.server.image;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pfs.server.slice.Slice;

/** Whatever the payload under good checksums: refused as damaged, or a slice. */
final class SlicePayloadFuzzTest {
    /** Its payload is replaced, under good checksums. */
    private static final Slice SLICE = new RandomSlices(2).slice(20, 5);

    @FuzzTest
    void decode(byte[] bytes) {
        SliceDamageTest.outcome(SLICE, bytes, bytes.length, bytes.length, "payload");
    }
}
