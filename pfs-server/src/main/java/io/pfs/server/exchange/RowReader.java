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
 * Reads tables page by page, around what can't be read, may not be read, or went: of a page each row is then read for itself, and of
 * such a row each cell. Where not even rows can be listed the table ends.
 */
final class RowReader {
    private static final int PAGE_ROWS = 1_000;
    private static final int PAGE_BYTES = 8 << 20;

    private final RowSource source;
    private final TablePath first;
    private final Tally tally;
    private boolean readAllColumns = true;

    /** @param first the table that was asked for: if that one is not there, or closed, nothing can be taken */
    RowReader(RowSource source, TablePath first, Tally tally) {
        this.source = source;
        this.first = first;
        this.tally = tally;
    }

    /** Why something is missing. */
    record Missing(Reason reason, String why) {}

    /** @param missing why cells that it has, or had, are not here, by column */
    record ReadRow(Item item, SortedMap<String, Missing> missing) {
        /** Whether it has some in the columns that were asked for, readable or not. */
        boolean hasCells() {
            return !item.cells().isEmpty() || !item.large().isEmpty() || !missing.isEmpty();
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
            leaveOut(table, "with all below it", e);
            return Optional.empty();
        }
    }

    private void leaveOut(TablePath table, String what, PfsException e) {
        Reason reason = reason(e);
        if (table.equals(first) && reason != Reason.DAMAGED) {
            throw e;
        }
        readAllColumns = false;
        tally.leaveOut(reason, "table " + table + ", " + what + ": " + e.detail());
    }

    /** What is said of more than some tables, rows or cells ends all. */
    private static Reason reason(PfsException e) {
        return switch (e.code()) {
            case NOT_FOUND, NOT_A_DIRECTORY -> Reason.GONE;
            case PERMISSION_DENIED -> Reason.REFUSED;
            default -> {
                requireUnreadable(e);
                yield Reason.DAMAGED;
            }
        };
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
            Reason unused = reason(e); // each row tells its own
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
            Reason unused = reason(e);
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
            leaveOut(table, "all rows that follow", e);
            return new Page(rows, Optional.empty());
        }
    }

    /** Nothing if it went meanwhile, or none of it may be read, which is noted. */
    private Optional<ReadRow> row(TablePath table, Item listed, List<String> columns) {
        if (listed.kind() != RowKind.FILE) {
            return Optional.of(ReadRow.whole(listed));
        }
        try {
            return source.row(table, listed.name(), columns).map(ReadRow::whole);
        } catch (PfsException e) {
            if (reason(e) == Reason.REFUSED) {
                tally.leaveOut(Reason.REFUSED, table.below(List.of(listed.name())) + ": " + e.detail());
                return Optional.empty();
            }
            return Optional.of(cells(table, listed, columns));
        }
    }

    private ReadRow cells(TablePath table, Item row, List<String> columns) {
        Map<String, Item> read = new TreeMap<>();
        TreeMap<String, Missing> missing = new TreeMap<>();
        for (String column : columns) {
            try {
                source.row(table, row.name(), List.of(column)).ifPresent(found -> read.put(column, found));
            } catch (PfsException e) {
                missing.put(column, new Missing(reason(e), e.detail()));
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
        return new ReadRow(rest, missing);
    }

    /** What is said of more than some bytes that can't be read ends all. */
    static void requireUnreadable(PfsException e) {
        if (!e.code().isUnreadable()) {
            throw e;
        }
    }
}
