package io.pfs.server.exchange;

import io.pfs.RowName;
import io.pfs.row.RowKind;
import io.pfs.row.Tags;
import io.pfs.server.archive.EntryAttributes;
import java.io.InputStream;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where an export comes from: tables, as far as an export needs them. One cell that can't be read makes all that it was asked for with
 * fail, with a code that {@link io.pfs.ErrorCode#isUnreadable() says so}.
 */
public interface RowSource extends AutoCloseable {
    /** The columns of a table; {@code NOT_FOUND} if there is none. */
    List<String> columns(TablePath table);

    /** Mode and time of a table. */
    EntryAttributes attributes(TablePath table);

    /**
     * Some rows in the order of the table, with their cells in these columns: at most so many rows, and about so many
     * bytes.
     *
     * @param after where the page before ended
     */
    Page page(TablePath table, List<String> columns, Optional<String> after, int rowsMax, int bytesMax);

    /** A row with its cells in these columns, if it is there. */
    Optional<Item> row(TablePath table, RowName name, List<String> columns);

    /** A large cell of a row, as it is now. */
    InputStream open(TablePath table, RowName name, String column);

    @Override
    void close();

    /** @param next where to go on; empty if there is nothing more */
    record Page(List<Item> rows, Optional<String> next) {
        public Page {
            rows = List.copyOf(rows);
        }
    }

    /**
     * A row.
     *
     * @param large how long those cells are that have to be opened
     * @param link where a symlink leads; empty for others
     */
    record Item(
            RowName name,
            RowKind kind,
            long mtimeMillis,
            int mode,
            SortedMap<String, byte[]> cells,
            SortedMap<String, Long> large,
            byte[] link,
            Tags tags) {
        public Item {
            cells = Collections.unmodifiableSortedMap(new TreeMap<>(cells));
            large = Collections.unmodifiableSortedMap(new TreeMap<>(large));
        }
    }
}
