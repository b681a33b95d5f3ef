package io.pfs.server.exchange;

import io.pfs.PfsException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is there in place of what is to be written.
 *
 * @param bytes by column, of cells that were asked for, and are there
 * @param damaged why others can't be read
 */
record StoredCells(SortedMap<String, byte[]> bytes, SortedMap<String, String> damaged) {
    /** Of a row that nobody asked about. */
    static final StoredCells NONE = new StoredCells(Collections.emptySortedMap(), Collections.emptySortedMap());

    /** Those that these writes name: all at once, or, where one can't be read, each for itself. */
    static List<StoredCells> read(RowSink sink, List<RowWrite> rows) {
        try {
            return sink.read(rows).stream()
                    .map(cells -> new StoredCells(cells, Collections.emptySortedMap()))
                    .toList();
        } catch (PfsException e) {
            RowReader.requireUnreadable(e);
            return rows.size() == 1
                    ? List.of(cellByCell(sink, rows.get(0)))
                    : rows.stream().map(row -> read(sink, List.of(row)).get(0)).toList();
        }
    }

    private static StoredCells cellByCell(RowSink sink, RowWrite row) {
        StoredCells read = new StoredCells(new TreeMap<>(), new TreeMap<>());
        for (Map.Entry<String, byte[]> cell : row.cells().entrySet()) {
            TreeMap<String, byte[]> one = new TreeMap<>();
            one.put(cell.getKey(), cell.getValue());
            try {
                RowWrite alone = new RowWrite(row.key(), false, row.kind(), 0, 0, one, row.link());
                read.bytes.putAll(sink.read(List.of(alone)).get(0));
            } catch (PfsException e) {
                RowReader.requireUnreadable(e);
                read.damaged.put(cell.getKey(), e.detail());
            }
        }
        return read;
    }
}
