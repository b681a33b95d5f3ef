package io.pfs.server.shard;

import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.env.Clock;
import io.pfs.format.ByteReader;
import io.pfs.row.CellLocation;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.row.RowLayout;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.NamesChanged;
import io.pfs.server.change.Change.RowRemoved;
import io.pfs.server.column.CellKey;
import io.pfs.server.column.CellLabel;
import io.pfs.server.column.IndirectCells;
import io.pfs.server.shard.CellGather.Source;
import io.pfs.server.shard.NameAccess.Reached;
import io.pfs.wire.CellPut;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Kept;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.RowGone;
import io.pfs.wire.Request.AboutRow;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.RemoveRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes, changes and removes rows. */
final class RowService {
    private final Committer committer;
    private final CellGather gather;
    private final CellIngest ingest;
    private final FileIds fileIds;
    private final Clock clock;
    private final Limits limits;
    private final GroupCounters counters;

    RowService(
            Committer committer,
            CellGather gather,
            CellIngest ingest,
            FileIds fileIds,
            Clock clock,
            Limits limits,
            GroupCounters counters) {
        this.committer = committer;
        this.gather = gather;
        this.ingest = ingest;
        this.fileIds = fileIds;
        this.clock = clock;
        this.limits = limits;
        this.counters = counters;
    }

    /** The indirect record of a row as it was read, and where it stood. */
    private record Fetched(CellLocation place, IndirectCells cells) {}

    void edit(Envelope envelope, EditRow request, Reply.Sink sink) {
        edit(envelope, request, Optional.empty(), sink);
    }

    private void edit(Envelope envelope, EditRow request, Optional<Fetched> fetched, Reply.Sink sink) {
        committer.reach(envelope, request.table(), request.name(), sink, reached -> {
            Optional<Row> current = reached.row().map(bytes -> decode(request, bytes));
            RowExpectation.require(request, current);
            Optional<CellLocation> place = reached.row()
                    .filter(bytes -> RowPlan.touchesIndirect(request.edit()))
                    .flatMap(bytes -> RowLayout.cell(bytes, 0, RowLayout.INDIRECT_SLOT));
            Optional<Fetched> usable = fetched.filter(f -> place.equals(Optional.of(f.place)));
            if (place.isPresent() && usable.isEmpty()) {
                fetchIndirect(envelope, request, reached, place.get(), sink);
                return;
            }
            IndirectCells indirect = usable.map(Fetched::cells).orElse(IndirectCells.EMPTY);
            carryOut(envelope, request, reached, current, indirect, sink);
        });
    }

    private void fetchIndirect(
            Envelope envelope, EditRow request, Reached reached, CellLocation place, Reply.Sink sink) {
        gather.indirectOf(
                List.of(new Source(reached.row().orElseThrow())),
                found -> edit(envelope, request, Optional.of(new Fetched(place, found.get(0))), sink),
                failure -> committer.refuse(envelope, failure, sink));
    }

    private void carryOut(
            Envelope envelope,
            EditRow request,
            Reached reached,
            Optional<Row> current,
            IndirectCells indirect,
            Reply.Sink sink) {
        long now = clock.wallMillis();
        Row before = current.orElseGet(() -> RowPlan.newborn(request.ifNew(), fileIds.next(), now));
        RowPlan plan = new RowPlan(request, before, indirect, now, limits);
        Kept reply = new RowChanged(plan.fileId(), plan.version());
        boolean isNew = current.isEmpty();
        counters.cellsWritten(plan.embedded().size(), plan.big().size());
        if (plan.big().isEmpty()) {
            committer.commit(envelope, reached.held(), seq -> changes(plan, seq, List.of(), isNew, now), reply, sink);
            return;
        }
        committer.hold(reached.held());
        ingest.add(
                cellsOf(plan, reached),
                places -> committer.commitHeld(
                        envelope, reached.held(), seq -> changes(plan, seq, places, isNew, now), reply, sink),
                failure -> committer.fail(reached.held(), failure, sink));
    }

    private static List<CellIngest.Cell> cellsOf(RowPlan plan, Reached reached) {
        List<CellIngest.Cell> cells = new ArrayList<>();
        for (CellPut put : plan.big()) {
            CellKey key = new CellKey(plan.fileId(), put.column());
            CellLabel label =
                    new CellLabel(reached.held().table(), reached.held().hash(), key, plan.version());
            cells.add(new CellIngest.Cell(label, put.bytes(), put.compressed()));
        }
        return cells;
    }

    private List<Change> changes(RowPlan plan, long sequence, List<CellLocation> places, boolean isNew, long now) {
        List<Change> changes = plan.changes(sequence, places);
        if (isNew) {
            fileIds.reservation(now).ifPresent(changes::add);
        }
        return changes;
    }

    void remove(Envelope envelope, RemoveRow request, Reply.Sink sink) {
        committer.reach(envelope, request.table(), request.name(), sink, reached -> {
            Optional<Row> current = reached.row().map(bytes -> decode(request, bytes));
            RowExpectation.require(request, current);
            FileId fileId = current.map(Row::fileId).orElse(new FileId(0));
            committer.commit(
                    envelope,
                    reached.held(),
                    sequence -> List.of(
                            new RowRemoved(request.table(), request.name()),
                            new NamesChanged(request.table(), clock.wallMillis())),
                    new RowGone(fileId),
                    sink);
        });
    }

    private static Row decode(AboutRow request, byte[] bytes) {
        Row row = Row.decode(new ByteReader("row '" + request.name() + "'", bytes));
        if (row.kind() == RowKind.DIRECTORY) {
            throw new PfsException(
                    ErrorCode.IS_A_DIRECTORY,
                    "row '" + request.name() + "' of " + request.table() + " is a directory, not a file");
        }
        return row;
    }
}
