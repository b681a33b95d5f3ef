package io.pfs.client.table;

import io.pfs.TableId;
import io.pfs.table.Column;
import io.pfs.table.Policy;
import io.pfs.wire.TableView;
import java.time.Instant;
import java.util.List;

/**
 * What is known of a table.
 *
 * @param columns in the order they were added; the first is {@code content}
 */
public record TableInfo(
        String path,
        TableId id,
        Policy policy,
        List<Column> columns,
        int mode,
        int owner,
        int group,
        Instant modified,
        Instant accessed) {

    public static TableInfo of(String path, TableView view) {
        return new TableInfo(
                path,
                view.pointer().table(),
                view.policy(),
                view.schema().columns(),
                view.mode(),
                view.owner(),
                view.group(),
                Instant.ofEpochMilli(view.times().mtimeMillis()),
                Instant.ofEpochMilli(view.times().atimeMillis()));
    }
}
