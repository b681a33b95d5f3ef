package io.pfs.wire.codec;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Whatever the bytes: refused as damaged, or a request that has exactly these bytes. */
final class RequestCodecFuzzTest {
    @FuzzTest
    void decode(byte[] bytes) {
        RequestCodecTest.isReadAndCanonical(bytes);
    }
}
