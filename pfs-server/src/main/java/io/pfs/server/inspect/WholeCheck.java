package io.pfs.server.inspect;

import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.server.table.TableFacts;

/** What can be told of a file system only when the shards of all its servers were looked at. */
record WholeCheck(CellCheck cells, TableGraph graph, SliceCheck slices, FileIdCheck fileIds, LoanCheck loans) {
    static final TableId ROOT = TableId.of(new ShardId(0), 1);

    void check(Findings findings) {
        graph.check(cells.isAllMet(), findings);
        slices.check(table -> TableFacts.isSystem(table) || graph.isReached(table));
        fileIds.check();
        loans.check(cells.isAllMet());
    }
}
