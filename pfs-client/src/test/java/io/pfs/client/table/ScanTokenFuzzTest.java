package io.pfs.client.table;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;

/** Whatever the text: refused, or a place in this very table. */
final class ScanTokenFuzzTest {
    @FuzzTest
    void decode(byte[] bytes) {
        ScanTokenTest.isReadAndCanonical(new String(bytes, StandardCharsets.ISO_8859_1));
    }
}
