package io.pfs.bench.tags;

import io.pfs.RowName;
import io.pfs.client.table.AsyncTable;
import io.pfs.client.table.Hit;
import io.pfs.client.table.RowView;
import io.pfs.client.table.Table;
import io.pfs.row.TagValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** How rows are found whose tag is in a range. Each way has the rows themselves in the end, and says how many there are. */
final class Ways {
    private static final int STATS_OF_CALL = 4096;

    private final TagRows plain;
    private final ExternalIndex index;
    private final List<AsyncTable> seen;

    Ways(Ground ground, Beside beside) {
        this.plain = beside.rows();
        this.index = beside.index();
        this.seen = ground.seen(plain.table());
    }

    /** Asks PFS, which has an index or looks at all rows. */
    static long found(Table table, String query) {
        long found = 0;
        for (Hit hit : table.search(query)) {
            found += hit.row().version() > 0 ? 1 : 0;
        }
        return found;
    }

    /** The external index, and a lookup of each path by one of many callers. */
    long externalWithStats(long from, long below) {
        List<String> paths = index.find(from, below);
        AtomicInteger found = new AtomicInteger();
        Callers.one(
                paths.size(),
                number -> table(number)
                        .row(name(paths.get(number)))
                        .thenAccept(row -> row.ifPresent(there -> found.incrementAndGet())));
        return found.get();
    }

    /** The external index, and lookups of many paths at once, in which our own API helps it. */
    long externalWithBatches(long from, long below) {
        List<String> paths = index.find(from, below);
        long found = 0;
        for (int first = 0; first < paths.size(); first += STATS_OF_CALL) {
            List<RowName> names = new ArrayList<>();
            for (String path : paths.subList(first, Math.min(paths.size(), first + STATS_OF_CALL))) {
                names.add(name(path));
            }
            found += plain.table().rows(names).stream()
                    .filter(Optional::isPresent)
                    .count();
        }
        return found;
    }

    /** Lists all files, and asks for the tags of each, as who has only a file system does. */
    long crawl(long from, long below) {
        List<RowName> names = new ArrayList<>();
        for (RowView row : plain.table().scan()) {
            names.add(row.rowName());
        }
        AtomicInteger found = new AtomicInteger();
        Predicate<RowView> meant = row -> isIn(row, from, below);
        Callers.one(
                names.size(),
                number -> table(number)
                        .row(names.get(number))
                        .thenAccept(row -> row.filter(meant).ifPresent(there -> found.incrementAndGet())));
        return found.get();
    }

    private static boolean isIn(RowView row, long from, long below) {
        return row.tags().get(TagRows.TAG) instanceof TagValue.OfLong tag && tag.value() >= from && tag.value() < below;
    }

    private AsyncTable table(int number) {
        return seen.get(number % seen.size());
    }

    private RowName name(String path) {
        return RowName.of(path.substring(plain.table().path().length() + 1));
    }
}
