package io.pfs.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pfs.ErrorCode;
import io.pfs.PfsException;

/** Whatever the bytes: a superblock, or a refusal of ours. */
final class SuperblockFuzzTest {
    @FuzzTest
    void decode(byte[] bytes) {
        try {
            assertEquals(1, Integer.bitCount(SuperblockTest.decode(bytes).shards()));
        } catch (PfsException e) {
            assertEquals(ErrorCode.Kind.DATA, e.code().kind(), e.getMessage());
        }
    }
}
