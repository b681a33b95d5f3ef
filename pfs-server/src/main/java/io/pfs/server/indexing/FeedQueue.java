package io.pfs.server.indexing;

import io.pfs.ShardId;
import io.pfs.server.indexing.Round.Asked;
import io.pfs.server.indexing.Round.Told;
import io.pfs.server.indexing.Round.Waiting;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What an index is told and asked, in its order, until it knows it; and what that takes in memory. What is about a shard that is loaded
 * is held until that is over, and others go on.
 */
final class FeedQueue {
    private static final int ITEMS_PER_ROUND = 4096;
    private static final long BYTES_PER_ROUND = 4 << 20;

    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private final Map<ShardId, ArrayDeque<Waiting>> held = new TreeMap<>();
    private final ArrayDeque<Waiting> untilNoneIsHeld = new ArrayDeque<>();
    private long waitingBytes;
    private long heldBytes;
    /** Of those that wait, what was held before: who changes something now need not wait for it. */
    private long lateBytes;

    private long roundBytes;

    void tell(ShardId shard, FeedItem item) {
        ArrayDeque<Waiting> ofShard = held.get(shard);
        if (ofShard == null) {
            waiting.add(new Told(shard, item, false));
            waitingBytes += item.bytes();
        } else {
            ofShard.add(new Told(shard, item, true));
            heldBytes += item.bytes();
        }
    }

    void ask(Asked asked) {
        asked.shard().map(held::get).orElse(waiting).add(asked);
    }

    /** Asks once nothing is held. */
    void askLate(Asked asked) {
        (held.isEmpty() ? waiting : untilNoneIsHeld).add(asked);
    }

    /** What is about this shard waits from now on. */
    void hold(ShardId shard) {
        held.put(shard, new ArrayDeque<>());
    }

    boolean isHeld(ShardId shard) {
        return held.containsKey(shard);
    }

    /** The same after an item that comes before all of that. */
    void releaseAfter(ShardId shard, FeedItem first) {
        waiting.add(new Told(shard, first, false));
        waitingBytes += first.bytes();
        release(shard);
    }

    /** What is about this shard waits no longer. */
    void release(ShardId shard) {
        ArrayDeque<Waiting> released = held.remove(shard);
        if (released != null) {
            long bytes = bytesOf(released);
            heldBytes -= bytes;
            waitingBytes += bytes;
            lateBytes += bytes;
            waiting.addAll(released);
        }
        if (held.isEmpty()) {
            waiting.addAll(untilNoneIsHeld);
            untilNoneIsHeld.clear();
        }
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    boolean hasRound() {
        return waiting.size() >= ITEMS_PER_ROUND || waitingBytes >= BYTES_PER_ROUND;
    }

    /** What it takes in memory, about, with what the round that is under way took. */
    long bytes() {
        return bytesToDo() + heldBytes + lateBytes;
    }

    /** Of these, what was never held. */
    long bytesToDo() {
        return waitingBytes - lateBytes + roundBytes;
    }

    long heldBytes() {
        return heldBytes;
    }

    /** Gives a round what comes first: items up to a question, and that with them. */
    void fill(Round round) {
        while (!waiting.isEmpty() && round.items() < ITEMS_PER_ROUND && roundBytes < BYTES_PER_ROUND) {
            Waiting next = waiting.remove();
            if (next instanceof Told told) {
                left(told);
                roundBytes += told.item().bytes();
                round.tell(told);
            } else if (next instanceof Asked asked) {
                round.ask(asked.question());
                return;
            }
        }
    }

    private void left(Told told) {
        waitingBytes -= told.item().bytes();
        lateBytes -= told.isLate() ? told.item().bytes() : 0;
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
        held.forEach((shard, items) -> bytes.merge(shard, bytesOf(items), Long::sum));
        return most(bytes);
    }

    /** Of those that are held, the one that has most waiting. */
    Optional<ShardId> mostHeld() {
        Map<ShardId, Long> bytes = new TreeMap<>();
        held.forEach((shard, items) -> bytes.put(shard, bytesOf(items)));
        return most(bytes);
    }

    private static Optional<ShardId> most(Map<ShardId, Long> bytes) {
        return bytes.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .max(Comparator.comparingLong(Map.Entry::getValue))
                .map(Map.Entry::getKey);
    }

    private static long bytesOf(Collection<Waiting> some) {
        return some.stream()
                .mapToLong(one -> one instanceof Told told ? told.item().bytes() : 0)
                .sum();
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
        forget(waiting, which, questions, this::left);
        held.values()
                .forEach(some -> forget(
                        some, which, questions, told -> heldBytes -= told.item().bytes()));
        forget(untilNoneIsHeld, which, questions, told -> {});
        return questions;
    }

    private static void forget(
            ArrayDeque<Waiting> some, Predicate<Waiting> which, List<Question> questions, Consumer<Told> gone) {
        some.removeIf(one -> {
            boolean isGone = which.test(one);
            if (isGone && one instanceof Told told) {
                gone.accept(told);
            } else if (isGone && one instanceof Asked asked) {
                questions.add(asked.question());
            }
            return isGone;
        });
    }
}
