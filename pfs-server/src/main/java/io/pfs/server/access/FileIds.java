package io.pfs.server.access;

import io.pfs.Check;
import io.pfs.FileId;
import io.pfs.ShardId;
import io.pfs.row.Row;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.state.TableRows;
import io.pfs.server.state.Tables;
import java.util.Optional;

/**
 * Gives out file ids of a shard: 16 bits of the shard, 47 bits that grow. They are reserved ahead, many at a time, by a
 * row in the table of tables, so that a create never waits for one and none is given twice.
 */
public final class FileIds {
    private static final int COUNTER_BITS = 47;
    /** No row's id is 0: so a reply can say that there was no row. */
    private static final long FIRST = 1;

    private static final long RESERVED_AHEAD = 1 << 20;

    /** No more were given out than this without another record that reserves some. */
    private static final long PASSED_OVER = 64 * RESERVED_AHEAD;

    private final ShardId shard;
    private final Tables tables;
    private long next;

    public FileIds(ShardId shard, Tables tables) {
        this.shard = shard;
        this.tables = tables;
        this.next = Math.max(FIRST, tables.rows().reservedFileIds());
    }

    public FileId next() {
        Check.inRange("file ids given by a shard", next, 0, (1L << COUNTER_BITS) - 1);
        return new FileId((long) shard.value() << COUNTER_BITS | next++);
    }

    /** What has to stand in the record of an id that was given out just now, if more must be reserved. */
    public Optional<Change> reservation(long nowMillis) {
        if (next + RESERVED_AHEAD / 2 <= tables.rows().reservedFileIds()) {
            return Optional.empty();
        }
        return Optional.of(reserved(nowMillis));
    }

    /**
     * What reserved some may be lost: those that it can have reserved are given to nobody, nor are ids of tables that records had which are lost, if
     * this is journaled.
     *
     * @param most no more records are lost
     */
    public Change passOver(long most, long nowMillis) {
        next += PASSED_OVER;
        return reserved(
                (int) Check.inRange(
                        "ids of tables passed over", tables.rows().passedTableIds() + most, 0, Integer.MAX_VALUE),
                nowMillis);
    }

    private RowPut reserved(long nowMillis) {
        return reserved(tables.rows().passedTableIds(), nowMillis);
    }

    private RowPut reserved(int passedTableIds, long nowMillis) {
        Row row = TableRows.reservation(next + RESERVED_AHEAD, passedTableIds, nowMillis);
        return new RowPut(tables.tableOfTables().facts().id(), TableRows.RESERVED_FILE_IDS, row.toBytes());
    }
}
