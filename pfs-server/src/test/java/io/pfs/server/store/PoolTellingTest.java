package io.pfs.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.server.journal.ManualTimers;
import io.pfs.wire.PoolPlace;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** Clients are told where a seat has what it has, sooner or later, by threads that may be blocked for long. */
final class PoolTellingTest {
    private final ManualTimers timers = new ManualTimers();
    private final Queue<Runnable> blocking = new ArrayDeque<>();
    private final PoolTelling telling = new PoolTelling(blocking::add, timers::after);
    private boolean isOpen = true;
    private boolean isAway;
    private int attempts;

    private Optional<PoolPlace> attempt() {
        attempts++;
        return isAway ? Optional.empty() : Optional.of(new PoolPlace("/pool", 7));
    }

    private void begin() {
        telling.tell(this::attempt, () -> isOpen);
    }

    private void work() {
        blocking.remove().run();
    }

    private void requireIdle() {
        assertTrue(blocking.isEmpty());
        assertTrue(timers.isIdle());
    }

    @Test
    void whatWasToldIsToldOnce() {
        begin();
        assertEquals(0, attempts, "who opens a seat does not wait for it");
        work();
        assertEquals(1, attempts);
        requireIdle();
    }

    /** Timers also answer those that have waited for long. */
    @Test
    void whatFailedIsRepeatedAfterAWhileAndNotByTheTimers() {
        isAway = true;
        begin();
        for (int i = 1; i <= 5; i++) {
            work();
            assertEquals(i, attempts);
            timers.pass(PoolTelling.AGAIN_NS - 1);
            assertTrue(blocking.isEmpty());
            timers.pass(1);
            assertEquals(i, attempts);
        }
        isAway = false;
        work();
        assertEquals(6, attempts);
        requireIdle();
    }

    @Test
    void aSeatThatIsClosedTellsNothing() {
        isAway = true;
        begin();
        work();
        isOpen = false;
        timers.pass(PoolTelling.AGAIN_NS);
        work();
        assertEquals(1, attempts);
        requireIdle();
    }
}
