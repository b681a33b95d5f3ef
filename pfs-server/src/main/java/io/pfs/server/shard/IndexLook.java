package io.pfs.server.shard;

import io.pfs.PfsException;
import io.pfs.kv.KvIndex;
import io.pfs.server.indexing.KnownPositions.AllRows;
import io.pfs.server.indexing.KnownPositions.Found;
import io.pfs.server.indexing.Question;
import io.pfs.server.shard.SearchService.Sought;
import io.pfs.server.shard.WalkMeans.Run;
import io.pfs.server.slice.RowCursor;
import io.pfs.server.tag.Candidates;
import io.pfs.server.tag.IndexPlanner;
import io.pfs.server.tag.IndexQuestion;
import io.pfs.server.tag.IndexReader;
import io.pfs.server.tag.Plan;
import io.pfs.server.tag.PlanLimits;
import io.pfs.server.tag.TopCandidates;
import io.pfs.server.tag.TopRounds;
import io.pfs.wire.Cursor;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Asks the index where the rows can be that a search is after in a part of a table, and has them looked at. All of the part is here
 * when it asks, and the index knows all rows of it; what comes and goes between that and the look may be found or not, and a slice
 * that leaves is looked at where it went.
 */
final class IndexLook implements Question {
    private final SearchService service;
    private final Sought sought;
    private final IndexQuestion question;
    private final Run run;
    private Optional<Plan> plan = Optional.empty();
    private Optional<TopRounds> rounds = Optional.empty();
    private Optional<Candidates> candidates = Optional.empty();
    private Optional<TopCandidates> top = Optional.empty();
    private long keysRead;

    IndexLook(SearchService service, Sought sought, IndexQuestion question, Run run) {
        this.service = service;
        this.sought = sought;
        this.question = question;
        this.run = run;
    }

    @Override
    public void ask(KvIndex index) {
        PlanLimits limits = service.indexes().limits();
        Plan now = new IndexPlanner(index, service.indexes().id(), limits).plan(question);
        IndexReader reader = new IndexReader(index, service.indexes().id(), limits);
        if (now instanceof Plan.Top first) {
            readFirst(reader, first);
            now = top.isPresent() ? now : first.otherwise();
        }
        if (now instanceof Plan.Narrowed narrowed) {
            candidates = reader.candidates(narrowed, run.interval());
            keysRead += candidates.map(Candidates::keysRead).orElse(0L);
        }
        plan = Optional.of(now);
    }

    private void readFirst(IndexReader reader, Plan.Top plan) {
        OptionalInt size = sought.top();
        boolean areInOnePage = plan.limit() <= sought.request().rowsMax();
        if (areInOnePage && size.orElse(1) > 0) {
            TopRounds round = size.isPresent() ? new TopRounds(plan, size.getAsInt()) : new TopRounds(plan);
            rounds = Optional.of(round);
            top = reader.first(plan, round.size(), run.interval());
            keysRead += top.map(found -> found.candidates().keysRead()).orElse(0L);
        }
    }

    @Override
    public void answered() {
        WalkMeans.refusing(sought.sink(), () -> {
            Plan now = plan.orElseThrow();
            if (now instanceof Plan.Top && top.isPresent()) {
                lookAtFirst(top.get());
            } else if (now instanceof Plan.Narrowed && candidates.isPresent()) {
                Found found = new Found(
                        candidates.get().positions(),
                        run.interval().first(),
                        run.interval().last(),
                        now.words());
                service.look(sought, found, keysRead);
            } else {
                String reason = now instanceof Plan.Scan scan ? scan.reason() : "too many by " + now.words();
                service.scan(
                        sought,
                        new AllRows(run.interval().first(), run.interval().last(), reason));
            }
        });
    }

    @Override
    public void failed(PfsException cause) {
        service.scan(sought, "the index can't be asked: " + cause.getMessage());
    }

    private void lookAtFirst(TopCandidates looked) {
        TopPage page = new TopPage(looked);
        service.look(
                sought, page, looked.candidates().positions(), run.interval().last());
    }

    /**
     * The first rows in an order. If they are too few, there is another round; if they are too much for one page, it is done
     * otherwise, since only all of them together tell what comes first.
     */
    private final class TopPage implements TableWalk.Taker {
        private final TopCandidates candidates;
        private final SearchPage page;

        TopPage(TopCandidates candidates) {
            this.candidates = candidates;
            this.page =
                    service.page(sought, PageBounds.ofTop(), plan.orElseThrow().words(), keysRead);
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
                service.begin(sought.withTop(0));
                return;
            }
            TopRounds round = rounds.orElseThrow();
            TopRounds.Next then = round.end(candidates, page.findings().top());
            if (then == TopRounds.Next.DONE) {
                page.end(next);
                return;
            }
            boolean isHopeful = then == TopRounds.Next.ROUND && round.size() <= SearchService.LOOKUPS_MAX;
            service.begin(sought.withTop(
                    isHopeful ? round.size() : 0)); // what was here, and complete, may not be so any more
        }
    }
}
