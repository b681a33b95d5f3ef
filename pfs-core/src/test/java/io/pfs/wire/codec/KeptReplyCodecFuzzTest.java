package io.pfs.wire.codec;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Whatever the bytes: refused, or a reply that has exactly these bytes. */
final class KeptReplyCodecFuzzTest {
    @FuzzTest
    void decode(byte[] bytes) {
        KeptReplyCodecTest.readAndCanonical(bytes);
    }
}
