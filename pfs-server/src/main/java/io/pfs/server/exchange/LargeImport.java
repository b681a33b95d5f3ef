package io.pfs.server.exchange;

import io.pfs.PfsException;
import io.pfs.row.RowKind;
import io.pfs.server.archive.ArchiveEntry;
import io.pfs.server.exchange.LeftOut.Reason;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Brings one large cell to the sink as it is read, without holding it. Whether it is there already is told by its length and
 * time, also where others are compared: its bytes come only once.
 */
final class LargeImport {
    private final RowSink sink;
    private final ImportOptions options;
    private final Tally tally;

    LargeImport(RowSink sink, ImportOptions options, Tally tally) {
        this.sink = sink;
        this.options = options;
        this.tally = tally;
    }

    /** Writes it, if it is not there. All that came before it is written. */
    void take(RowKey key, String column, ArchiveEntry entry, InputStream content) {
        Optional<StoredRow> stored = sink.find(List.of(key)).get(0);
        if (stored.isPresent() && stored.get().seemsToHave(column, entry.bytes(), entry.mtimeMillis())) {
            tally.unchanged(1);
        } else if (stored.isPresent() && !mayWrite(stored.get(), column)) {
            tally.leaveOut(
                    Reason.EXISTS,
                    entry.shown() + ": " + key + " is there, and is something else; --overwrite replaces it");
        } else {
            write(key, column, entry, stored, content);
        }
    }

    private boolean mayWrite(StoredRow stored, String column) {
        boolean isThere = stored.cellBytes().containsKey(column);
        return stored.kind() == RowKind.FILE && (!isThere || options.overwrite());
    }

    private void write(RowKey key, String column, ArchiveEntry entry, Optional<StoredRow> stored, InputStream content) {
        long before = stored.filter(row -> row.cellBytes().keySet().stream().anyMatch(other -> !other.equals(column)))
                .map(StoredRow::mtimeMillis)
                .orElse(0L);
        RowWrite row = new RowWrite(
                key,
                stored.isEmpty(),
                RowKind.FILE,
                Math.max(before, entry.mtimeMillis()),
                stored.map(StoredRow::mode).orElse(entry.mode()),
                new TreeMap<>(),
                new byte[0]);
        Optional<PfsException> refusal = sink.putLarge(row, column, content);
        if (refusal.isPresent()) {
            tally.leaveOut(Reason.REFUSED, key + ": " + refusal.get().detail());
        } else {
            tally.row();
            tally.cells(1, entry.bytes());
        }
    }
}
