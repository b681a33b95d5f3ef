package io.pfs.server.tag;

import io.pfs.kv.KvIndex;
import java.util.List;

/** Says how many keys there are, for one plan: it counts few, and has the store guess at many. */
final class RangeCounter {
    /** More spans of one index are not looked into: the others are taken for alike. */
    private static final int SPANS_MAX = 256;
    /** So many times what is counted of one index is counted for all of a plan. */
    private static final int INDEXES_COUNTED_MAX = 32;

    private final KvIndex index;
    private final int countedMax;
    private long left;

    RangeCounter(KvIndex index, int countedMax) {
        this.index = index;
        this.countedMax = countedMax;
        this.left = (long) countedMax * INDEXES_COUNTED_MAX;
    }

    /** How many there are in all of these together. */
    Estimate count(List<KeySpan> spans) {
        int looked = 0;
        int counted = 0;
        int most = (int) Math.min(countedMax, left);
        while (looked < spans.size() && looked < SPANS_MAX && counted < most) {
            counted += count(spans.get(looked++), most - counted);
        }
        left -= counted;
        if (looked == spans.size() && counted < most) {
            return new Estimate(counted, true);
        }
        return new Estimate(Math.max(counted, guess(spans)), false);
    }

    private int count(KeySpan span, int most) {
        int[] seen = {0};
        index.keys(span.from(), span.to(), KvIndex.Direction.FORWARD, (key, length) -> ++seen[0] < most);
        return seen[0];
    }

    private long guess(List<KeySpan> spans) {
        int guessed = Math.min(spans.size(), SPANS_MAX);
        long sum = 0;
        for (KeySpan span : spans.subList(0, guessed)) {
            sum += Math.max(0, index.estimate(span.from(), span.to()));
        }
        return sum * spans.size() / Math.max(1, guessed);
    }
}
