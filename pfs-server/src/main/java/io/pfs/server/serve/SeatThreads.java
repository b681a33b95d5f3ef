package io.pfs.server.serve;

import io.pfs.env.system.BackgroundThreads;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * The threads that open and close seats. A closing may write for long, and an opening may wait for long, until storage has closed a file, say: a seat
 * that nobody serves must wait for neither.
 */
final class SeatThreads {
    /** So many seats are opened at a time, and as many closed: each takes memory, and most of it is waiting. */
    static final int THREADS = 8;

    /** With those that take long. Where so many do, there is little hope for more. */
    private static final int OPENINGS_MAX = 4 * THREADS;

    private static final long LONG_SECONDS = 10;

    private final Executor opening;
    private final Executor closing = new BackgroundThreads("pfs-seats-closing", THREADS);

    SeatThreads() {
        this(CompletableFuture.delayedExecutor(LONG_SECONDS, TimeUnit.SECONDS, Runnable::run));
    }

    /** @param patience does what it is given when an opening that begins now has taken long */
    SeatThreads(Executor patience) {
        opening = new FewAtATime(THREADS, new BackgroundThreads("pfs-seats", OPENINGS_MAX), patience);
    }

    void open(Runnable task) {
        opening.execute(task);
    }

    void close(Runnable task) {
        closing.execute(task);
    }
}
