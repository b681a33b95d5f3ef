package io.pfs.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pfs.ErrorCode;
import io.pfs.PfsException;

/** Whatever the bytes: a refusal of ours, or a header that is read again from its own bytes. */
final class FileHeaderFuzzTest {
    @FuzzTest
    void decode(byte[] bytes) {
        try {
            ByteWriter out = new ByteWriter(0);
            FileHeader header = FileHeaderTest.decode(bytes, FileKind.JOURNAL);
            header.encode(out);
            assertEquals(header, FileHeaderTest.decode(out.toBytes(), FileKind.JOURNAL));
        } catch (PfsException e) {
            assertEquals(ErrorCode.Kind.DATA, e.code().kind());
        }
    }
}
