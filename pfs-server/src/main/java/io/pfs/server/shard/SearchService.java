package io.pfs.server.shard;

import io.pfs.hash.SliceOrder;
import io.pfs.query.index.IndexedField;
import io.pfs.query.index.IndexedFields;
import io.pfs.server.indexing.KnownPositions.AllRows;
import io.pfs.server.indexing.KnownPositions.Found;
import io.pfs.server.indexing.KnownPositions.Known;
import io.pfs.server.indexing.ShardFeed;
import io.pfs.server.search.Wanted;
import io.pfs.server.shard.WalkMeans.Run;
import io.pfs.server.slice.RowCursor;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.state.TableState;
import io.pfs.server.tag.IndexQuestion;
import io.pfs.server.tag.TablePart;
import io.pfs.wire.Asker;
import io.pfs.wire.Cursor;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.IndexesMeasured;
import io.pfs.wire.Request.MeasureIndexes;
import io.pfs.wire.Request.SearchRows;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * Looks for what a query asks for among the rows of a table, so many at a time that others need not wait long: where indexes say, or
 * among all of them.
 */
final class SearchService {
    /** For the first rows in an order no more rows than these are looked up at a time: they can't be looked up in pieces. */
    static final int LOOKUPS_MAX = 16 * 1024;

    private final WalkMeans means;
    private final TableWalk walk;
    private final PositionWalk positions;
    private final ShardFeed indexes;
    private final GroupCounters counters;

    SearchService(WalkMeans means, TableWalk walk, PositionWalk positions, ShardFeed indexes) {
        this.means = means;
        this.walk = walk;
        this.positions = positions;
        this.indexes = indexes;
        this.counters = means.counters();
    }

    /**
     * Who asks what.
     *
     * @param top how many of the first rows in an order are looked at, if that has to be other than usual; 0: none, there are ways that
     *     are faster
     */
    record Sought(Asker asker, SearchRows request, Wanted wanted, Reply.Sink sink, OptionalInt top) {
        Sought withTop(int size) {
            return new Sought(asker, request, wanted, sink, OptionalInt.of(size));
        }

        long begin() {
            return TableWalk.begin(request);
        }
    }

    void search(Asker asker, SearchRows request, Reply.Sink sink) {
        Wanted wanted = Wanted.of(request.search()); // refuses what can't be answered, whoever would look
        Sought sought = new Sought(asker, request, wanted, sink, OptionalInt.empty());
        if (wanted.isNone()) {
            none(sought);
        } else if (indexes.complete(request.table()).isEmpty()) {
            scan(sought, "it has no index here, or none that is complete");
        } else {
            begin(sought);
        }
    }

    /** Wherever rows are, they need not be looked at; but that is told only who may look. */
    private void none(Sought sought) {
        WalkMeans.refusing(sought.sink, () -> {
            TableState unused = means.table(sought.asker, sought.request);
            page(sought, PageBounds.ofRows(1), "no row can fulfil the condition", 0)
                    .end(Optional.empty());
        });
    }

    /** Looks at all rows. */
    void scan(Sought sought, String reason) {
        scan(sought, () -> scanPage(sought, reason));
    }

    /** The same, also for the pages to come, without asking the index again. */
    void scan(Sought sought, AllRows known) {
        scan(sought, () -> new Remembering(scanPage(sought, known.reason()), sought, known));
    }

    private void scan(Sought sought, Supplier<TableWalk.Taker> page) {
        walk.start(new TableWalk.Order(sought.asker, sought.request, page, sought.sink));
    }

    private SearchPage scanPage(Sought sought, String reason) {
        return page(sought, PageBounds.ofRows(sought.request.rowsMax()), "all rows: " + reason, 0);
    }

    /** Begins, perhaps anew, after a wait for a slice that was on its way. */
    void begin(Sought sought) {
        means.whenSettled(sought.request.table(), sought.sink, () -> settled(sought));
    }

    private void settled(Sought sought) {
        SearchRows request = sought.request;
        Optional<Known> known = indexes.known()
                .of(indexes.id(), sought.asker, request)
                .filter(found -> request.cursor().isPresent())
                .filter(found -> new SliceOrder.Interval(found.first(), found.last()).contains(sought.begin()))
                .filter(found -> Long.compareUnsigned(found.last(), request.last()) <= 0);
        if (known.isPresent()) {
            goOn(sought, known.get());
            return;
        }
        TableState table = means.table(sought.asker, request);
        means.run(table, request, () -> begin(sought)).ifPresent(run -> ask(sought, run));
    }

    private void goOn(Sought sought, Known known) {
        if (known instanceof Found found) {
            look(sought, found, 0);
        } else {
            scan(sought, (AllRows) known);
        }
    }

    private void ask(Sought sought, Run run) {
        SearchRows request = sought.request;
        IndexedFields complete = indexes.complete(request.table());
        if (complete.isEmpty()) {
            scan(sought, "it has no index here, or none that is complete");
            return;
        }
        IndexQuestion question = new IndexQuestion(
                new TablePart(request.table(), run.rowsAbout()),
                complete,
                sought.wanted.query(),
                request.search().forms());
        indexes.ask(new IndexLook(this, sought, question, run));
    }

    ShardFeed indexes() {
        return indexes;
    }

    /** @param bounds when it is full */
    SearchPage page(Sought sought, PageBounds bounds, String plan, long keysRead) {
        return new SearchPage(sought.wanted, bounds, plan, keysRead, sought.sink, counters);
    }

    /** Looks where the index said. */
    void look(Sought sought, Found found, long keysRead) {
        SearchRows request = sought.request;
        counters.searchNarrowed();
        SearchPage page = page(sought, PageBounds.ofRows(request.rowsMax()), found.plan(), keysRead);
        positions.start(new PositionWalk.Order(
                sought.asker,
                request,
                new Remembering(page, sought, found),
                found.positions(),
                found.last(),
                () -> begin(sought),
                sought.sink));
    }

    /** Looks where the index said, for a page that tells itself what comes then. */
    void look(Sought sought, TableWalk.Taker page, long[] where, long last) {
        counters.searchNarrowed();
        positions.start(new PositionWalk.Order(
                sought.asker, sought.request, page, where, last, () -> begin(sought), sought.sink));
    }

    /** Keeps what is known as long as more pages of this part are to come. */
    private final class Remembering implements TableWalk.Taker {
        private final SearchPage page;
        private final Sought sought;
        private final Known known;

        Remembering(SearchPage page, Sought sought, Known known) {
            this.page = page;
            this.sought = sought;
            this.known = known;
        }

        @Override
        public boolean isFull() {
            return page.isFull();
        }

        @Override
        public void take(RowCursor row) {
            page.take(row);
        }

        @Override
        public void end(Optional<Cursor> next) {
            if (page.isFull()) {
                indexes.known().put(indexes.id(), sought.asker, sought.request, known);
            } else {
                indexes.known().forget(indexes.id(), sought.asker, sought.request);
            }
            page.end(next);
        }
    }

    // How far the indexes are

    void measure(Asker asker, MeasureIndexes request, Reply.Sink sink) {
        WalkMeans.refusing(sink, () -> {
            TableState table = means.table(asker, request);
            means.run(table, request, () -> measure(asker, request, sink))
                    .ifPresent(run -> sink.answer(measured(table, run)));
        });
    }

    private IndexesMeasured measured(TableState table, Run run) {
        long[] rows = {0};
        table.forEachSlice(held -> rows[0] += held.rowsAbout());
        List<Integer> complete = indexes.complete(table.facts().id()).fields().stream()
                .map(IndexedField::id)
                .toList();
        long done = Math.min(rows[0], indexes.rowsDone(table.facts().id()));
        return new IndexesMeasured(
                means.state().shard(),
                complete,
                done,
                rows[0],
                PositionWalk.behind(run.interval().last()));
    }
}
