package io.pfs.hash;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Whatever the bytes: refused as damaged, or a bitmap that has exactly these bytes. */
final class SliceBitmapFuzzTest {
    @FuzzTest
    void decode(byte[] bytes) {
        SliceBitmapBytesTest.isReadAndCanonical(bytes);
    }
}
