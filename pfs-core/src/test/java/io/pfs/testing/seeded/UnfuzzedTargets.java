package io.pfs.testing.seeded;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Two targets, in a class that isn't named as one that is fuzzed. It is abstract, so that it isn't run as a test. */
abstract class UnfuzzedTargets {
    @FuzzTest
    void first(byte[] bytes) {}

    @FuzzTest
    void second(byte[] bytes) {}
}
