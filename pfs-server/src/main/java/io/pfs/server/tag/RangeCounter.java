package io.pfs.server.tag;

import io.pfs.TableId;
import io.pfs.kv.KvIndex;
import io.pfs.query.index.IndexedField;
import io.pfs.query.range.KeyRange;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Says how many keys of an index lie in some ranges, for one plan: it counts few, and has the store guess at many. What it said it
 * knows, since a plan asks for the same ranges more than once.
 */
final class RangeCounter {
    /** More ranges of one index are not looked into: the others are taken for alike. */
    private static final int RANGES_MAX = 256;
    /** So many times what is counted of one index is counted for all of a plan. */
    private static final int INDEXES_COUNTED_MAX = 32;

    private final KvIndex index;
    private final IndexKeys keys;
    private final TableId table;
    private final int countedMax;
    private final Map<Counted, Known> known = new HashMap<>();
    private long left;

    RangeCounter(KvIndex index, IndexKeys keys, TableId table, int countedMax) {
        this.index = index;
        this.keys = keys;
        this.table = table;
        this.countedMax = countedMax;
        this.left = (long) countedMax * INDEXES_COUNTED_MAX;
    }

    /** What is counted. */
    private record Counted(IndexedField index, List<KeyRange> ranges) {}

    /** @param most so many would have been counted, or more */
    private record Known(Estimate estimate, long most) {
        boolean isEnough(long wanted) {
            return estimate.isExact() || most >= wanted;
        }
    }

    /** How many there are in all of these together. */
    Estimate count(IndexedField of, List<KeyRange> ranges) {
        return count(of, ranges, countedMax);
    }

    /** The same for who needs to know it only as long as there are fewer than {@code most}. */
    Estimate count(IndexedField of, List<KeyRange> ranges, long most) {
        Counted counted = new Counted(of, List.copyOf(ranges));
        long wanted = Math.min(most, countedMax);
        Known before = known.get(counted);
        if (before != null && before.isEnough(wanted)) {
            return before.estimate;
        }
        List<KeySpan> spans = ranges.stream()
                .map(range -> keys.entries(table.value(), of.id(), range))
                .toList();
        Estimate estimate = countSpans(spans, (int) Math.min(wanted, left));
        known.put(counted, new Known(estimate, wanted));
        return estimate;
    }

    private Estimate countSpans(List<KeySpan> spans, int most) {
        int looked = 0;
        int counted = 0;
        while (looked < spans.size() && looked < RANGES_MAX && counted < most) {
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
        int guessed = Math.min(spans.size(), RANGES_MAX);
        long sum = 0;
        for (KeySpan span : spans.subList(0, guessed)) {
            sum += Math.max(0, index.estimate(span.from(), span.to()));
        }
        return sum * spans.size() / Math.max(1, guessed);
    }
}
