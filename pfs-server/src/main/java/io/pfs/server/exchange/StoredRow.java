package io.pfs.server.exchange;

import io.pfs.row.RowKind;
import io.pfs.row.Tags;
import io.pfs.server.form.FormPatterns;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is known of a row without reading its cells.
 *
 * @param cellBytes how long each cell is, by column
 * @param link where a symlink leads; empty for others
 */
public record StoredRow(
        RowKind kind, long mtimeMillis, int mode, SortedMap<String, Long> cellBytes, byte[] link, Tags tags) {
    public StoredRow {
        cellBytes = Collections.unmodifiableSortedMap(new TreeMap<>(cellBytes));
    }

    /**
     * Whether this very cell seems to be there: the same length, and the same time. A row has one time for all of its cells,
     * the latest; so where there are several, an older one is taken for the same.
     */
    boolean seemsToHave(String column, long bytes, long cellMtimeMillis) {
        return hasOfLength(column, bytes)
                && (cellBytes.size() > 1 ? cellMtimeMillis <= mtimeMillis : cellMtimeMillis == mtimeMillis);
    }

    boolean hasTags(Tags wanted) {
        return tags.byName().entrySet().containsAll(wanted.byName().entrySet());
    }

    /** An empty file needs no cell. */
    boolean hasOfLength(String column, long bytes) {
        Long length = cellBytes.get(column);
        boolean emptyFile = length == null && bytes == 0 && column.equals(FormPatterns.CONTENT);
        return kind == RowKind.FILE && (emptyFile || (length != null && length == bytes));
    }
}
