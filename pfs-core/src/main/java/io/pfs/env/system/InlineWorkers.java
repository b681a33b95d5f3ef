package io.pfs.env.system;

import io.pfs.env.Workers;
import java.util.ArrayDeque;

/**
 * Runs jobs on the caller's own thread when it polls: the whole engine in one thread. A store used by one caller at a
 * time is fastest so, since nobody has to be woken up.
 */
public final class InlineWorkers implements Workers {
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();

    @Override
    public void run(Runnable job, Runnable done) {
        waiting.add(() -> {
            job.run();
            done.run();
        });
    }

    /** Does one waiting job, with its completion; says whether there was one. */
    public boolean poll() {
        Runnable next = waiting.poll();
        if (next == null) {
            return false;
        }
        next.run();
        return true;
    }
}
