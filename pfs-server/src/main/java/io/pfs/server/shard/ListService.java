package io.pfs.server.shard;

import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.row.RowLayout;
import io.pfs.server.access.Guard;
import io.pfs.server.cell.CellGather;
import io.pfs.server.cell.CellGather.Gathered;
import io.pfs.server.cell.CellGather.Source;
import io.pfs.server.cell.RowPlan;
import io.pfs.server.shard.TableWalk.Order;
import io.pfs.server.slice.RowCursor;
import io.pfs.server.state.GroupCounters;
import io.pfs.wire.Asker;
import io.pfs.wire.Cursor;
import io.pfs.wire.FoundRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.RowsFound;
import io.pfs.wire.Request.ListRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Lists the rows of a table, a page at a time. */
final class ListService {
    private final TableWalk walk;
    private final CellGather gather;
    private final GroupCounters counters;
    private final Guard guard;

    ListService(TableWalk walk, CellGather gather, GroupCounters counters, Guard guard) {
        this.walk = walk;
        this.gather = gather;
        this.counters = counters;
        this.guard = guard;
    }

    /** A page that fills. */
    private final class Page implements TableWalk.Taker {
        private final Asker asker;
        private final ListRows request;
        private final Reply.Sink sink;
        private final List<RowName> names = new ArrayList<>();
        private final List<Long> hashes = new ArrayList<>();
        private final List<Source> rows = new ArrayList<>();
        private long cellBytes;
        private long rowBytes;

        Page(Asker asker, ListRows request, Reply.Sink sink) {
            this.asker = asker;
            this.request = request;
            this.sink = sink;
        }

        @Override
        public boolean isFull() {
            boolean enough = rows.size() >= request.rowsMax();
            return enough
                    || rowBytes + FoundRow.BYTES_MAX > request.rowBytesMax()
                    || (!rows.isEmpty()
                            && cellBytes >= request.bytesMax()
                            && !request.columns().isEmpty());
        }

        @Override
        public void take(RowCursor found) {
            byte[] row = Arrays.copyOfRange(found.array(), found.rowAt(), found.rowAt() + found.rowLength());
            names.add(RowName.of(found.array(), found.nameAt(), found.nameLength()));
            hashes.add(found.hash());
            rows.add(new Source(row));
            cellBytes += bytesAskedFor(row);
            rowBytes += row.length + found.nameLength();
        }

        /** Where the next page begins that has so many rows. */
        Optional<Cursor> behind(int rowCount, Optional<Cursor> behindAll) {
            return rowCount == rows.size()
                    ? behindAll
                    : Optional.of(new Cursor(hashes.get(rowCount - 1), names.get(rowCount - 1)));
        }

        /** Of columns that are in the row itself; of the others nobody knows before it was looked up where they are. */
        private long bytesAskedFor(byte[] row) {
            return request.columns().stream()
                    .filter(RowPlan::isDirect)
                    .flatMap(column -> RowLayout.cell(row, 0, column.value()).stream())
                    .mapToLong(place -> place.size())
                    .filter(size -> size <= Limits.CELL_BYTES_MAX)
                    .sum();
        }

        @Override
        public void end(Optional<Cursor> next) {
            answer(this, next);
        }
    }

    void list(Asker asker, ListRows request, Reply.Sink sink) {
        walk.start(new Order(asker, request, () -> new Page(asker, request, sink), sink));
    }

    /** Refuses by an exception. */
    private void answer(Page page, Optional<Cursor> next) throws PfsException {
        for (int i = 0; i < page.rows.size(); i++) {
            byte[] row = page.rows.get(i).row();
            guard.requireCells(
                    page.asker, page.request.table(), page.names.get(i), page.request.columns(), Optional.of(row));
        }
        counters.pageListed();
        gather.cellsOf(
                page.rows,
                page.request.columns(),
                page.request.placesDo(),
                page.request.bytesMax(),
                cells -> page.sink.answer(rowsOf(page, cells, next)),
                () -> list(page.asker, page.request, page.sink),
                failure -> page.sink.answer(Reply.Refused.of(failure)));
    }

    private static RowsFound rowsOf(Page page, Gathered gathered, Optional<Cursor> next) {
        int columns = page.request.columns().size();
        int count = columns == 0 ? page.rows.size() : gathered.rows();
        List<FoundRow> rows = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            RowName name = page.names.get(i);
            Gathered own = gathered.row(i, columns);
            rows.add(new FoundRow(name, page.rows.get(i).row(), own.cells(), own.large(), own.placed()));
        }
        return new RowsFound(rows, page.behind(count, next));
    }
}
