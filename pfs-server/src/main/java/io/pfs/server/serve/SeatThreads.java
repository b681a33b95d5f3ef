package io.pfs.server.serve;

import io.pfs.env.system.BackgroundThreads;
import java.util.concurrent.Executor;

/** The threads that open and close seats. A closing may write for long, and a seat that nobody serves must not wait for that. */
final class SeatThreads {
    /** So many seats are opened at a time, and as many closed: each takes memory, and most of it is waiting. */
    static final int THREADS = 8;

    private final Executor opening = new BackgroundThreads("pfs-seats", THREADS);
    private final Executor closing = new BackgroundThreads("pfs-seats-closing", THREADS);

    void open(Runnable task) {
        opening.execute(task);
    }

    void close(Runnable task) {
        closing.execute(task);
    }
}
