package io.pfs.row;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Whatever the bytes: refused as damaged, or a row that has exactly these bytes. */
final class RowFuzzTest {
    @FuzzTest
    void decode(byte[] bytes) {
        RowTest.isReadAndCanonical(bytes);
    }
}
