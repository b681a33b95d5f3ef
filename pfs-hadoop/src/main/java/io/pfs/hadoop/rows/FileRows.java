package io.pfs.hadoop.rows;

import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.client.table.RowView;
import io.pfs.client.table.Scan;
import io.pfs.client.table.Table;
import io.pfs.client.table.TablePart;
import io.pfs.row.RowKind;
import io.pfs.table.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files of a part of a table, or of these names, with what is wanted of them. If there is a condition, rows are looked at
 * first without their cells, and then those that it holds for are read with them: what has changed in between is looked at
 * again. For one thread.
 */
public final class FileRows implements Iterator<FileRow> {
    private static final int PAGE_BYTES = 8 << 20;
    /** Of rows of whose cells nobody knows how long they are: this many may be as long as can be. */
    private static final int BLIND_ROWS = 64;

    private static final int ROWS_READ_TOGETHER = 1024;
    private static final int ROWS_COUNTED_TOGETHER = 1 << 14;

    private final Table table;
    private final Wanted wanted;
    private final Map<String, Column> schema;
    private final Condition condition;
    private final WholeRows whole;
    private final int rowsEnough;
    private Iterator<RowView> found;
    private @Nullable FileRow ahead;

    private FileRows(Table table, int rowsEnough, Wanted wanted, Condition condition) {
        this.table = table;
        this.wanted = wanted;
        this.schema = schema(table);
        this.condition = condition;
        this.rowsEnough = Math.max(1, rowsEnough);
        this.whole = new WholeRows(table, wanted.forms(), wanted.forAll(schema));
        this.found = Stream.<RowView>empty().iterator();
    }

    private static Map<String, Column> schema(Table table) {
        Map<String, Column> byName = new HashMap<>();
        table.columns().forEach(column -> byName.put(column.name(), column));
        return byName;
    }

    /** Those of a part, of which all are wanted. */
    public static FileRows ofPart(Table table, TablePart part, int rowsOfPage, Wanted wanted, Condition condition) {
        return ofPart(table, part, rowsOfPage, Integer.MAX_VALUE, wanted, condition);
    }

    /**
     * Those of a part.
     *
     * @param rowsOfPage how many to ask for at a time
     * @param rowsEnough how many the caller will take at most; a condition may leave out more than that before it finds them, so
     *     it bounds how many are read with their cells, not how many are looked at
     */
    public static FileRows ofPart(
            Table table, TablePart part, int rowsOfPage, int rowsEnough, Wanted wanted, Condition condition) {
        FileRows rows = new FileRows(table, rowsEnough, wanted, condition);
        Scan scan = table.scan().part(part);
        if (condition == Condition.ALL || wanted.forms().isEmpty()) {
            boolean isBlind = !wanted.areLengthsInRow(rows.schema);
            int page = isBlind ? Math.min(BLIND_ROWS, rowsOfPage) : rowsOfPage;
            page = condition == Condition.ALL ? Math.min(page, rows.rowsEnough) : page;
            rows.found = scan.columns(wanted.forAll(rows.schema))
                    .pages(page, PAGE_BYTES)
                    .iterator();
        } else {
            String[] lengths = wanted.forLengths(rows.schema);
            int page = lengths.length > 0 ? Math.min(BLIND_ROWS, rowsOfPage) : rowsOfPage;
            rows.found = rows
            .new Chosen(scan.columns(lengths).pages(page, PAGE_BYTES).iterator(), condition);
        }
        return rows;
    }

    /**
     * Those among rows that somebody found, without their cells. What was found says what rows are, and the condition which of them
     * are wanted.
     *
     * @param rowsEnough how many the caller will take at most
     */
    public static FileRows ofFound(
            Table table, Iterator<RowView> found, int rowsEnough, Wanted wanted, Condition condition) {
        FileRows rows = new FileRows(table, rowsEnough, wanted, condition);
        boolean isKnown = wanted.forLengths(rows.schema).length == 0;
        boolean isAll = wanted.forAll(rows.schema).length == 0;
        rows.found = isAll ? found : rows.new Chosen(found, isKnown ? condition : Condition.ALL);
        return rows;
    }

    /** Those of these names that are there. */
    public static FileRows ofNames(Table table, List<RowName> names, Wanted wanted, Condition condition) {
        FileRows rows = new FileRows(table, Integer.MAX_VALUE, wanted, condition);
        rows.found = rows.new Named(names);
        return rows;
    }

    /** How many there are in a part. */
    public static long count(Table table, TablePart part, int rowsOfPage, Wanted wanted, Condition condition) {
        FileRows rows = new FileRows(table, Integer.MAX_VALUE, wanted, condition);
        String[] lengths = wanted.forLengths(rows.schema);
        int page = lengths.length > 0 ? Math.min(BLIND_ROWS, rowsOfPage) : Math.max(ROWS_COUNTED_TOGETHER, rowsOfPage);
        Iterator<RowView> all =
                table.scan().part(part).columns(lengths).pages(page, PAGE_BYTES).iterator();
        long count = 0;
        while (all.hasNext()) {
            count += rows.isWanted(all.next()) ? 1 : 0;
        }
        return count;
    }

    /** The columns of the table by their names. */
    public Map<String, Column> schema() {
        return schema;
    }

    private boolean isWanted(RowView row) {
        return isWanted(row, condition);
    }

    private boolean isWanted(RowView row, Condition its) {
        return row.kind() == RowKind.FILE && its.holds(row, schema);
    }

    @Override
    public boolean hasNext() {
        while (ahead == null && found.hasNext()) {
            RowView row = found.next();
            ahead = isWanted(row)
                    ? whole.of(row).filter(now -> isWanted(now.row())).orElse(null)
                    : null;
        }
        return ahead != null;
    }

    @Override
    public FileRow next() {
        FileRow next = hasNext() ? ahead : null;
        if (next == null) {
            throw new NoSuchElementException("all rows were given");
        }
        ahead = null;
        return next;
    }

    /** Rows with their cells, some names at a time. */
    private abstract class InGroups implements Iterator<RowView> {
        private Iterator<RowView> group = Stream.<RowView>empty().iterator();

        /** The next names; empty if there are no more. */
        abstract List<RowName> names();

        @Override
        public boolean hasNext() {
            while (!group.hasNext()) {
                List<RowName> names = names();
                if (names.isEmpty()) {
                    return false;
                }
                group = table.rows(names, wanted.forAll(schema)).stream()
                        .flatMap(Optional::stream)
                        .iterator();
            }
            return true;
        }

        @Override
        public RowView next() {
            if (!hasNext()) {
                throw new NoSuchElementException("all rows were read");
            }
            return group.next();
        }
    }

    /** Those of a walk that the condition holds for. */
    private final class Chosen extends InGroups {
        private final Iterator<RowView> all;
        private final Condition before;

        /** @param before what can be said of rows before their cells are read */
        Chosen(Iterator<RowView> all, Condition before) {
            this.all = all;
            this.before = before;
        }

        @Override
        List<RowName> names() {
            List<RowName> names = new ArrayList<>();
            boolean isBlind = !wanted.areLengthsInRow(schema);
            int rowsMax = Math.min(rowsEnough, isBlind ? BLIND_ROWS : ROWS_READ_TOGETHER);
            long bytes = 0;
            while (names.size() < rowsMax && bytes < PAGE_BYTES && all.hasNext()) {
                RowView row = all.next();
                if (isWanted(row, before)) {
                    names.add(row.rowName());
                    bytes += isBlind ? 0 : bytesOf(row);
                }
            }
            return names;
        }

        private long bytesOf(RowView row) {
            return wanted.forms().stream()
                    .mapToLong(form -> lengthOf(row, form))
                    .filter(length -> length <= Limits.CELL_BYTES_MAX)
                    .sum();
        }

        private long lengthOf(RowView row, String form) {
            Column column = schema.get(form);
            return column == null ? 0 : row.length(column).orElse(0);
        }
    }

    /** Those of these names. */
    private final class Named extends InGroups {
        private final List<RowName> all;
        private int at;

        Named(List<RowName> all) {
            this.all = all;
        }

        @Override
        List<RowName> names() {
            int from = at;
            at = Math.min(all.size(), at + BLIND_ROWS);
            return all.subList(from, at);
        }
    }
}
