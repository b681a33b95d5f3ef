package io.pfs.server.tag;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Whatever the bytes: refused as damaged, or rows that are these bytes. */
final class BucketFuzzTest {
    @FuzzTest
    void read(byte[] bytes) {
        BucketCursorTest.isReadOrRefused(bytes);
    }
}
