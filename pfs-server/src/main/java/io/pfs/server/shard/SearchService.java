package io.pfs.server.shard;

import io.pfs.server.search.Findings;
import io.pfs.server.shard.TableWalk.Order;
import io.pfs.server.slice.RowCursor;
import io.pfs.server.state.GroupCounters;
import io.pfs.wire.Asker;
import io.pfs.wire.Cursor;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.RowsSearched;
import io.pfs.wire.Request.SearchRows;
import io.pfs.wire.SearchCost;
import java.util.Optional;

/** Looks for what a query asks for among the rows of a table, so many at a time that others need not wait long. */
final class SearchService {
    private final TableWalk walk;
    private final GroupCounters counters;

    SearchService(TableWalk walk, GroupCounters counters) {
        this.walk = walk;
        this.counters = counters;
    }

    /** The rows that one request looks at. */
    private final class Page implements TableWalk.Taker {
        private final SearchRows request;
        private final Reply.Sink sink;
        private final Findings findings;
        private int looked;

        Page(SearchRows request, Reply.Sink sink) {
            this.request = request;
            this.sink = sink;
            this.findings = Findings.of(request.search());
        }

        @Override
        public boolean isFull() {
            return looked >= request.rowsMax() || findings.isEnough();
        }

        @Override
        public void take(RowCursor row) {
            looked++;
            findings.look(row);
        }

        @Override
        public void end(Optional<Cursor> next) {
            counters.searched(looked);
            sink.answer(new RowsSearched(findings.toBytes(), next, new SearchCost("all rows", 0, looked)));
        }
    }

    void search(Asker asker, SearchRows request, Reply.Sink sink) {
        walk.start(new Order(asker, request, () -> new Page(request, sink), sink));
    }
}
