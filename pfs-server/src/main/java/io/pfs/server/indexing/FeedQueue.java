package io.pfs.server.indexing;

import io.pfs.ShardId;
import io.pfs.server.indexing.Round.Asked;
import io.pfs.server.indexing.Round.Told;
import io.pfs.server.indexing.Round.Waiting;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** What an index is told and asked, in its order, until it knows it; and what that takes in memory. */
final class FeedQueue {
    private static final int ITEMS_PER_ROUND = 4096;
    private static final long BYTES_PER_ROUND = 4 << 20;

    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private long waitingBytes;
    private long roundBytes;

    void tell(ShardId shard, FeedItem item) {
        waiting.add(new Told(shard, item));
        waitingBytes += item.bytes();
    }

    void ask(Asked asked) {
        waiting.add(asked);
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    boolean hasRound() {
        return waiting.size() >= ITEMS_PER_ROUND || waitingBytes >= BYTES_PER_ROUND;
    }

    /** What it takes in memory, about, with what the round that is under way took. */
    long bytes() {
        return waitingBytes + roundBytes;
    }

    /** Gives a round what comes first: items up to a question, and that with them. */
    void fill(Round round) {
        while (!waiting.isEmpty() && round.items() < ITEMS_PER_ROUND && roundBytes < BYTES_PER_ROUND) {
            Waiting next = waiting.remove();
            if (next instanceof Told told) {
                waitingBytes -= told.item().bytes();
                roundBytes += told.item().bytes();
                round.tell(told);
            } else if (next instanceof Asked asked) {
                round.ask(asked.question());
                return;
            }
        }
    }

    /** The round is over. */
    void ended() {
        roundBytes = 0;
    }

    /** The shard that has most waiting, if any has anything. */
    Optional<ShardId> furthestBehind() {
        Map<ShardId, Long> bytes = new TreeMap<>();
        waiting.forEach(one -> {
            if (one instanceof Told told) {
                bytes.merge(told.shard(), told.item().bytes(), Long::sum);
            }
        });
        return bytes.entrySet().stream()
                .max(Comparator.comparingLong(Map.Entry::getValue))
                .map(Map.Entry::getKey);
    }

    /** Forgets all that waits of a shard. Returns the questions among it. */
    List<Question> forget(ShardId shard) {
        return forget(one -> one instanceof Told told
                ? told.shard().equals(shard)
                : one instanceof Asked asked && asked.shard().equals(Optional.of(shard)));
    }

    /** Forgets all that waits. Returns the questions among it. */
    List<Question> forgetAll() {
        return forget(one -> true);
    }

    List<Question> forgetQuestions() {
        return forget(Asked.class::isInstance);
    }

    private List<Question> forget(Predicate<Waiting> which) {
        List<Question> questions = new ArrayList<>();
        waiting.removeIf(one -> {
            boolean isGone = which.test(one);
            if (isGone && one instanceof Told told) {
                waitingBytes -= told.item().bytes();
            } else if (isGone && one instanceof Asked asked) {
                questions.add(asked.question());
            }
            return isGone;
        });
        return questions;
    }
}
