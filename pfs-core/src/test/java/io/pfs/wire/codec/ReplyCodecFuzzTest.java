package io.pfs.wire.codec;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Whatever the bytes: refused as damaged, or a reply that has exactly these bytes. */
final class ReplyCodecFuzzTest {
    @FuzzTest
    void decode(byte[] bytes) {
        ReplyCodecTest.isReadAndCanonical(bytes);
    }
}
