package io.pfs.testing.seeded.high;

import io.pfs.testing.seeded.low.UsesHigh;

/** An arrow downwards, which with the other makes a cycle. */
public final class UsesLow {
    public int count(UsesHigh below) {
        return below.count();
    }
}
