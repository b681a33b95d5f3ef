package io.pfs.server.change;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Whatever the bytes: refused, or changes that have exactly these bytes. */
final class ChangeFuzzTest {
    @FuzzTest
    void decode(byte[] bytes) {
        ChangeCodecTest.readAndCanonical(bytes);
    }
}
