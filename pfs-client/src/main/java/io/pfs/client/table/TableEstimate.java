package io.pfs.client.table;

import io.pfs.hash.SliceOrder;
import io.pfs.table.Column;
import io.pfs.wire.FoundRow;
import io.pfs.wire.Reply.RowsFound;
import java.util.List;

/**
 * How large a table is, by its first rows: these stand where their hashes say, so they are evenly spread. Of a table that has
 * no more rows than these it is exact. They may be few of many, where it takes long to find them; if there is none among those
 * that were looked for, it may be that one comes next, and nothing is known of bytes.
 *
 * @param rows of all kinds
 * @param bytes of the cells that were asked for, as far as rows themselves say how long they are
 * @param columnsUnmeasured of how many columns that were asked for rows do not say it, so that {@code bytes} has nothing of them
 */
public record TableEstimate(double rows, double bytes, int columnsUnmeasured) {
    static final int SAMPLE_ROWS = 1024;

    private static final double POSITIONS = 0x1p64;
    private static final double SPARE_DEVIATIONS = 3;
    private static final double SPARE_ROWS = 16;

    static TableEstimate of(RowsFound first, List<Column> columns) {
        List<Column> measured = columns.stream().filter(RowView::isLengthInRow).toList();
        int unmeasured = columns.size() - measured.size();
        double bytes = 0;
        for (FoundRow row : first.rows()) {
            RowView view = new RowView(row, List.of());
            for (Column column : measured) {
                bytes += view.length(column).orElse(0);
            }
        }
        int rows = first.rows().size();
        if (first.next().isEmpty()) {
            return new TableEstimate(rows, bytes, unmeasured);
        }
        double times =
                POSITIONS / (asDouble(SliceOrder.position(first.next().get().nextHash())) + 1);
        return rows == 0
                ? new TableEstimate(times, 0, columns.size())
                : new TableEstimate(rows * times, bytes * times, unmeasured);
    }

    /** How many rows of a part to ask for at a time, so that hardly any are brought that stand behind it. */
    public int rowsOfPage(int parts, int rowsMax) {
        return withSpare(rows / parts, rowsMax);
    }

    /** So many and what chance may add, as a page takes them. */
    static int withSpare(double expected, int rowsMax) {
        return (int) Math.min(rowsMax, expected + SPARE_DEVIATIONS * Math.sqrt(expected) + SPARE_ROWS);
    }

    /** As an unsigned number. */
    static double asDouble(long position) {
        return (position >>> 1) * 2.0 + (position & 1);
    }
}
