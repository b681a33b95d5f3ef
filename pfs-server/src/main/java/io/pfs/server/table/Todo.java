package io.pfs.server.table;

import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.row.TableParent;

/** What is left to do in another shard once a procedure was decided. Done twice it is as if done once. */
public sealed interface Todo {
    /** Who has to do it. */
    ShardId shard();

    /** The table there that it is about. */
    TableId table();

    /** The row that the intent keeps bears this name from now on. */
    record SettleRow(ShardId shard, TableId table, RowName name) implements Todo {}

    /** The table has this parent now. */
    record Reparent(ShardId shard, TableId table, TableParent parent) implements Todo {}

    /** The table, sealed and empty, goes. */
    record DropTable(ShardId shard, TableId table) implements Todo {}

    /** The table was cut off and is to be reaped. */
    record DetachTable(ShardId shard, TableId table) implements Todo {}

    /** The table that was born for this has its row. */
    record AdoptTable(ShardId shard, TableId table) implements Todo {}

    /**
     * All shards that have slices of the table learn what may be done with it, beginning with its home. It is there twice if they
     * have to learn the policy, too: servers of a version before know nothing of that, and do it twice.
     */
    record ShareRights(ShardId shard, TableId table) implements Todo {}

    /** The row that leads to a subdirectory repeats these attributes of it. */
    record CopyAttributes(ShardId shard, TableId table, RowName name, Copied copied) implements Todo {}

    /**
     * Attributes of a table.
     *
     * @param ctimeMillis when they were changed: later ones count
     */
    record Copied(TableId child, int mode, int owner, int group, long ctimeMillis) {}
}
