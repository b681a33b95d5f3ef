package io.pfs.client.table;

import io.pfs.TableId;
import io.pfs.table.Column;
import io.pfs.table.Policy;
import io.pfs.table.SpreadPolicy;
import io.pfs.wire.TableView;
import java.time.Instant;
import java.util.List;

/**
 * What is known of a table.
 *
 * @param spread it is spread over up to 2 to the power of this shards
 * @param spreadPolicy when it is spread further
 * @param isDistributing whether slices of it are on their way to where they belong by that spread
 * @param columns in the order they were added; the first is {@code content}
 * @param indexes the fields that have indexes, as they are written in queries, in the order they were added
 */
public record TableInfo(
        String path,
        TableId id,
        Policy policy,
        int spread,
        SpreadPolicy spreadPolicy,
        boolean isDistributing,
        List<Column> columns,
        int mode,
        int owner,
        int group,
        Instant modified,
        Instant accessed,
        List<String> indexes) {

    public static TableInfo of(String path, TableView view) {
        return new TableInfo(
                path,
                view.pointer().table(),
                view.policy(),
                view.pointer().spread(),
                view.spreadPolicy(),
                view.settledSpread() < view.pointer().spread(),
                view.schema().columns(),
                view.mode(),
                view.owner(),
                view.group(),
                Instant.ofEpochMilli(view.times().mtimeMillis()),
                Instant.ofEpochMilli(view.times().atimeMillis()),
                TableIndexes.texts(view));
    }
}
