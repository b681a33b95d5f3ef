package io.pfs.sim;

import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/**
 * A job of a worker that takes turns with the world, as one thread of a pool does with the others: between two calls of a
 * disk it may have to wait, and whatever else happens in the meantime. It has a thread of its own, but never runs unless
 * the world waits for it, so that everything still happens in one order, which the seed decides.
 */
final class SimJob {
    private static final ExecutorService THREADS = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "sim job");
        thread.setDaemon(true);
        return thread;
    });
    private static final ThreadLocal<SimJob> RUNNING = new ThreadLocal<>();

    private final Runnable job;
    private final Prng prng;
    private final Semaphore jobsTurn = new Semaphore(0);
    private final Semaphore worldsTurn = new Semaphore(0);
    private Optional<Throwable> thrown = Optional.empty();
    private boolean begun;
    private boolean ended;
    private boolean killed;

    SimJob(Runnable job, Prng prng) {
        this.job = job;
        this.prng = prng;
    }

    /** In a call of a disk: a job that runs in turns may have to wait here. */
    static void mayPause() {
        SimJob running = RUNNING.get();
        if (running != null) {
            running.letOthersGo();
        }
    }

    /** Goes on until the job waits or has ended; says whether it has. Throws what it threw. */
    boolean goOn() {
        turn();
        if (thrown.isPresent()) {
            if (thrown.get() instanceof Error error) {
                throw error;
            }
            throw new SimViolation("a job threw " + thrown.get(), thrown.get());
        }
        return ended;
    }

    /** Its process is gone: nothing of it happens any more. */
    void kill() {
        killed = true;
        if (begun && !ended) {
            turn();
        }
    }

    private void turn() {
        if (begun) {
            jobsTurn.release();
        } else {
            begun = true;
            THREADS.execute(this::run);
        }
        worldsTurn.acquireUninterruptibly();
    }

    private void run() {
        RUNNING.set(this);
        try {
            job.run();
        } catch (Throwable e) {
            thrown = Optional.of(e);
        } finally {
            RUNNING.remove();
            ended = true;
            worldsTurn.release();
        }
    }

    private void letOthersGo() {
        if (!killed && prng.oneIn(2)) {
            worldsTurn.release();
            jobsTurn.acquireUninterruptibly();
        }
        if (killed) {
            throw new SimCrash("a job whose process is gone");
        }
    }
}
