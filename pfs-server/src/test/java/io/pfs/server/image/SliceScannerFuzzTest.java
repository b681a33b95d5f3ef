package io.pfs.server.image;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.Assertions;

/** Whatever the bytes: a scan comes to its end, and finds as many records backwards as forwards. */
final class SliceScannerFuzzTest {
    @FuzzTest
    void scan(byte[] bytes) {
        int[] found = {0, 0};
        SliceScannerTest.scanner(bytes).forwards(record -> ++found[0] > 0);
        SliceScannerTest.scanner(bytes).backwards(record -> ++found[1] > 0);
        Assertions.assertEquals(found[0], found[1]);
    }
}
