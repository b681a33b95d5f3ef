package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Epoch;
import io.pfs.Position;
import io.pfs.server.journal.Journal;
import io.pfs.server.journal.ManualTimers;
import io.pfs.server.shard.JournalQueue.InFlight;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What waits to be applied: in its order, and nobody goes on in the midst of it. */
final class ApplyQueueTest {
    private static final int MANY = 20_000;

    private final ManualTimers timers = new ManualTimers();
    private final List<String> happened = new ArrayList<>();
    private long failing = -1;
    private int followedUp;
    private final ApplyQueue queue = new ApplyQueue(Optional.of(timers), this::apply, () -> followedUp++);

    private Optional<Runnable> apply(InFlight record) {
        long sequence = record.position().sequence();
        if (sequence == failing) {
            queue.giveUp(lost -> happened.add("lost " + lost.position().sequence()));
            return Optional.empty();
        }
        happened.add("applied " + sequence);
        return Optional.of(record.applied());
    }

    /** A record of nobody, of which its followers come by the queue again. */
    private InFlight record(long sequence, boolean mayBeLate) {
        return new InFlight(
                new Journal.Appended(0, sequence),
                null,
                new Position(new Epoch(1), sequence),
                List.of(),
                mayBeLate ? Optional.of(() -> happened.add("answered " + sequence)) : Optional.empty(),
                () -> {
                    happened.add("then " + sequence);
                    queue.catchUp();
                },
                cause -> {});
    }

    @Test
    void allAreAppliedBeforeAnybodyGoesOn() {
        queue.add(record(1, true));
        queue.add(record(2, true));
        queue.add(record(3, false));
        assertEquals(
                List.of(
                        "answered 1",
                        "answered 2",
                        "applied 1",
                        "applied 2",
                        "applied 3",
                        "then 1",
                        "then 2",
                        "then 3"),
                happened);
    }

    /** Who goes on may ask another shard, which catches up first: that must not go deeper and deeper. */
    @Test
    void manyThatComeByAgainDoNotCallEachOther() {
        LongStream.range(0, MANY).forEach(sequence -> queue.add(record(sequence, true)));
        timers.pass(0);
        assertEquals(3 * MANY, happened.size());
    }

    @Test
    void whatIsTakenQuietlyIsNotApplied() {
        queue.take(record(1, true));
        queue.take(record(2, false));
        assertEquals(List.of("answered 1"), happened);
        List<Runnable> then = queue.catchUpQuietly();
        assertEquals(List.of("answered 1", "applied 1", "applied 2"), happened);
        then.forEach(Runnable::run);
        assertEquals(List.of("then 1", "then 2"), happened.subList(3, 5));
    }

    /** Who asks again at once does not wait for it. */
    @Test
    void theFollowUpComesBehindWhatIsAppliedLate() {
        queue.add(record(1, true));
        queue.followUp();
        assertEquals(0, followedUp);
        timers.pass(0);
        assertEquals(List.of("answered 1", "applied 1", "then 1"), happened);
        assertEquals(1, followedUp);
    }

    @Test
    void theFollowUpComesAtOnceIfNothingIsLate() {
        queue.add(record(1, false));
        queue.followUp();
        assertEquals(1, followedUp);
    }

    /** Others may have had it applied before. */
    @Test
    void theFollowUpComesThoughNothingIsLeftToApply() {
        queue.add(record(1, true));
        queue.catchUp();
        queue.followUp();
        assertEquals(0, followedUp);
        timers.pass(0);
        assertEquals(1, followedUp);
    }

    /** Those behind one that can't be applied are not, even if who waited for it comes by again. */
    @Test
    void nothingIsAppliedBehindWhatCannotBe() {
        failing = 2;
        queue.add(record(1, true));
        queue.add(record(2, true));
        queue.add(record(3, true));
        queue.add(record(4, false));
        assertEquals(
                List.of("applied 1", "then 2", "then 3", "lost 4", "then 1"), happened.subList(3, happened.size()));
        assertTrue(happened.stream().noneMatch(what -> what.equals("applied 3")));
    }
}
