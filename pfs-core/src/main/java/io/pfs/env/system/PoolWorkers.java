package io.pfs.env.system;

import io.pfs.env.Workers;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Runs jobs on some threads of its own, and brings what is to be done then to their loop. As few threads as will do are awake: the one
 * that went to sleep last is woken first, and none is while one of them looks for work.
 */
public final class PoolWorkers implements Workers, AutoCloseable {
    private final LoopThread loop;
    private final Queue<Runnable> jobs = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedDeque<Thread> sleeping = new ConcurrentLinkedDeque<>();
    /** Threads that are awake and look for a job. */
    private final AtomicInteger looking = new AtomicInteger();

    private volatile boolean closed;

    public PoolWorkers(String name, int threads, LoopThread loop) {
        this.loop = loop;
        for (int i = 1; i <= threads; i++) {
            Thread thread = new Thread(this::work, name + "-" + i);
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** A job that throws is our own mistake; its loop, which waits for it, must not wait for ever. */
    @Override
    public void run(Runnable job, Runnable done) {
        jobs.add(() -> loop.bring(attempt(job, done)));
        wakeOne();
    }

    @Override
    public void runBriefly(Runnable job, Runnable done) {
        loop.awaits(1);
        run(job, () -> {
            loop.awaits(-1);
            done.run();
        });
    }

    /** Does a job; returns what the loop has to do then. */
    private Runnable attempt(Runnable job, Runnable done) {
        try {
            job.run();
        } catch (RuntimeException | Error e) {
            return () -> {
                throw e;
            };
        }
        return done;
    }

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // a courtesy, as its description says
    public void giveWay() {
        Thread.yield();
    }

    /** Nobody, if one looks, or has taken the job meanwhile. */
    private void wakeOne() {
        if (looking.get() == 0 && !jobs.isEmpty()) {
            Optional.ofNullable(sleeping.pollFirst()).ifPresent(LockSupport::unpark);
        }
    }

    private void work() {
        while (!closed) {
            Runnable job = jobs.poll();
            if (job == null) {
                job = look();
            }
            if (job == null) {
                sleep();
                continue;
            }
            if (!jobs.isEmpty()) {
                wakeOne(); // whoever brought them may have counted on this thread for all
            }
            job.run();
        }
    }

    /** One is enough to look; a job that is brought while it does is brought to it. */
    private @Nullable Runnable look() {
        if (looking.compareAndSet(0, 1)) {
            loop.patience().look(Patience.SHORT_NS, () -> !jobs.isEmpty() || closed);
            looking.set(0);
        }
        return jobs.poll();
    }

    /** Whoever brings a job after this thread is among the sleeping wakes one; what came before is seen by the look. */
    private void sleep() {
        Thread here = Thread.currentThread();
        sleeping.addFirst(here);
        if (jobs.isEmpty() && !closed) {
            LockSupport.park(this);
        }
        sleeping.remove(here);
    }

    /** Takes no more jobs; none may be under way. */
    @Override
    public void close() {
        closed = true;
        sleeping.forEach(LockSupport::unpark);
    }
}
