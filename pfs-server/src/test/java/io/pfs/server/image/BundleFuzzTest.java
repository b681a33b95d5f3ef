package io.pfs.server.image;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Whatever the bytes of a directory under good checksums: refused as damaged, or entries inside their bundle. */
final class BundleFuzzTest {
    private static final SliceRecord BUNDLE = BundleTest.goldenRecord();

    @FuzzTest
    void directory(byte[] bytes) {
        BundleTest.entries(BUNDLE, bytes);
    }
}
