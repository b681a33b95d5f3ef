package io.pfs.server.indexing;

import io.pfs.PfsException;
import io.pfs.pool.Pool;
import io.pfs.server.state.RunCounters;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Brings into the index what a run knows of shards, before it is told anything else of them. That is done while rows are served, and
 * searches look at all of them until then; but if too much waits for it in a recovery, that waits, too.
 */
final class RunLoads {
    private final IndexFeed feed;
    private final Pool pool;
    private final Round round;
    private final Collection<ShardFeed> shards;
    private final RunCounters counters;
    private boolean isWaiting;

    /** @param shards of the feed, which may become more */
    RunLoads(IndexFeed feed, Pool pool, Round round, Collection<ShardFeed> shards, RunCounters counters) {
        this.feed = feed;
        this.pool = pool;
        this.round = round;
        this.shards = shards;
        this.counters = counters;
    }

    /** There is another one. */
    void add() {
        isWaiting = true;
    }

    /** Whether the index has to wait for some. */
    boolean isWaiting() {
        return isWaiting;
    }

    /** In a recovery; which indexes there are when that has come to its end, nobody knows. */
    void runNow() {
        RunPieces pieces = waiting();
        boolean isMore = pieces.isMore();
        while (isMore) {
            isMore = round.load(pieces);
        }
        feed.ended();
        ended(pieces.loads());
    }

    /** Once a recovery has come to its end. */
    void run() {
        shards.forEach(ShardFeed::recallLoaded); // of those that it waited for
        shards.stream().filter(ShardFeed::isToBeLoaded).forEach(ShardFeed::sayWhatIsWanted);
        RunPieces pieces = waiting();
        if (pieces.isMore()) {
            feed.busyInPieces(() -> round.load(pieces), () -> {
                feed.ended();
                ended(pieces.loads()).forEach(ShardFeed::recallLoaded);
            });
        }
    }

    private RunPieces waiting() {
        isWaiting = false;
        return new RunPieces(
                pool,
                shards.stream()
                        .filter(ShardFeed::isToBeLoaded)
                        .map(ShardFeed::load)
                        .flatMap(Optional::stream)
                        .toList());
    }

    /** Returns those that have what they waited for. The others may have lost it, if the index failed. */
    private List<ShardFeed> ended(List<RunLoad> loads) {
        List<ShardFeed> waited = shards.stream()
                .filter(shard -> shard.load().filter(loads::contains).isPresent())
                .toList();
        waited.forEach(shard -> ended(shard, shard.load().orElseThrow()));
        return waited.stream().filter(shard -> shard.load().isPresent()).toList();
    }

    private void ended(ShardFeed shard, RunLoad load) {
        Optional<PfsException> refusal = load.refusal();
        if (refusal.isPresent()) {
            counters.refused();
            feed.makeAnew(shard, refusal.get());
        } else {
            counters.loaded(load.entries());
        }
    }
}
