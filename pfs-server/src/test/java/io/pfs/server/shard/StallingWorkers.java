package io.pfs.server.shard;

import io.pfs.env.Workers;
import java.util.ArrayDeque;

/** Runs jobs when it is polled. One that meets a file that stalls stays there, and others go on; it does all again when that is over. */
final class StallingWorkers implements Workers {
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private final ArrayDeque<Runnable> stalled = new ArrayDeque<>();

    /** What a file throws that stalls: nothing of a job may take it for a refusal. */
    static final class Stall extends Error {
        private static final long serialVersionUID = 1;
    }

    @Override
    public void run(Runnable job, Runnable done) {
        waiting.add(() -> {
            job.run();
            done.run();
        });
    }

    /** Does one waiting job, with its completion; says whether there was one. */
    boolean poll() {
        Runnable next = waiting.poll();
        if (next == null) {
            return false;
        }
        try {
            next.run();
        } catch (Stall e) {
            stalled.add(next);
        }
        return true;
    }

    void endStalls() {
        waiting.addAll(stalled);
        stalled.clear();
    }
}
