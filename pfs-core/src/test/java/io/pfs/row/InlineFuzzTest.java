package io.pfs.row;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Whatever the bytes: refused as damaged, or inline bytes that mean exactly this. */
final class InlineFuzzTest {
    @FuzzTest
    void decode(byte[] bytes) {
        InlineTest.isReadAndCanonical(bytes);
    }
}
