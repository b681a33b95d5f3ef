package io.pfs.server.table;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Whatever the bytes: refused, or an intent that has exactly these bytes. */
final class IntentFuzzTest {
    @FuzzTest
    void decode(byte[] bytes) {
        IntentCodecTest.readAndCanonical(bytes);
    }
}
