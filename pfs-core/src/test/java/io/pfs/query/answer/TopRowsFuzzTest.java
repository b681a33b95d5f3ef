package io.pfs.query.answer;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Whatever the bytes: refused as damaged, or rows that have exactly these bytes. */
final class TopRowsFuzzTest {
    @FuzzTest
    void decode(byte[] bytes) {
        TopRowsTest.isReadAndCanonical(bytes);
    }
}
