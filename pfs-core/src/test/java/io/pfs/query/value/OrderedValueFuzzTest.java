package io.pfs.query.value;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Whatever the bytes: refused as damaged, or the bytes of exactly this value. */
final class OrderedValueFuzzTest {
    @FuzzTest
    void decode(byte[] bytes) {
        OrderedValueTest.isReadAndCanonical(bytes);
    }
}
