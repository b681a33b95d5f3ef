package io.pfs.server.zookeeper;

import static org.junit.jupiter.api.Assertions.fail;

import io.pfs.env.Clock;
import io.pfs.env.Timers;
import io.pfs.env.system.SystemClock;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** A loop that is the test's own thread, while it waits for something. */
final class TestLoop implements Timers, Consumer<Runnable> {
    private static final long PATIENCE_NS = 60_000_000_000L;
    private static final long LOOK_NS = 5_000_000;

    final Clock clock = new SystemClock();
    private final LinkedBlockingQueue<Runnable> posted = new LinkedBlockingQueue<>();
    private final PriorityQueue<Alarm> alarms = new PriorityQueue<>(Comparator.comparingLong(Alarm::atNs));

    private static final class Alarm implements Timer {
        private final long atNs;
        private final Runnable task;
        private boolean isCancelled;

        Alarm(long atNs, Runnable task) {
            this.atNs = atNs;
            this.task = task;
        }

        long atNs() {
            return atNs;
        }

        @Override
        public void cancel() {
            isCancelled = true;
        }
    }

    @Override
    public void accept(Runnable task) {
        posted.add(task);
    }

    @Override
    public Timer after(long delayNs, Runnable task) {
        Alarm alarm = new Alarm(clock.monotonicNs() + delayNs, task);
        alarms.add(alarm);
        return alarm;
    }

    void await(String what, BooleanSupplier holds) {
        long untilNs = clock.monotonicNs() + PATIENCE_NS;
        while (!holds.getAsBoolean()) {
            if (clock.monotonicNs() - untilNs > 0) {
                fail("waited in vain: " + what);
            }
            turn();
        }
    }

    private void turn() {
        while (!alarms.isEmpty() && alarms.peek().atNs() - clock.monotonicNs() <= 0) {
            Alarm due = alarms.remove();
            if (!due.isCancelled) {
                due.task.run();
            }
        }
        try {
            Runnable task = posted.poll(LOOK_NS, TimeUnit.NANOSECONDS);
            if (task != null) {
                task.run();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
