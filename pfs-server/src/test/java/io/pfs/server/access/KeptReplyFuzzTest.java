package io.pfs.server.access;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Whatever the bytes: refused, or a reply that has exactly these bytes. */
final class KeptReplyFuzzTest {
    @FuzzTest
    void decode(byte[] bytes) {
        KeptReplyTest.readAndCanonical(bytes);
    }
}
