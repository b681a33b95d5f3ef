package io.pfs.server.indexing;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.env.Workers;
import io.pfs.kv.KvIndex;
import io.pfs.server.indexing.Round.Asked;
import io.pfs.server.indexing.Round.Told;
import io.pfs.server.indexing.Round.Waiting;
import io.pfs.server.state.GroupContext;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.SliceLoader;
import io.pfs.server.tag.PlanLimits;
import io.pfs.server.tag.ShardIndex;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Keeps the index behind the rows of a group of shards. What it is told and asked waits in one queue, so that an answer knows all
 * that was applied before the question; one round after the other is done by a worker. While a recovery replays, rounds are done at
 * once.
 *
 * <p>An index that fails is thrown away and made anew from the rows; searches look at all rows meanwhile.
 */
public final class IndexFeed {
    private static final int ITEMS_PER_ROUND = 4096;
    /** With more waiting, changes have to wait, too. */
    private static final long WAITING_BYTES_MAX = 32 << 20;
    /** After so many failures without an index that was completed there is none until the server is opened again. */
    private static final int FAILURES_MAX = 8;

    private final GroupContext context;
    private final Workers workers;
    private final GroupCounters counters;
    private final Map<ShardId, ShardFeed> shards = new TreeMap<>();
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private final Round round;
    private final KnownPositions known = new KnownPositions();
    private long waitingBytes;
    private boolean isReplaying = true;
    private boolean isBusy;
    private boolean isClosing;
    private int failures;
    private Optional<PfsException> off = Optional.empty();
    private Optional<Backfills> backfills = Optional.empty();

    public IndexFeed(GroupContext context, GroupCounters counters) {
        this.context = context;
        this.workers = context.workers();
        this.counters = counters;
        this.round = new Round(context.index().home(), context.faultPoints(), context.rootSeed());
    }

    /** Follows a shard that is recovered: what storage has of it is in its state, and what the journal has comes by replay. */
    public void recover(ShardState state) {
        ShardFeed feed = add(state);
        feed.recover();
    }

    /** Follows a shard in which nothing has happened. */
    public ShardFeed follow(ShardState state) {
        ShardFeed known = shards.get(state.shard());
        return known == null ? add(state) : known;
    }

    private ShardFeed add(ShardState state) {
        ShardFeed feed = new ShardFeed(this, state);
        state.follow(feed);
        shards.put(state.shard(), feed);
        return feed;
    }

    /** Replay is over: from now on workers do the rest. */
    public void recovered(SliceLoader loader) {
        drain();
        shards.values().forEach(ShardFeed::recovered);
        forgetWhatIsNotRight();
        isReplaying = false;
        backfills = Optional.of(new Backfills(this, loader));
        shards.values().forEach(this::fill);
    }

    /**
     * What the index knows of shards that it does not follow goes before anything is served, and for good: records that are written
     * from now on may bear the numbers of records that were lost, and then nobody could tell.
     */
    private void forgetWhatIsNotRight() {
        if (!context.index().home().exists()) {
            return;
        }
        ask(new Question() {
            private List<ShardId> known = List.of();

            @Override
            public void ask(KvIndex index) {
                known = ShardIndex.shards(index);
            }

            @Override
            public void answered() {
                known.stream().filter(shard -> !isKnown(shard)).forEach(shard -> forget(shard));
            }

            @Override
            public void failed(PfsException cause) {
                // then there is no index any more, or none that can be read
            }
        });
        drain();
    }

    private boolean isKnown(ShardId shard) {
        ShardFeed feed = shards.get(shard);
        return feed != null && feed.isKnown();
    }

    private void forget(ShardId shard) {
        waiting.add(new Told(shard, new FeedItem.ShardIsGone()));
        waiting.add(new Told(shard, new FeedItem.Force()));
    }

    /** Does all that waits, at once. */
    private void drain() {
        while (!waiting.isEmpty()) {
            take();
            round.run();
            ended();
        }
    }

    /** Whether changes need not wait. */
    public boolean hasRoom() {
        return waitingBytes <= WAITING_BYTES_MAX;
    }

    /** What asking may cost. */
    PlanLimits limits() {
        return context.index().limits();
    }

    long seed() {
        return context.rootSeed();
    }

    /** The positions that searches found, for their next pages. */
    public KnownPositions known() {
        return known;
    }

    boolean isReplaying() {
        return isReplaying;
    }

    /** The index itself, for a recovery, which may wait for it. */
    KvIndex openNow() {
        return round.index();
    }

    void tell(ShardFeed shard, FeedItem item) {
        if (off.isEmpty()) {
            waiting.add(new Told(shard.id(), item));
            waitingBytes += item.bytes();
            if (isReplaying && waiting.size() >= ITEMS_PER_ROUND) {
                drain();
            }
        }
    }

    /** Asks once all is done that was told so far. */
    public void ask(Question question) {
        if (off.isPresent()) {
            question.failed(off.get());
        } else if (isClosing) {
            question.failed(new PfsException(ErrorCode.CLOSED, "the shards were closed"));
        } else {
            waiting.add(new Asked(question));
            work();
        }
    }

    /** Has a worker go on, if there is something to do. */
    void work() {
        if (!isReplaying && !isBusy && !waiting.isEmpty()) {
            isBusy = true;
            take();
            workers.run(round::run, () -> {
                isBusy = false;
                ended();
                work();
            });
        }
    }

    /** Items up to a question, and that with them. */
    private void take() {
        while (!waiting.isEmpty() && round.items() < ITEMS_PER_ROUND) {
            Waiting next = waiting.remove();
            if (next instanceof Told told) {
                waitingBytes -= told.item().bytes();
                round.tell(told);
            } else if (next instanceof Asked asked) {
                round.ask(asked.question());
                return;
            }
        }
    }

    private void ended() {
        counters.indexRound(round.items());
        Optional<PfsException> failure = round.failure();
        failure.ifPresent(this::failed);
        round.end();
        failure.ifPresent(cause -> beginAnew());
    }

    /** What waits is worth nothing: all rows will be told anew. */
    private void failed(PfsException cause) {
        counters.indexFailed();
        failures = cause.code() == ErrorCode.NOT_SUPPORTED ? FAILURES_MAX : failures + 1;
        off = Optional.of(cause);
        List<Waiting> left = List.copyOf(waiting);
        waiting.clear();
        waitingBytes = 0;
        shards.values().forEach(ShardFeed::lost);
        backfills.ifPresent(Backfills::giveUp);
        fail(left, cause);
    }

    private static void fail(List<Waiting> left, PfsException cause) {
        left.forEach(item -> {
            if (item instanceof Asked asked) {
                asked.question().failed(cause);
            }
        });
    }

    /** Nothing is asked any more; what the index was told it still learns. */
    public void close() {
        PfsException closed = new PfsException(ErrorCode.CLOSED, "the shards were closed");
        isClosing = true;
        backfills.ifPresent(Backfills::giveUp);
        List<Waiting> left = List.copyOf(waiting);
        waiting.removeIf(Asked.class::isInstance);
        fail(left, closed);
        work();
    }

    /** With an index that is empty; unless that would go on for ever. */
    private void beginAnew() {
        if (failures >= FAILURES_MAX || isClosing) {
            return;
        }
        if (isReplaying) {
            reset();
            return;
        }
        isBusy = true;
        workers.run(round::reset, () -> {
            isBusy = false;
            if (round.failure().isEmpty()) {
                off = Optional.empty();
                shards.values().forEach(this::fill);
                work();
            }
        });
    }

    private void reset() {
        round.reset();
        if (round.failure().isEmpty()) {
            off = Optional.empty();
        }
    }

    /** An index was made to its end: whatever failed before is over. */
    void filled() {
        counters.indexFilled();
        failures = 0;
    }

    /** Has those indexes of a shard made that are not complete, one after the other. */
    void fill(ShardFeed shard) {
        backfills.filter(there -> shard.lacks()).ifPresent(there -> there.add(shard));
    }
}
