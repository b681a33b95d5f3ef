package io.pfs.env.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.env.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class LoopThreadTest {
    private static final int ALARMS = 1_000;
    private static final String OTHER = "other";

    private final CompletableFuture<Throwable> died = new CompletableFuture<>();
    private final LoopThread loop = new LoopThread("test-loop", new SystemClock(), () -> {}, died::complete);

    @BeforeEach
    void start() {
        loop.start();
    }

    @AfterEach
    void stop() {
        loop.close();
        assertFalse(died.isDone(), "the loop has lived");
    }

    /** Who does something long has himself called again at once, so that others have their turn in between. */
    @Test
    void whatIsPostedHasItsTurnBetweenAlarmsThatAreDueAtOnce() {
        CompletableFuture<List<String>> seen = new CompletableFuture<>();
        loop.post(() -> ring(new ArrayList<>(), seen));

        int turn = seen.join().indexOf(OTHER);

        assertTrue(turn > 0 && turn < ALARMS / 10, "others had their turn after " + turn + " alarms");
    }

    private void ring(List<String> names, CompletableFuture<List<String>> seen) {
        names.add("alarm");
        if (names.size() == 2) { // the first is no alarm
            loop.post(() -> names.add(OTHER));
        }
        if (names.size() < ALARMS) {
            loop.after(0, () -> ring(names, seen));
        } else {
            seen.complete(names);
        }
    }

    @Test
    void howLongTurnsTookIsCountedWithWhatIsDoneAtTheirEnds() {
        AtomicLong nowNs = new AtomicLong();
        CompletableFuture<Long> seen = new CompletableFuture<>();
        try (LoopThread timed =
                new LoopThread("timed-loop", clockAt(nowNs::get), () -> nowNs.addAndGet(3), died::complete)) {
            timed.start();
            timed.post(() -> {
                nowNs.addAndGet(70);
                timed.after(0, () -> seen.complete(timed.busyNs())); // has the next turn
            });
            assertEquals(73, seen.join());
        }
    }

    static Clock clockAt(LongSupplier nowNs) {
        return new Clock() {
            @Override
            public long monotonicNs() {
                return nowNs.getAsLong();
            }

            @Override
            public long wallMillis() {
                return 0;
            }
        };
    }
}
