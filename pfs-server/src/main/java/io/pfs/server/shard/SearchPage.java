package io.pfs.server.shard;

import io.pfs.server.search.Findings;
import io.pfs.server.search.Wanted;
import io.pfs.server.slice.RowCursor;
import io.pfs.server.state.GroupCounters;
import io.pfs.wire.Cursor;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.RowsSearched;
import io.pfs.wire.SearchCost;
import java.util.Optional;

/** The rows that one request of a search looks at, and what it finds among them. */
final class SearchPage implements TableWalk.Taker {
    /** Words of a plan, in bytes at most, since letters take four at most. */
    private static final int PLAN_LETTERS_MAX = 1000;

    private final Reply.Sink sink;
    private final GroupCounters counters;
    private final Findings findings;
    private final PageBounds bounds;
    private final String plan;
    private final long keysRead;
    private int looked;
    private long lookedBytes;

    /**
     * One that has found nothing.
     *
     * @param bounds when it is full
     * @param plan how it was found out where to look, in words
     * @param keysRead of indexes for that
     */
    SearchPage(Wanted wanted, PageBounds bounds, String plan, long keysRead, Reply.Sink sink, GroupCounters counters) {
        this.bounds = bounds;
        this.plan = plan.length() > PLAN_LETTERS_MAX ? plan.substring(0, PLAN_LETTERS_MAX) + "..." : plan;
        this.keysRead = keysRead;
        this.sink = sink;
        this.counters = counters;
        this.findings = new Findings(wanted);
    }

    Findings findings() {
        return findings;
    }

    int looked() {
        return looked;
    }

    @Override
    public boolean isFull() {
        return looked >= bounds.rowsMax()
                || lookedBytes >= bounds.bytesMax()
                || findings.bytes() >= bounds.foundMax()
                || findings.steps() >= bounds.stepsMax()
                || findings.isEnough();
    }

    @Override
    public void take(RowCursor row) {
        looked++;
        lookedBytes += row.rowLength();
        findings.look(row);
    }

    @Override
    public void end(Optional<Cursor> next) {
        counters.searched(looked);
        sink.answer(new RowsSearched(findings.toBytes(), next, new SearchCost(plan, keysRead, looked)));
    }
}
