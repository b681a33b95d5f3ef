package io.pfs.wire;

import io.pfs.Generation;
import io.pfs.query.index.IndexedFields;
import io.pfs.row.Row;
import io.pfs.row.TableParent;
import io.pfs.row.TablePointer;
import io.pfs.table.Policy;
import io.pfs.table.Schema;
import io.pfs.table.SpreadPolicy;

/**
 * A table as its home shard sees it.
 *
 * @param settledSpread the one that its slices lie by, and that clients are told of; less than that of the pointer while
 *     the table is distributed further
 * @param parent where its row is: who goes from one to the next finds its path
 */
public record TableView(
        TablePointer pointer,
        int settledSpread,
        SpreadPolicy spreadPolicy,
        TableParent parent,
        Generation generation,
        Policy policy,
        Schema schema,
        int mode,
        int owner,
        int group,
        Row.Times times,
        IndexedFields indexes) {}
