package io.pfs.env.system;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What a process that others depend on says to people, on standard error: by a thread of its own, since a pipe that nobody empties, or a terminal that is held,
 * keeps whoever writes to it. What comes when very much waits to be said is left out.
 */
public final class Messages {
    private static final int WAITING_MAX = 1000;
    private static final long LAST_MILLIS = 1000;
    private static final long IDLE_SECONDS = 5;
    private static final ThreadPoolExecutor SPEAKER = speaker();

    private Messages() {}

    private static ThreadPoolExecutor speaker() {
        ThreadPoolExecutor speaker = new ThreadPoolExecutor(
                1,
                1,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(WAITING_MAX),
                work -> {
                    Thread thread = new Thread(work, "pfs-messages");
                    thread.setDaemon(true);
                    return thread;
                },
                new ThreadPoolExecutor.DiscardPolicy());
        speaker.allowCoreThreadTimeOut(true);
        return speaker;
    }

    /** From any thread, which does not wait for it. */
    public static void tell(String what) {
        SPEAKER.execute(() -> System.err.println("pfs: " + what));
    }

    /** Before a process ends: waits, though not for long, until all is said. */
    public static void finish() {
        try {
            Object unused = SPEAKER.submit(() -> {}).get(LAST_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // nobody listens
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
