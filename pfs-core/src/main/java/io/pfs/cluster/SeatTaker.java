package io.pfs.cluster;

import io.pfs.Check;
import java.util.Collections;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Who can hold seats, and what it says of them.
 *
 * @param weight how many it is to hold, relative to the others
 * @param barred those that it can't open
 * @param tried one that it is to have, whosever turn it is, to find out whether it can open it by now
 */
public record SeatTaker(int weight, SortedSet<Integer> barred, OptionalInt tried) {
    public SeatTaker {
        Check.inRange("weight of a holder", weight, 1, Member.WEIGHT_MAX);
        barred = Collections.unmodifiableSortedSet(new TreeSet<>(barred));
    }

    /** One that can open all. */
    public static SeatTaker ofWeight(int weight) {
        return new SeatTaker(weight, Collections.emptySortedSet(), OptionalInt.empty());
    }
}
