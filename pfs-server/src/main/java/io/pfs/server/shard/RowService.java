package io.pfs.server.shard;

import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.PfsException;
import io.pfs.env.Clock;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.server.access.Committer;
import io.pfs.server.access.MovedFiles;
import io.pfs.server.access.RowExpectation;
import io.pfs.server.cell.RowDrop;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.NamesChanged;
import io.pfs.server.change.Change.RowRemoved;
import io.pfs.server.state.CellWindow;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.Tables;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Kept;
import io.pfs.wire.Reply.RowGone;
import io.pfs.wire.Request.AboutRow;
import io.pfs.wire.Request.RemoveRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Removes rows. */
final class RowService {
    private final Committer committer;
    private final Tables tables;
    private final CellWindow window;
    private final Clock clock;

    RowService(Committer committer, ShardState state, Clock clock) {
        this.committer = committer;
        this.tables = state.tables();
        this.window = state.window();
        this.clock = clock;
    }

    void remove(Envelope envelope, RemoveRow request, Reply.Sink sink) {
        committer.reach(envelope, request.table(), request.name(), sink, reached -> {
            Optional<Row> current = reached.row().map(bytes -> decode(request, bytes));
            RowExpectation.require(request, current);
            Kept reply = new RowGone(current.map(Row::fileId).orElse(new FileId(0)));
            List<Change> changes = new ArrayList<>(4);
            changes.add(new RowRemoved(request.table(), request.name()));
            changes.add(new NamesChanged(request.table(), clock.wallMillis()));
            reached.row().ifPresent(row -> {
                changes.addAll(RowDrop.of(row, window));
                MovedFiles.gone(tables, row, changes);
            });
            committer.commit(envelope, reached.held(), sequence -> changes, reply, sink);
        });
    }

    static Row decode(AboutRow request, byte[] bytes) {
        Row row = Row.decode(request.name(), bytes);
        if (row.kind() == RowKind.DIRECTORY) {
            throw new PfsException(
                    ErrorCode.IS_A_DIRECTORY,
                    "row '" + request.name() + "' of " + request.table() + " is a directory, not a file");
        }
        return row;
    }
}
