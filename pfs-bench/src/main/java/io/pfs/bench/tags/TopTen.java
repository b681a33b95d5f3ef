package io.pfs.bench.tags;

import io.pfs.bench.whole.Desk;
import io.pfs.client.table.Hit;
import io.pfs.row.TagValue;
import java.util.Arrays;
import java.util.Random;

/** The ten rows with the highest values below one that is drawn, one query after the other. */
final class TopTen {
    private static final double MILLIS_MAX = 5;

    private final TagRows rows;
    private final TagsShape shape;
    private final Random random;

    TopTen(TagRows rows, TagsShape shape) {
        this.rows = rows;
        this.shape = shape;
        this.random = new Random(shape.seed());
    }

    void measure(Desk desk) {
        // As many again: while the JVM still compiles, that takes one of two cores, and who is woken on it waits 4 ms.
        for (int i = 0; i < shape.topQueries(); i++) {
            ask();
        }
        double[] millis = new double[shape.topQueries()];
        for (int i = 0; i < millis.length; i++) {
            millis[i] = 1e3 * Middle.seconds(this::ask);
        }
        Arrays.sort(millis);
        desk.told("first ten of all, p50", "ms", millis[millis.length / 2]);
        desk.bound("first ten of all, p99", "ms", millis[(int) (millis.length * 0.99)], MILLIS_MAX);
    }

    private void ask() {
        long below = 1 + random.nextLong(rows.count());
        long expected = below;
        String query = TagRows.TAG + " < " + below + " order by " + TagRows.TAG + " desc limit 10";
        for (Hit hit : rows.table().search(query)) {
            expected--;
            TagValue found = hit.row().tags().get(TagRows.TAG);
            Middle.require(new TagValue.OfLong(expected).equals(found), found + " is not " + expected);
        }
        Middle.require(expected == Math.max(0, below - 10), "there are more rows below " + below);
    }
}
