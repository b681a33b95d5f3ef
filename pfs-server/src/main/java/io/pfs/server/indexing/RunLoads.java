package io.pfs.server.indexing;

import io.pfs.Check;
import io.pfs.ShardId;
import io.pfs.env.Workers;
import io.pfs.server.state.GroupContext;
import io.pfs.server.state.RunCounters;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Brings into the index what a run knows of shards, before it is told anything else of them. That is done by a worker while rows are
 * served, and the index of other shards goes on; of these, searches look at all rows until then.
 */
final class RunLoads {
    private final IndexFeed feed;
    private final FeedQueue queue;
    private final GroupContext context;
    private final Workers workers;
    private final RunCounters counters;
    private final Map<ShardId, ShardFeed> waiting = new TreeMap<>();
    private final Map<ShardId, RunLoad> loads = new TreeMap<>();
    private Optional<RunPieces> pieces = Optional.empty();

    RunLoads(IndexFeed feed, FeedQueue queue, GroupContext context, RunCounters counters) {
        this.feed = feed;
        this.queue = queue;
        this.context = context;
        this.workers = context.workers();
        this.counters = counters;
    }

    /** There is another one, and what the shard's index is told waits for it. */
    void add(ShardFeed shard, RunLoad load) {
        waiting.put(shard.id(), shard);
        loads.put(shard.id(), load);
        queue.hold(shard.id());
    }

    /** Once a recovery has come to its end: nobody knows before which indexes are wanted. */
    void run() {
        waiting.values().forEach(ShardFeed::sayWhatIsWanted);
        RunPieces all = new RunPieces(context.pool(), context.index().home(), loads.values());
        pieces = Optional.of(all);
        goOn(all);
    }

    private void goOn(RunPieces all) {
        if (all.isMore()) {
            workers.run(all::run, () -> {
                all.takeEnded().forEach(this::ended);
                feed.work();
                goOn(all);
            });
        }
    }

    private void ended(RunLoad load) {
        loads.remove(load.shard());
        ShardFeed shard = Check.present(waiting.remove(load.shard()), "who is loaded waits for it");
        if (load.isStopped()) {
            queue.release(load.shard());
            feed.fill(shard);
        } else if (load.refusal().isPresent()) {
            counters.refused();
            queue.release(load.shard());
            feed.makeAnew(shard, load.refusal().get());
        } else {
            counters.loaded(load.entries());
            queue.releaseAfter(load.shard(), new FeedItem.IsLoaded());
            shard.recallLoaded();
        }
    }

    /** What a run knows of this shard is not wanted any more; until its load has ended, its index can't be made in another way. */
    void giveUp(ShardFeed shard) {
        RunLoad load = loads.get(shard.id());
        if (load != null) {
            load.stop();
            if (pieces.isEmpty()) {
                loads.remove(shard.id());
                waiting.remove(shard.id());
                queue.release(shard.id());
            }
        }
    }
}
