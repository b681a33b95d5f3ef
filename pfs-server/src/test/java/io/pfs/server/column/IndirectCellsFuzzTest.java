package io.pfs.server.column;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Whatever the bytes: refused as damaged, or an indirect record that has exactly these bytes. */
final class IndirectCellsFuzzTest {
    @FuzzTest
    void decode(byte[] bytes) {
        IndirectCellsTest.isReadAndCanonical(bytes);
    }
}
