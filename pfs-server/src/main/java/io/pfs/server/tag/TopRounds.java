package io.pfs.server.tag;

import io.pfs.Limits;
import io.pfs.query.Query;
import io.pfs.query.answer.TopRows;
import java.util.Arrays;

/**
 * Decides whether the first rows of an order are found. A round asks for the first positions of the index ({@link IndexReader#first},
 * {@link #size} of them), looks at their rows, and keeps the first of those that fulfil the condition. They are the first of all if
 * they come before all rows that were not looked at. If not, the next round asks for more, from the begin, and keeps nothing of this
 * one: rows may have changed.
 */
public final class TopRounds {
    /** What the first key of a row begins with that has no value. */
    private static final int NO_VALUE = 0xff;

    private static final int MORE_FACTOR = 8;
    /** No index is asked for more at once. */
    private static final int SIZE_MAX = 1 << 24;

    private final Plan.Top plan;
    private int size;

    /** What comes after a round. */
    public enum Next {
        /** Nothing: these are the rows. */
        DONE,
        /** Another round, of the size that is asked for now. */
        ROUND,
        /** Nothing of this: the plan says what to do otherwise. */
        OTHERWISE
    }

    public TopRounds(Plan.Top plan) {
        this(plan, firstSize(plan.limit()));
    }

    /** From a round of this size on: that which the one before asked for. */
    public TopRounds(Plan.Top plan, int size) {
        this.plan = plan;
        this.size = size;
    }

    /** Whether a query asks for the first rows of an order, and for not too many of them. */
    static boolean areFor(Query query) {
        long limit = query.limit().orElse(0);
        return query.aggregates().isEmpty()
                && !query.orderBy().isEmpty()
                && limit > 0
                && limit <= Limits.ROWS_PER_SEARCH_MAX;
    }

    /** Each is a row to be looked up, and most of them are right: an entry in the way is rare, and another round costs little more. */
    static int firstSize(int limit) {
        return limit + limit / 4 + 16;
    }

    /** So many positions are looked at in this round. */
    public int size() {
        return size;
    }

    /**
     * A round is over.
     *
     * @param found the first of the rows that were looked at and fulfil the condition; no other rows, and the limit of the query or
     *     less
     */
    public Next end(TopCandidates looked, TopRows found) {
        if (found.size() >= plan.limit() && areFirst(looked, found)) {
            return Next.DONE;
        } else if (looked.isExhausted()) {
            return plan.mayLackValue() ? Next.OTHERWISE : Next.DONE;
        } else if (size > SIZE_MAX / MORE_FACTOR) {
            return Next.OTHERWISE;
        }
        size *= MORE_FACTOR;
        return Next.ROUND;
    }

    /** Whether the last of them comes before all others. One with an equal value might not: further keys decide. */
    private static boolean areFirst(TopCandidates looked, TopRows found) {
        byte[] last = lastKey(found);
        if (looked.isExhausted()) {
            return (last[0] & 0xff) != NO_VALUE;
        }
        byte[] next = looked.next().orElseThrow();
        int length = Math.min(last.length, next.length);
        return Arrays.compareUnsigned(last, 0, length, next, 0, next.length) < 0;
    }

    private static byte[] lastKey(TopRows found) {
        byte[][] last = {{}};
        found.forEach((key, row) -> last[0] = key);
        return last[0];
    }
}
