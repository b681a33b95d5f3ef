package io.pfs.server.slice;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Whatever the bytes: refused as damaged, or a filter that is read again from its own bytes. */
final class NameFilterFuzzTest {
    @FuzzTest
    void decode(byte[] bytes) {
        NameFilterTest.isReadOrRefused(bytes);
    }
}
