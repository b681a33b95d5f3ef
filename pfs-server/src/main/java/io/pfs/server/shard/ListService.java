package io.pfs.server.shard;

import io.pfs.Check;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.hash.SliceOrder;
import io.pfs.row.RowLayout;
import io.pfs.server.access.Guard;
import io.pfs.server.access.KeptNames;
import io.pfs.server.access.Outbox;
import io.pfs.server.access.SliceMoves;
import io.pfs.server.cell.CellGather;
import io.pfs.server.cell.CellGather.Gathered;
import io.pfs.server.cell.CellGather.Source;
import io.pfs.server.cell.RowPlan;
import io.pfs.server.slice.RowCursor;
import io.pfs.server.slice.Slice;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.state.HeldSlice;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.SliceLoader;
import io.pfs.server.state.TableState;
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

/** Walks the rows of a table in their order, a page at a time. */
final class ListService {
    private final ShardState state;
    private final Outbox outbox;
    private final SliceLoader loader;
    private final CellGather gather;
    private final KeptNames keptNames;
    private final SliceMoves moves;
    private final GroupCounters counters;
    private final Guard guard;

    ListService(
            ShardState state,
            Outbox outbox,
            SliceLoader loader,
            CellGather gather,
            KeptNames keptNames,
            SliceMoves moves,
            GroupCounters counters,
            Guard guard) {
        this.state = state;
        this.outbox = outbox;
        this.loader = loader;
        this.gather = gather;
        this.keptNames = keptNames;
        this.moves = moves;
        this.counters = counters;
        this.guard = guard;
    }

    /** A page that fills. The next row stands at a position or behind it, and behind the last one of the page. */
    private static final class Page {
        private final Asker asker;
        private final ListRows request;
        private final List<RowName> names = new ArrayList<>();
        private final List<Source> rows = new ArrayList<>();
        private Optional<Cursor> last;
        private long position;
        private long cellBytes;
        private boolean ended;
        private boolean passed;

        Page(Asker asker, ListRows request) {
            this.asker = asker;
            this.request = request;
            this.last = request.cursor();
            this.position =
                    last.map(cursor -> SliceOrder.position(cursor.nextHash())).orElse(0L);
        }

        boolean isFull() {
            boolean enough = rows.size() >= request.rowsMax();
            return enough
                    || (!rows.isEmpty()
                            && cellBytes >= request.bytesMax()
                            && !request.columns().isEmpty());
        }

        /** Takes the rows of a slice that come behind the last one. */
        void take(Slice slice) {
            RowCursor all = slice.rows();
            while (!isFull() && all.next()) {
                if (isBehindLast(all)) {
                    byte[] row = Arrays.copyOfRange(all.array(), all.rowAt(), all.rowAt() + all.rowLength());
                    RowName name = RowName.of(all.array(), all.nameAt(), all.nameLength());
                    names.add(name);
                    rows.add(new Source(row));
                    cellBytes += bytesAskedFor(row);
                    last = Optional.of(new Cursor(all.hash(), name));
                }
            }
        }

        private boolean isBehindLast(RowCursor row) {
            if (last.isEmpty()) {
                return true;
            }
            int byHash = SliceOrder.compare(row.hash(), last.get().hash());
            byte[] name = last.get().name().toBytes();
            int end = row.nameAt() + row.nameLength();
            return byHash > 0
                    || (byHash == 0
                            && Arrays.compareUnsigned(row.array(), row.nameAt(), end, name, 0, name.length) > 0);
        }

        /** Of columns that are in the row itself; of the others nobody knows before they are read. */
        private long bytesAskedFor(byte[] row) {
            return request.columns().stream()
                    .filter(RowPlan::isDirect)
                    .flatMap(column -> RowLayout.cell(row, 0, column.value()).stream())
                    .mapToLong(place -> place.size())
                    .filter(size -> size <= Limits.CELL_BYTES_MAX)
                    .sum();
        }

        /** Whether any slice was gone through to its end. */
        boolean hasPassed() {
            return passed;
        }

        /** The next page begins with the next slice, in another shard. */
        void endOfPart() {
            last = Optional.of(Cursor.behindAll(SliceOrder.hashAt(position - 1)));
        }

        /** Goes behind a slice, which must reach to where it was found, or a page would never come to its end. */
        void pass(SliceOrder.Interval interval) {
            passed = true;
            ended = interval.isLast();
            boolean isAhead = Long.compareUnsigned(interval.last(), position) >= 0;
            Check.that(isAhead, "a slice reaches to where it was found", position);
            position = interval.last() + 1;
        }
    }

    /** Rows that came from elsewhere before this was asked are in the list: it may be that nobody has looked yet. */
    void list(Asker asker, ListRows request, Reply.Sink sink) {
        try {
            keptNames.requireAllSoon(request.table());
            keptNames.settleAll(request.table(), () -> fill(new Page(asker, request), sink));
        } catch (PfsException e) {
            sink.answer(Reply.Refused.of(e));
        }
    }

    private void fill(Page page, Reply.Sink sink) {
        try {
            outbox.requireServing();
            keptNames.requireAllSoon(page.request.table());
            TableState table = state.tables().serving(page.request.table());
            guard.require(page.asker, page.request, Optional.empty());
            while (!page.ended && !page.isFull()) {
                Optional<HeldSlice> there = table.sliceAt(SliceOrder.hashAt(page.position));
                if (there.isEmpty() && page.hasPassed()) {
                    page.endOfPart();
                    break; // the rest of the table is in other shards
                }
                HeldSlice held = there.isPresent() ? there.get() : table.sliceOf(SliceOrder.hashAt(page.position));
                if (moves.mustWait(held.key())) {
                    counters.waitedForSlice();
                    moves.awaitSoon(held.key(), () -> list(page.asker, page.request, sink));
                    return;
                }
                if (!held.isLoaded()) {
                    loader.load(held, () -> fill(page, sink), failure -> sink.answer(Reply.Refused.of(failure)));
                    return;
                }
                Slice slice = held.loaded();
                page.take(slice);
                if (!page.isFull()) {
                    page.pass(SliceOrder.interval(slice.key().slice().value(), slice.depth()));
                }
            }
            answer(page, sink);
        } catch (PfsException e) {
            sink.answer(Reply.Refused.of(e));
        }
    }

    private void answer(Page page, Reply.Sink sink) {
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
                cells -> sink.answer(new RowsFound(rowsOf(page, cells), page.ended ? Optional.empty() : page.last)),
                () -> list(page.asker, page.request, sink),
                failure -> sink.answer(Reply.Refused.of(failure)));
    }

    private static List<FoundRow> rowsOf(Page page, Gathered gathered) {
        int columns = page.request.columns().size();
        List<FoundRow> rows = new ArrayList<>(page.rows.size());
        for (int i = 0; i < page.rows.size(); i++) {
            RowName name = page.names.get(i);
            Gathered own = gathered.row(i, columns);
            rows.add(new FoundRow(name, page.rows.get(i).row(), own.cells(), own.large(), own.placed()));
        }
        return rows;
    }
}
