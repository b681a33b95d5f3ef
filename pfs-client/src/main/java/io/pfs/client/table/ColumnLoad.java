package io.pfs.client.table;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All cells of one column, in whatever order they are read fastest. Rows without a cell in it are passed over. A walk over it
 * is for one thread.
 */
public final class ColumnLoad implements Iterable<LoadedCell> {
    private static final int PAGE_ROWS = 8192;
    private static final int PAGE_BYTES = 8 << 20;

    private final Scan scan;
    private final String column;

    ColumnLoad(TableCore table, String column) {
        this.scan = Scan.of(table).columns(column).pages(PAGE_ROWS, PAGE_BYTES);
        this.column = column;
    }

    @Override
    public Iterator<LoadedCell> iterator() {
        Rows rows = scan.iterator();
        return new Iterator<>() {
            private @Nullable LoadedCell ahead;

            @Override
            public boolean hasNext() {
                while (ahead == null && rows.hasNext()) {
                    RowView row = rows.next();
                    Optional<byte[]> cell = row.cell(column);
                    ahead = cell.isPresent() ? new LoadedCell(row.rowName(), cell.get()) : null;
                }
                return ahead != null;
            }

            @Override
            public LoadedCell next() {
                LoadedCell found = hasNext() ? ahead : null;
                if (found == null) {
                    throw new NoSuchElementException("all cells of '" + column + "' were given");
                }
                ahead = null;
                return found;
            }
        };
    }
}
