package io.pfs.client.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How a query was answered, and what that took: what {@link Search#explain} tells. */
public record Explanation(List<Step> steps) {
    /**
     * What servers did for one table in one way; a table that is in several shards may take several ways.
     *
     * @param plan in words
     * @param requests sent
     * @param keysRead of indexes
     * @param rowsRead rows that were held against the query
     * @param found rows that were sent back, or groups
     */
    public record Step(String table, String plan, long requests, long keysRead, long rowsRead, long found) {
        Step and(Step more) {
            return new Step(
                    table,
                    plan,
                    requests + more.requests,
                    keysRead + more.keysRead,
                    rowsRead + more.rowsRead,
                    found + more.found);
        }

        String line() {
            return String.format(
                    Locale.ROOT,
                    "%s: %s; %s, %s of indexes, %s held against the query, %,d found",
                    table,
                    plan,
                    counted(requests, "request"),
                    counted(keysRead, "key"),
                    counted(rowsRead, "row"),
                    found);
        }

        private static String counted(long count, String what) {
            return String.format(Locale.ROOT, "%,d %s%s", count, what, count == 1 ? "" : "s");
        }
    }

    public Explanation {
        steps = List.copyOf(steps);
    }

    /** A line for each step. */
    public List<String> lines() {
        return steps.stream().map(Step::line).toList();
    }

    @Override
    public String toString() {
        return String.join("\n", lines());
    }

    /** Adds what one page took to what others of the same table and plan did. */
    static List<Step> with(List<Step> steps, Step page) {
        List<Step> all = new ArrayList<>(steps);
        for (int i = 0; i < all.size(); i++) {
            Step known = all.get(i);
            if (known.table().equals(page.table()) && known.plan().equals(page.plan())) {
                all.set(i, known.and(page));
                return all;
            }
        }
        all.add(page);
        return all;
    }
}
