package io.pfs.wire;

import io.pfs.Generation;
import io.pfs.TableId;
import io.pfs.row.Row;
import io.pfs.row.TablePointer;
import io.pfs.table.Policy;
import io.pfs.table.Schema;

/**
 * A table as its home shard sees it.
 *
 * @param parent the table that holds its row; its own id for the root
 */
public record TableView(
        TablePointer pointer,
        TableId parent,
        Generation generation,
        Policy policy,
        Schema schema,
        int mode,
        int owner,
        int group,
        Row.Times times) {}
