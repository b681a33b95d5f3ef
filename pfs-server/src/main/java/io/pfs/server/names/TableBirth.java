package io.pfs.server.names;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.cluster.Placing;
import io.pfs.env.Entropy;
import io.pfs.row.Inline;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.row.TableParent;
import io.pfs.row.TablePointer;
import io.pfs.server.access.FileIds;
import io.pfs.server.access.NameAccess.Reached;
import io.pfs.server.access.RowExpectation;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.state.ShardState;
import io.pfs.server.table.TableFacts;
import io.pfs.table.SpreadPolicy;
import io.pfs.table.Spreading;
import io.pfs.wire.NameStep.Bear;
import io.pfs.wire.Request.MakeTable;
import java.util.Optional;

/** What is journaled when a table is born: its row here, and the row in its parent that leads to it. */
public final class TableBirth {
    private final ShardState state;
    private final FileIds fileIds;
    private final Entropy entropy;
    private final int fullSpread;

    /** @param fullSpread of tables that go over all servers; 0 if one serves alone */
    public TableBirth(ShardState state, FileIds fileIds, Entropy entropy, int fullSpread) {
        this.state = state;
        this.fileIds = fileIds;
        this.entropy = entropy;
        this.fullSpread = fullSpread;
    }

    public static void requireAbsent(MakeTable request, Reached reached) {
        if (reached.row().isPresent()) {
            throw new PfsException(ErrorCode.ALREADY_EXISTS, RowExpectation.describe(request) + " exists");
        }
        request.name().requireForNewRow();
        reached.slice().requireRoom();
    }

    /** What a request for a subdirectory says of its table. */
    public static Bear bear(MakeTable request, ShardId parentBase) {
        return new Bear(
                parentBase,
                request.name(),
                request.mode(),
                request.owner(),
                request.group(),
                request.policy(),
                request.spreading());
    }

    /** A table that the record with this sequence makes here. */
    public TablePointer pointer(long sequence, Spreading spreading) {
        int least = spreading.policy().isFromBirth() ? fullSpread : 0;
        int spread = Math.max(spreading.spread(), least);
        Placing placing = spreading.policy() == SpreadPolicy.RANDOM ? Placing.RANDOM : Placing.STRIDE;
        TableId id = TableId.of(
                state.shard(), TableFacts.FIRST_MADE + state.tables().rows().passedTableIds() + sequence);
        return new TablePointer(id, state.shard(), spread, placing, entropy.nextLong());
    }

    /** The row of the subdirectory in its parent. */
    public Change row(MakeTable request, TablePointer pointer, long now) {
        Row empty = Row.emptyFile(fileIds.next(), request.mode(), request.owner(), request.group(), now);
        Row row = new Row(
                empty.fileId(),
                1,
                0,
                empty.times(),
                request.mode(),
                request.owner(),
                request.group(),
                RowKind.DIRECTORY,
                empty.cells(),
                Inline.ofPointer(pointer).toBytes());
        return new RowPut(request.table(), request.name(), row.toBytes());
    }

    /** The row of the table in the table of tables. */
    public Change facts(TableId parentTable, Bear bear, TablePointer pointer, long now) {
        TableParent parent = new TableParent(parentTable, bear.base(), Optional.of(bear.name()), 1);
        TableFacts facts = TableFacts.born(pointer, bear.spreading().policy(), parent, bear.policy());
        Row row = facts.toRow(fileIds.next(), bear.mode(), bear.owner(), bear.group(), now);
        return new RowPut(
                state.tables().tableOfTables().facts().id(), TableFacts.rowName(pointer.table()), row.toBytes());
    }

    /** What has to stand in the same record if file ids run out. */
    public Optional<Change> reservation(long now) {
        return fileIds.reservation(now);
    }
}
