package io.pfs.row;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Whatever the bytes: refused as damaged, or a row that has exactly these bytes. */
final class RowFuzzTest {
    @FuzzTest(maxDuration = "3s")
    void decode(byte[] bytes) {
        RowTest.isReadAndCanonical(bytes);
    }
}
