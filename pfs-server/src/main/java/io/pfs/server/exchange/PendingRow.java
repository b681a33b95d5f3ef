package io.pfs.server.exchange;

import io.pfs.row.RowKind;
import io.pfs.row.Tags;
import io.pfs.server.archive.ArchiveEntry;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A row as far as the entries of an archive have told of it. */
final class PendingRow {
    /**
     * What an entry gave to a row.
     *
     * @param isRepeated whether another entry may have given it before: then only its bytes tell whether it is there
     */
    record PendingCell(byte[] bytes, long mtimeMillis, String entry, boolean isRepeated) {
        boolean isSameAs(PendingCell other) {
            return mtimeMillis == other.mtimeMillis && Arrays.equals(bytes, other.bytes);
        }
    }

    /** No column has this name: a symbolic link keeps here where it leads. */
    static final String LINK = "";

    private final RowKey key;
    private final RowKind kind;
    private final int mode;
    private final TreeMap<String, PendingCell> cells = new TreeMap<>();
    private Tags tags = Tags.NONE;

    PendingRow(RowKey key, RowKind kind, int mode) {
        this.key = key;
        this.kind = kind;
        this.mode = mode;
    }

    static PendingRow link(RowKey key, ArchiveEntry entry) {
        PendingRow row = new PendingRow(key, RowKind.SYMLINK, entry.mode());
        row.cells.put(LINK, new PendingCell(entry.link(), entry.mtimeMillis(), entry.shown(), false));
        return row;
    }

    RowKey key() {
        return key;
    }

    RowKind kind() {
        return kind;
    }

    int mode() {
        return mode;
    }

    Map<String, PendingCell> cells() {
        return cells;
    }

    Tags tags() {
        return tags;
    }

    void setTags(Tags set) {
        tags = tags.with(set.byName(), List.of());
    }
}
