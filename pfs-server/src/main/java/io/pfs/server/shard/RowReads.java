package io.pfs.server.shard;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.row.CellLocation;
import io.pfs.row.RowLayout;
import io.pfs.server.access.Guard;
import io.pfs.server.access.NameAccess;
import io.pfs.server.access.Outbox;
import io.pfs.server.cell.CellGather;
import io.pfs.server.cell.CellGather.Gathered;
import io.pfs.server.cell.CellGather.Source;
import io.pfs.server.cell.RowPlan;
import io.pfs.server.slice.SlicePlace.Lookup;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.TableState;
import io.pfs.wire.Asker;
import io.pfs.wire.FoundRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.RowsRead;
import io.pfs.wire.Request.ReadRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads many rows of a table by their names: each as it is at some moment before the answer. */
final class RowReads {
    private final ShardState state;
    private final Outbox outbox;
    private final NameAccess access;
    private final CellGather gather;
    private final Guard guard;

    RowReads(ShardState state, Outbox outbox, NameAccess access, CellGather gather, Guard guard) {
        this.state = state;
        this.outbox = outbox;
        this.access = access;
        this.gather = gather;
        this.guard = guard;
    }

    void read(Asker asker, ReadRows request, Reply.Sink sink) {
        new Answer(asker, request, sink).goOn();
    }

    /** An answer that fills, name by name. */
    private final class Answer {
        private final Asker asker;
        private final ReadRows request;
        private final Reply.Sink sink;
        private final List<Optional<Source>> rows;
        private long[] hashes = {};
        private long cellBytes;

        Answer(Asker asker, ReadRows request, Reply.Sink sink) {
            this.asker = asker;
            this.request = request;
            this.sink = sink;
            this.rows = new ArrayList<>(request.names().size());
        }

        void goOn() {
            try {
                outbox.requireServing();
                TableState table = state.tables().serving(request.table());
                guard.require(asker, request, Optional.empty());
                if (hashes.length == 0) {
                    hash(table);
                }
                while (!isFull()) {
                    RowName name = request.names().get(rows.size());
                    Optional<Lookup> lookup = access.atOnce(table, name, hashes[rows.size()]);
                    if (lookup.isEmpty()) {
                        await(name);
                        return;
                    }
                    add(name, NameAccess.rowOf(lookup.get()));
                }
                withCells();
            } catch (PfsException e) {
                failed(e);
            }
        }

        private void hash(TableState table) {
            hashes = new long[request.names().size()];
            for (int i = 0; i < hashes.length; i++) {
                hashes[i] = table.hash().of(request.names().get(i));
            }
            table.touch(hashes, hashes.length);
        }

        private void await(RowName name) {
            access.read(
                    request.table(),
                    name,
                    reached -> {
                        add(name, reached.row());
                        goOn();
                    },
                    this::failed);
        }

        /** Cells need what each row needs: of those that may not be read nothing is left out in silence. */
        private void add(RowName name, Optional<byte[]> row) {
            guard.requireCells(asker, request.table(), name, request.columns(), row);
            rows.add(row.map(Source::new));
            row.ifPresent(bytes -> cellBytes += bytesAskedFor(bytes));
        }

        private boolean isFull() {
            boolean isEnough = !rows.isEmpty() && !request.columns().isEmpty() && cellBytes >= request.bytesMax();
            return isEnough || rows.size() == request.names().size();
        }

        /** Of columns that are in the row itself; of the others nobody knows before it was looked up where they are. */
        private long bytesAskedFor(byte[] row) {
            long bytes = 0;
            for (ColumnId column : request.columns()) { // a lookup asks for none: it is not to pay for a stream
                if (RowPlan.isDirect(column)) {
                    long size = RowLayout.cell(row, 0, column.value())
                            .map(CellLocation::size)
                            .orElse(0L);
                    bytes += size <= Limits.CELL_BYTES_MAX ? size : 0;
                }
            }
            return bytes;
        }

        private void withCells() {
            if (request.columns().isEmpty()) {
                answer(Gathered.NOTHING);
                return;
            }
            List<Source> found = rows.stream().flatMap(Optional::stream).toList();
            gather.cellsOf(
                    found,
                    request.columns(),
                    request.placesDo(),
                    request.bytesMax(),
                    this::answer,
                    () -> read(asker, request, sink),
                    this::failed);
        }

        private void answer(Gathered gathered) {
            int columns = request.columns().size();
            List<Optional<FoundRow>> found = new ArrayList<>(rows.size());
            int before = 0;
            for (int i = 0; i < rows.size(); i++) {
                Optional<Source> source = rows.get(i);
                if (source.isEmpty()) {
                    found.add(Optional.empty());
                    continue;
                }
                if (columns > 0 && before == gathered.rows()) {
                    break; // so many bytes are enough: who asked goes on from here
                }
                RowName name = request.names().get(i);
                Gathered own = gathered.row(before, columns);
                before++;
                found.add(Optional.of(new FoundRow(name, source.get().row(), own.cells(), own.large(), own.placed())));
            }
            sink.answer(new RowsRead(found));
        }

        /** Names from here on may live in another shard; those before them are told. */
        private void failed(PfsException cause) {
            if (cause.code() == ErrorCode.MISPLACED && !rows.isEmpty()) {
                withCells();
                return;
            }
            sink.answer(Reply.Refused.of(cause));
        }
    }
}
