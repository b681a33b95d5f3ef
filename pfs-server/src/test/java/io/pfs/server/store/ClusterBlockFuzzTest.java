package io.pfs.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pfs.ErrorCode;
import io.pfs.PfsException;

/** Whatever the bytes: a superblock, or a refusal of ours. */
final class ClusterBlockFuzzTest {
    @FuzzTest
    void decode(byte[] bytes) {
        try {
            assertTrue(ClusterBlockTest.decode(bytes).servers() > 0);
        } catch (PfsException e) {
            assertEquals(ErrorCode.Kind.DATA, e.code().kind(), e.getMessage());
        }
    }
}
