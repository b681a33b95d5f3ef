package io.pfs.server.journal;

import io.pfs.env.Timers;
import java.util.ArrayList;
import java.util.List;

/** Timers whose time passes when a test says so. */
public final class ManualTimers implements Timers {
    private final List<Waiting> waiting = new ArrayList<>();
    private long now;

    private static final class Waiting implements Timer {
        private final long at;
        private final Runnable task;
        private boolean cancelled;

        Waiting(long at, Runnable task) {
            this.at = at;
            this.task = task;
        }

        @Override
        public void cancel() {
            cancelled = true;
        }
    }

    @Override
    public Timer after(long delayNs, Runnable task) {
        Waiting timer = new Waiting(now + delayNs, task);
        waiting.add(timer);
        return timer;
    }

    /** Lets time pass and runs what is due. */
    public void pass(long ns) {
        now += ns;
        List<Waiting> due = waiting.stream().filter(timer -> timer.at <= now).toList();
        waiting.removeAll(due);
        for (Waiting timer : due) {
            if (!timer.cancelled) {
                timer.task.run();
            }
        }
    }

    public boolean isIdle() {
        return count() == 0;
    }

    /** Of what is still to be done. */
    public long count() {
        return waiting.stream().filter(timer -> !timer.cancelled).count();
    }
}
