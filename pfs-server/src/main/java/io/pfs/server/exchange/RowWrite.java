package io.pfs.server.exchange;

import io.pfs.row.RowKind;
import io.pfs.row.Tags;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A row to be written: made, or these cells of it replaced, all at once or not at all.
 *
 * @param isNew whether nobody may have made it meanwhile; then it is refused with {@code ALREADY_EXISTS}
 * @param kind a file or a symlink
 * @param cells by column; of a file. They are given away, and nobody changes them any more
 * @param link where a symlink leads; empty for a file, and for a symlink that is to stay as it is
 * @param tags that are set; others stay
 */
public record RowWrite(
        RowKey key,
        boolean isNew,
        RowKind kind,
        long mtimeMillis,
        int mode,
        SortedMap<String, byte[]> cells,
        byte[] link,
        Tags tags) {

    public RowWrite {
        cells = Collections.unmodifiableSortedMap(new TreeMap<>(cells));
    }

    /** One without tags. */
    public RowWrite(
            RowKey key,
            boolean isNew,
            RowKind kind,
            long mtimeMillis,
            int mode,
            SortedMap<String, byte[]> cells,
            byte[] link) {
        this(key, isNew, kind, mtimeMillis, mode, cells, link, Tags.NONE);
    }

    /** Whether it makes a link, or another in its place; else it only says more of one that is there. */
    public boolean isLinking() {
        return kind == RowKind.SYMLINK && link.length > 0;
    }

    long bytes() {
        return cells.values().stream().mapToLong(cell -> cell.length).sum();
    }
}
