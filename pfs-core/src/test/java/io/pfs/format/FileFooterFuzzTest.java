package io.pfs.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pfs.ErrorCode;
import io.pfs.PfsException;

/** Whatever the bytes: a refusal of ours, or a footer that is read again from its own bytes. */
final class FileFooterFuzzTest {
    @FuzzTest
    void decode(byte[] bytes) {
        try {
            ByteWriter out = new ByteWriter(0);
            FileFooter footer = FileFooterTest.decode(bytes, 64);
            footer.encode(out);
            assertEquals(footer, FileFooterTest.decode(out.toBytes(), 64));
        } catch (PfsException e) {
            assertEquals(ErrorCode.CORRUPT, e.code());
        }
    }
}
