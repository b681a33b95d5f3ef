package io.pfs.testing.seeded.low;

import io.pfs.testing.seeded.high.UsesLow;

/** An arrow upwards, hidden in an array. */
public final class UsesHigh {
    private UsesLow[] above = new UsesLow[0];

    public int count() {
        return above.length;
    }
}
