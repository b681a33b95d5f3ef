package io.pfs.server.cli;

import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.client.table.AsyncTable;
import io.pfs.client.table.CellInfo;
import io.pfs.client.table.Page;
import io.pfs.client.table.RowView;
import io.pfs.client.table.Scan;
import io.pfs.row.RowKind;
import io.pfs.server.exchange.RowSource;
import io.pfs.server.exchange.RowSource.Item;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Rows of a table that has more columns than one request may name: of each row it is asked first which cells it has, and then for
 * these.
 */
final class WideRows {
    private static final int COLUMNS_MAX = Limits.CELLS_PER_ROW_MAX;
    /** How often a row is read anew that was changed meanwhile. Then it is given as it was met, its cells of several moments. */
    private static final int ATTEMPTS_MAX = 8;

    private final AsyncTable table;
    private final Set<String> columns;

    WideRows(AsyncTable table, List<String> columns) {
        this.table = table;
        this.columns = new HashSet<>(columns);
    }

    static boolean areMeant(List<String> columns) {
        return columns.size() > COLUMNS_MAX;
    }

    /** A page of the table: its rows are listed one by one, so that it ends where it has bytes enough. */
    RowSource.Page page(Optional<String> after, int rowsMax, int bytesMax) {
        List<Item> rows = new ArrayList<>();
        long bytes = 0;
        Optional<String> next = after;
        do {
            Scan scan = table.scan().pages(1, bytesMax);
            Page one = PfsTables.await((next.isPresent() ? scan.after(next.get()) : scan).page());
            for (RowView listed : one.rows()) {
                Optional<Item> row = listed.kind() == RowKind.FILE
                        ? row(listed.rowName())
                        : Optional.of(PfsTables.item(listed, List.of()));
                row.ifPresent(rows::add);
                bytes += row.map(WideRows::bytes).orElse(0L);
            }
            next = one.next();
        } while (next.isPresent() && rows.size() < rowsMax && bytes < bytesMax);
        return new RowSource.Page(rows, next);
    }

    private static long bytes(Item row) {
        return row.cells().values().stream().mapToLong(cell -> cell.length).sum();
    }

    /** One row, all of whose cells are of one moment unless it changes again and again. */
    Optional<Item> row(RowName name) {
        Optional<Item> read = Optional.empty();
        boolean isOfOneMoment = false;
        for (int attempt = 0; attempt < ATTEMPTS_MAX && !isOfOneMoment; attempt++) {
            Optional<RowView> before = PfsTables.await(table.row(name));
            if (before.isEmpty()) {
                return Optional.empty();
            }
            read = Optional.of(read(before.get()));
            isOfOneMoment =
                    PfsTables.await(table.row(name)).map(RowView::rowVersion).equals(before.map(RowView::rowVersion));
        }
        return read;
    }

    private Item read(RowView row) {
        List<String> there = PfsTables.await(table.cells(row.rowName())).orElse(List.of()).stream()
                .map(CellInfo::column)
                .filter(columns::contains)
                .toList();
        SortedMap<String, byte[]> cells = new TreeMap<>();
        SortedMap<String, Long> large = new TreeMap<>();
        for (int from = 0; from < there.size(); from += COLUMNS_MAX) {
            List<String> some = there.subList(from, Math.min(there.size(), from + COLUMNS_MAX));
            PfsTables.await(table.row(row.rowName(), some.toArray(String[]::new)))
                    .map(found -> PfsTables.item(found, some))
                    .ifPresent(part -> {
                        cells.putAll(part.cells());
                        large.putAll(part.large());
                    });
        }
        Item rest = PfsTables.item(row, List.of());
        return new Item(
                rest.name(), rest.kind(), rest.mtimeMillis(), rest.mode(), cells, large, rest.link(), rest.tags());
    }
}
