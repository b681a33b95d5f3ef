package io.pfs.hadoop.rows;

import io.pfs.client.table.RowView;
import java.util.Map;
import java.util.Optional;

/**
 * A file with the cells that were asked for, all as they were at one time. The bytes are the reader's own.
 *
 * @param cells by the names of their columns; those that it has
 */
public record FileRow(RowView row, Map<String, byte[]> cells) {
    public Optional<byte[]> cell(String form) {
        return Optional.ofNullable(cells.get(form));
    }
}
