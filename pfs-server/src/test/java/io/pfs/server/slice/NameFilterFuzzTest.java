package io.pfs.server.slice;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;

/** Any bytes are a filter that can be written again, or are refused. */
final class NameFilterFuzzTest {
    @FuzzTest
    void decode(byte[] bytes) {
        check(bytes);
    }

    static void check(byte[] bytes) {
        try {
            NameFilter filter = NameFilter.decode(new ByteReader("fuzzed filter", bytes));
            byte[] written = NameFilterTest.bytes(filter);
            NameFilter again = NameFilter.decode(new ByteReader("fuzzed filter", written));
            assertArrayEquals(written, NameFilterTest.bytes(again));
        } catch (PfsException refused) {
            assertEquals(ErrorCode.CORRUPT, refused.code());
        }
    }
}
