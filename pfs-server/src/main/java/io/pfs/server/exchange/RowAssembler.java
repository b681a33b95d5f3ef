package io.pfs.server.exchange;

import io.pfs.row.RowKind;
import io.pfs.server.exchange.PendingRow.PendingCell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Gathers the entries of an archive into rows, those of one row into one, until there are enough to be written. */
final class RowAssembler {
    /** What a row in memory costs beside its bytes, roughly. */
    private static final int ROW_BYTES = 500;

    private final Map<RowKey, PendingRow> rows = new LinkedHashMap<>();
    private final int rowsMax;
    private final int bytesMax;
    private long bytes;

    RowAssembler(int rowsMax, int bytesMax) {
        this.rowsMax = rowsMax;
        this.bytesMax = bytesMax;
    }

    /** Whether there are enough rows to be written before an entry of this one is added. The entries of a row stay together. */
    boolean isFullBefore(RowKey key) {
        boolean full = rows.size() >= rowsMax || bytes >= bytesMax;
        return full && (!rows.containsKey(key) || bytes >= 2L * bytesMax);
    }

    Optional<PendingRow> find(RowKey key) {
        return Optional.ofNullable(rows.get(key));
    }

    /** The row of this name, which may have cells from other entries. */
    PendingRow fileRow(RowKey key, int mode) {
        return rows.computeIfAbsent(key, missing -> {
            bytes += ROW_BYTES;
            return new PendingRow(missing, RowKind.FILE, mode);
        });
    }

    void put(PendingRow row, String column, PendingCell cell) {
        PendingCell before = row.cells().put(column, cell);
        bytes += cell.bytes().length - (before == null ? 0 : before.bytes().length);
    }

    void link(PendingRow link) {
        rows.put(link.key(), link);
        bytes += ROW_BYTES;
    }

    /** What was gathered, in the order in which it came; then it is empty. */
    List<PendingRow> take() {
        List<PendingRow> all = new ArrayList<>(rows.values());
        rows.clear();
        bytes = 0;
        return all;
    }
}
