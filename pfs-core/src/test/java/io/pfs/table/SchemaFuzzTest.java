package io.pfs.table;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Whatever the bytes: refused as damaged, or a schema that has exactly these bytes. */
final class SchemaFuzzTest {
    @FuzzTest
    void decode(byte[] bytes) {
        SchemaTest.isReadAndCanonical(bytes);
    }
}
