package io.pfs.env.system;

import io.pfs.env.Workers;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs jobs on some threads of its own, and tells their loop when they are done. */
public final class PoolWorkers implements Workers, AutoCloseable {
    private final LoopThread loop;
    private final ExecutorService threads;

    public PoolWorkers(String name, int threads, LoopThread loop) {
        this.loop = loop;
        AtomicInteger number = new AtomicInteger();
        this.threads = Executors.newFixedThreadPool(threads, job -> {
            Thread thread = new Thread(job, name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    /** A job that throws is our own mistake; its loop, which waits for it, must not wait for ever. */
    @Override
    public void run(Runnable job, Runnable done) {
        threads.execute(() -> {
            try {
                job.run();
            } catch (RuntimeException | Error e) {
                loop.post(() -> {
                    throw e;
                });
                return;
            }
            loop.post(done);
        });
    }

    /** Takes no more jobs; none may be under way. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
