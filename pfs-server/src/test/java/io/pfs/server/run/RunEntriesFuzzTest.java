package io.pfs.server.run;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import java.util.Arrays;
import org.junit.jupiter.api.Assertions;

/** Whatever the bytes of a block under a good checksum: refused as damaged, or entries in their order. */
final class RunEntriesFuzzTest {
    @FuzzTest
    void entries(byte[] bytes) {
        RunEntries entries = new RunEntries(new ByteReader("fuzz", bytes), new byte[0]);
        byte[] before = {};
        try {
            while (entries.next()) {
                Assertions.assertTrue(Arrays.compareUnsigned(before, entries.key()) < 0);
                before = entries.key();
            }
        } catch (PfsException e) {
            Assertions.assertEquals(ErrorCode.CORRUPT, e.code());
        }
    }
}
