package io.pfs.server.indexing;

import io.pfs.server.state.SliceLoader;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Makes indexes that are not complete, one after the other. What can't be made now is tried again later, and then later still. */
final class Backfills {
    private final IndexFeed feed;
    private final SliceLoader loader;
    private final Set<ShardFeed> wanted = new LinkedHashSet<>();
    /** A timer runs as long as there are any. */
    private final Set<ShardFeed> later = new LinkedHashSet<>();

    private final Restarts restarts = new Restarts();
    private Optional<Backfill> running = Optional.empty();

    Backfills(IndexFeed feed, SliceLoader loader) {
        this.feed = feed;
        this.loader = loader;
    }

    /** Something of this shard may be lacking. It is begun after the record that is applied just now. */
    void add(ShardFeed shard) {
        wanted.add(shard);
        if (running.isEmpty()) {
            feed.ask(new Later(this::next));
        }
    }

    /** The index is lost: all are made anew, if there is another. */
    void giveUp() {
        wanted.clear();
        running.ifPresent(Backfill::giveUp);
        running = Optional.empty();
    }

    /** What a shard's index was told is worth nothing. */
    void giveUp(ShardFeed shard) {
        wanted.remove(shard);
        if (running.filter(backfill -> backfill.isOf(shard)).isPresent()) {
            running.get().giveUp();
            running = Optional.empty();
        }
    }

    private void next() {
        while (running.isEmpty() && !wanted.isEmpty()) {
            ShardFeed shard = wanted.iterator().next();
            Optional<Backfill> backfill = Backfill.of(shard, loader, this::ended);
            if (backfill.isEmpty()) {
                wanted.remove(shard);
            } else {
                running = backfill;
                backfill.get().goOn();
            }
        }
    }

    private void ended(Backfill backfill) {
        if (running.filter(now -> now == backfill).isPresent()) {
            running = Optional.empty();
            switch (backfill.how()) {
                case FILLED -> restarts.succeeded();
                case TO_BE_TRIED_AGAIN -> tryLater(backfill.shard());
                case NOT_WANTED -> {}
            }
            next();
        }
    }

    private void tryLater(ShardFeed shard) {
        boolean isFirst = later.isEmpty();
        later.add(shard);
        if (isFirst) {
            feed.after(restarts.nextDelayNs(), this::tryAgain);
        }
    }

    private void tryAgain() {
        List<ShardFeed> waiting = List.copyOf(later);
        later.clear();
        waiting.forEach(ShardFeed::tryAgain);
    }
}
