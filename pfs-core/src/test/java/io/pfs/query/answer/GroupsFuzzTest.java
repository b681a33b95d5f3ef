package io.pfs.query.answer;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Whatever the bytes: refused as damaged, or groups that have exactly these bytes. */
final class GroupsFuzzTest {
    @FuzzTest
    void decode(byte[] bytes) {
        GroupsTest.isReadAndCanonical(bytes);
    }
}
