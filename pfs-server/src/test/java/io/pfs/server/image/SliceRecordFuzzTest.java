package io.pfs.server.image;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import org.junit.jupiter.api.Assertions;

/** Whatever the bytes: refused as damaged, or a slice. */
final class SliceRecordFuzzTest {
    @FuzzTest
    void decode(byte[] bytes) {
        ByteReader in = new ByteReader("fuzz", bytes);
        try {
            new SliceDecoder(Limits.DEFAULT).decode(in, RandomSlices.FILE_ID, RandomSlices.HASH);
        } catch (PfsException e) {
            Assertions.assertNotEquals(ErrorCode.Kind.INTERNAL, e.code().kind());
        }
    }
}
