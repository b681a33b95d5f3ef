package io.pfs.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.util.Arrays;

/** Whatever the bytes: a refusal of ours, or a value that has exactly these bytes. */
final class FormatFuzzTest {
    @FuzzTest(maxDuration = "3s")
    void header(byte[] bytes) {
        try {
            ByteWriter out = new ByteWriter(0);
            FileHeader header = FileHeaderTest.decode(bytes, FileKind.JOURNAL);
            header.encode(out);
            assertEquals(header, FileHeaderTest.decode(out.toBytes(), FileKind.JOURNAL));
        } catch (PfsException e) {
            assertEquals(ErrorCode.Kind.DATA, e.code().kind());
        }
    }

    @FuzzTest(maxDuration = "3s")
    void footer(byte[] bytes) {
        try {
            ByteWriter out = new ByteWriter(0);
            FileFooter footer = FileFooterTest.decode(bytes, 64);
            footer.encode(out);
            assertEquals(footer, FileFooterTest.decode(out.toBytes(), 64));
        } catch (PfsException e) {
            assertEquals(ErrorCode.CORRUPT, e.code());
        }
    }

    @FuzzTest(maxDuration = "3s")
    void numbers(byte[] bytes) {
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
