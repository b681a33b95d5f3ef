package io.pfs.server.run;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import org.junit.jupiter.api.Assertions;

/** Whatever the bytes of a directory under a good checksum: refused as damaged, or one that is written the same. */
final class RunDirectoryFuzzTest {
    private static final long TO = 1 << 20;

    @FuzzTest
    void directory(byte[] bytes) {
        try {
            RunDirectory read = RunDirectory.decode(new ByteReader("fuzz", bytes), 7, 64, TO);
            ByteWriter out = new ByteWriter(bytes.length);
            read.encode(7, out);
            Assertions.assertArrayEquals(bytes, out.toBytes());
        } catch (PfsException e) {
            Assertions.assertEquals(ErrorCode.CORRUPT, e.code());
        }
    }
}
