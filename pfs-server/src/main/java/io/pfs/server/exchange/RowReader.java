package io.pfs.server.exchange;

import io.pfs.PfsException;
import io.pfs.row.RowKind;
import io.pfs.server.exchange.LeftOut.Reason;
import io.pfs.server.exchange.RowSource.Item;
import io.pfs.server.exchange.RowSource.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads tables page by page, around what can't be read: of a page each row is then read for itself, and of such a row each cell.
 * Where not even rows can be listed the table ends.
 */
final class RowReader {
    private static final int PAGE_ROWS = 1_000;
    private static final int PAGE_BYTES = 8 << 20;

    private final RowSource source;
    private final Tally tally;
    private boolean readAllColumns = true;

    RowReader(RowSource source, Tally tally) {
        this.source = source;
        this.tally = tally;
    }

    /** @param damaged why cells that it has are missing, by column */
    record ReadRow(Item item, SortedMap<String, String> damaged) {
        /** Whether it has some in the columns that were asked for, readable or not. */
        boolean hasCells() {
            return !item.cells().isEmpty() || !item.large().isEmpty() || !damaged.isEmpty();
        }

        /** Whether it could have some, and has none. */
        boolean isBare() {
            return item.kind() == RowKind.FILE && !hasCells();
        }

        static ReadRow whole(Item item) {
            return new ReadRow(item, new TreeMap<>());
        }
    }

    /** @param next where to go on; empty if there is nothing more, or nothing more that can be listed */
    record ReadPage(List<ReadRow> rows, Optional<String> next) {}

    /** The columns of a table; empty if nothing can be known of it, which is noted. */
    Optional<List<String>> columns(TablePath table) {
        try {
            return Optional.of(source.columns(table));
        } catch (PfsException e) {
            requireUnreadable(e);
            readAllColumns = false;
            tally.leaveOut(Reason.DAMAGED, "table " + table + ", with all below it: " + e.detail());
            return Optional.empty();
        }
    }

    /** Whether each table's columns could be told, and each that there is was met. */
    boolean hasReadAllColumns() {
        return readAllColumns;
    }

    ReadPage page(TablePath table, List<String> columns, Optional<String> after) {
        try {
            Page page = source.page(table, columns, after, PAGE_ROWS, PAGE_BYTES);
            return new ReadPage(page.rows().stream().map(ReadRow::whole).toList(), page.next());
        } catch (PfsException e) {
            requireUnreadable(e);
            Page listed = listed(table, after);
            return new ReadPage(
                    listed.rows().stream()
                            .flatMap(row -> row(table, row, columns).stream())
                            .toList(),
                    listed.next());
        }
    }

    private Page listed(TablePath table, Optional<String> after) {
        try {
            return source.page(table, List.of(), after, PAGE_ROWS, PAGE_BYTES);
        } catch (PfsException e) {
            requireUnreadable(e);
            return listedOneByOne(table, after);
        }
    }

    /** What comes before that which can't be listed. */
    private Page listedOneByOne(TablePath table, Optional<String> after) {
        List<Item> rows = new ArrayList<>();
        Optional<String> next = after;
        try {
            do {
                Page one = source.page(table, List.of(), next, 1, PAGE_BYTES);
                rows.addAll(one.rows());
                next = one.next();
            } while (next.isPresent() && rows.size() < PAGE_ROWS);
            return new Page(rows, next);
        } catch (PfsException e) {
            requireUnreadable(e);
            readAllColumns = false;
            tally.leaveOut(Reason.DAMAGED, "table " + table + ", all rows that follow: " + e.detail());
            return new Page(rows, Optional.empty());
        }
    }

    /** Nothing if it went meanwhile. */
    private Optional<ReadRow> row(TablePath table, Item listed, List<String> columns) {
        if (listed.kind() != RowKind.FILE) {
            return Optional.of(ReadRow.whole(listed));
        }
        try {
            return source.row(table, listed.name(), columns).map(ReadRow::whole);
        } catch (PfsException e) {
            requireUnreadable(e);
            return Optional.of(cells(table, listed, columns));
        }
    }

    private ReadRow cells(TablePath table, Item row, List<String> columns) {
        Map<String, Item> read = new TreeMap<>();
        TreeMap<String, String> damaged = new TreeMap<>();
        for (String column : columns) {
            try {
                source.row(table, row.name(), List.of(column)).ifPresent(found -> read.put(column, found));
            } catch (PfsException e) {
                requireUnreadable(e);
                damaged.put(column, e.detail());
            }
        }
        TreeMap<String, byte[]> cells = new TreeMap<>();
        TreeMap<String, Long> large = new TreeMap<>();
        read.values().forEach(found -> {
            cells.putAll(found.cells());
            large.putAll(found.large());
        });
        Item rest =
                new Item(row.name(), row.kind(), row.mtimeMillis(), row.mode(), cells, large, row.link(), row.tags());
        return new ReadRow(rest, damaged);
    }

    /** What is said of more than some bytes that can't be read ends all. */
    static void requireUnreadable(PfsException e) {
        if (!e.code().isUnreadable()) {
            throw e;
        }
    }
}
