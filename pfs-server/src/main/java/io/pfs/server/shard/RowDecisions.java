package io.pfs.server.shard;

import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.Generation;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.row.RowLayout;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.change.Change.RowRemoved;
import io.pfs.server.shard.Reply.Done;
import io.pfs.server.shard.Reply.Found;
import io.pfs.server.shard.Reply.Refused;
import io.pfs.server.shard.Request.CreateRow;
import io.pfs.server.shard.Request.LookupRow;
import io.pfs.server.shard.Request.MakeTable;
import io.pfs.server.shard.Request.RemoveRow;
import io.pfs.server.shard.Request.ReplaceRow;
import io.pfs.server.table.TableFacts;
import java.util.List;
import java.util.Optional;

/**
 * Decides without acting: from a request and the row as it is now to the changes that would fulfil it and the reply
 * that would then be true. Nothing is read, written or timed here.
 */
final class RowDecisions {
    private RowDecisions() {}

    /** The changes to journal, if any, and what to answer once they are durable. */
    record Decision(List<Change> changes, Reply reply) {
        static Decision refused(ErrorCode code, String message) {
            return new Decision(List.of(), new Refused(code, message));
        }
    }

    static Decision makeTable(MakeTable request, ShardId shard, long nowMillis, Optional<byte[]> current) {
        if (current.isPresent()) {
            return Decision.refused(ErrorCode.ALREADY_EXISTS, request.table() + " exists");
        }
        TableFacts facts = new TableFacts(request.table(), request.hashSeed(), new Generation(1), shard, 0);
        FileId fileId = new FileId(request.table().value() & Long.MAX_VALUE);
        byte[] row = facts.toRow(fileId, nowMillis).toBytes();
        TableId tables = TableFacts.tableOfTables(shard).id();
        return done(new RowPut(tables, TableFacts.rowName(request.table()), row));
    }

    static Decision create(CreateRow request, Optional<byte[]> current) {
        if (current.isPresent()) {
            return Decision.refused(ErrorCode.ALREADY_EXISTS, describe(request.table(), request.name()) + " exists");
        }
        return done(new RowPut(request.table(), request.name(), request.row()));
    }

    static Decision replace(ReplaceRow request, Optional<byte[]> current) {
        if (current.isEmpty()) {
            return missing(request.table(), request.name());
        }
        long version = RowLayout.u48(current.get(), RowLayout.VERSION);
        if (version != request.expectedVersion()) {
            return Decision.refused(
                    ErrorCode.ALREADY_EXISTS,
                    describe(request.table(), request.name()) + " has version " + version + ", not the expected "
                            + request.expectedVersion());
        }
        return done(new RowPut(request.table(), request.name(), request.row()));
    }

    static Decision remove(RemoveRow request, Optional<byte[]> current) {
        if (current.isEmpty()) {
            return missing(request.table(), request.name());
        }
        return done(new RowRemoved(request.table(), request.name()));
    }

    static Decision lookup(LookupRow request, Optional<byte[]> current) {
        return current.map(row -> new Decision(List.of(), new Found(row)))
                .orElseGet(() -> missing(request.table(), request.name()));
    }

    private static Decision done(Change change) {
        return new Decision(List.of(change), new Done());
    }

    private static Decision missing(TableId table, RowName name) {
        return Decision.refused(ErrorCode.NOT_FOUND, describe(table, name) + " does not exist");
    }

    private static String describe(TableId table, RowName name) {
        return "row '" + name + "' of " + table;
    }
}
