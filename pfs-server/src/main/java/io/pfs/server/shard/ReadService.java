package io.pfs.server.shard;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.cell.CellKey;
import io.pfs.row.CellLocation;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.row.RowLayout;
import io.pfs.server.access.Guard;
import io.pfs.server.access.NameAccess;
import io.pfs.server.access.NameAccess.Reached;
import io.pfs.server.access.RowExpectation;
import io.pfs.server.cell.CellGather;
import io.pfs.server.cell.CellGather.Gathered;
import io.pfs.server.cell.CellGather.Source;
import io.pfs.server.cell.RowPlan;
import io.pfs.server.column.IndirectCells;
import io.pfs.server.lease.Leases;
import io.pfs.table.Schema;
import io.pfs.wire.Asker;
import io.pfs.wire.FoundRow;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.CellFound;
import io.pfs.wire.Reply.CellLength;
import io.pfs.wire.Reply.CellPlaced;
import io.pfs.wire.Reply.CellsListed;
import io.pfs.wire.Reply.HopFound;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Request.AboutRow;
import io.pfs.wire.Request.ListCells;
import io.pfs.wire.Request.LookUp;
import io.pfs.wire.Request.ReadCell;
import io.pfs.wire.Request.ReadRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Answers what a row is and what its cells hold. */
final class ReadService {
    private final NameAccess access;
    private final CellGather gather;
    private final Leases leases;
    private final Guard guard;

    ReadService(NameAccess access, CellGather gather, Leases leases, Guard guard) {
        this.access = access;
        this.gather = gather;
        this.leases = leases;
        this.guard = guard;
    }

    void read(Asker asker, ReadRow request, Reply.Sink sink) {
        withRow(asker, request, sink, (reached, source) -> {
            if (request.columns().isEmpty()) {
                sink.answer(new RowFound(found(request, source, Gathered.NOTHING)));
                return;
            }
            gather.cellsOf(
                    List.of(source),
                    request.columns(),
                    request.placesDo(),
                    CellGather.WHOLE_ROW,
                    cells -> sink.answer(new RowFound(found(request, source, cells))),
                    () -> read(asker, request, sink),
                    failure -> sink.answer(Reply.Refused.of(failure)));
        });
    }

    private static FoundRow found(ReadRow request, Source source, Gathered gathered) {
        return new FoundRow(request.name(), source.row(), gathered.cells(), gathered.large(), gathered.placed());
    }

    /** A hop of a path: only the row of a directory is leased, since all others are read anew each time. */
    void lookUp(Asker asker, LookUp request, Optional<LeaseHolder> holder, Reply.Sink sink) {
        withRow(asker, request, sink, (reached, source) -> {
            boolean isDirectory = decode(request, source).kind() == RowKind.DIRECTORY;
            long leaseMillis = isDirectory ? leases.grant(request.table(), request.name(), holder) : 0;
            FoundRow found = new FoundRow(request.name(), source.row(), List.of(), List.of());
            sink.answer(new HopFound(found, leaseMillis));
        });
    }

    void read(Asker asker, ReadCell request, Reply.Sink sink) {
        withRow(
                asker,
                request,
                sink,
                (reached, source) -> withPlaces(
                        request, source, request.column(), () -> read(asker, request, sink), sink, (row, indirect) -> {
                            Optional<CellLocation> place = RowPlan.isDirect(request.column())
                                    ? source.slot(request.column().value())
                                    : indirect.find(request.column());
                            place.ifPresentOrElse(
                                    location -> part(asker, request, row, source, location, sink),
                                    () -> sink.answer(Reply.Refused.of(noCell(request))));
                        }));
    }

    private void part(Asker asker, ReadCell request, Row row, Source source, CellLocation location, Reply.Sink sink) {
        if (request.placesDo() && !location.isInJournal()) {
            sink.answer(new CellPlaced(row.version(), source.fileId(), location));
            return;
        }
        gather.partOf(
                location,
                new CellKey(source.fileId(), request.column()),
                request.offset(),
                request.length(),
                bytes -> sink.answer(new CellFound(
                        row.version(), location.size(), location.isObject() ? location.segment() : 0, bytes)),
                () -> read(asker, request, sink),
                failure -> sink.answer(Reply.Refused.of(failure)));
    }

    void list(Asker asker, ListCells request, Reply.Sink sink) {
        withRow(
                asker,
                request,
                sink,
                (reached, source) -> withPlaces(
                        request, source, Schema.INDIRECT, () -> list(asker, request, sink), sink, (row, indirect) -> {
                            List<CellLength> cells = new ArrayList<>();
                            for (int slot = 0; slot < RowLayout.INDIRECT_SLOT; slot++) {
                                ColumnId column = new ColumnId(slot);
                                source.slot(slot).ifPresent(place -> cells.add(new CellLength(column, place.size())));
                            }
                            indirect.forEach((column, place) -> cells.add(new CellLength(column, place.size())));
                            sink.answer(new CellsListed(row.version(), cells));
                        }));
    }

    /** With the indirect record, if this column needs it. */
    private void withPlaces(
            AboutRow request,
            Source source,
            ColumnId column,
            Runnable again,
            Reply.Sink sink,
            BiConsumer<Row, IndirectCells> then) {
        Row row = decode(request, source);
        if (RowPlan.isDirect(column)) {
            then.accept(row, IndirectCells.EMPTY);
            return;
        }
        gather.indirectOf(
                List.of(source),
                indirect -> then.accept(row, indirect.get(0)),
                again,
                failure -> sink.answer(Reply.Refused.of(failure)));
    }

    private void withRow(Asker asker, AboutRow request, Reply.Sink sink, BiConsumer<Reached, Source> then) {
        access.read(
                request.table(),
                request.name(),
                reached -> {
                    guard.require(asker, request, reached.row());
                    if (reached.row().isPresent()) {
                        then.accept(reached, new Source(reached.row().get()));
                    } else {
                        sink.answer(Reply.Refused.of(new PfsException(
                                ErrorCode.NOT_FOUND, RowExpectation.describe(request) + " does not exist")));
                    }
                },
                failure -> sink.answer(Reply.Refused.of(failure)));
    }

    private static Row decode(AboutRow request, Source source) {
        return Row.decode(request.name(), source.row());
    }

    private static PfsException noCell(ReadCell request) {
        return new PfsException(
                ErrorCode.NOT_FOUND, RowExpectation.describe(request) + " has no cell in " + request.column());
    }
}
