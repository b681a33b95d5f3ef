package io.pfs.client.call;

import io.pfs.env.Timers;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One thread that wakes up requests that wait to be repeated. It begins when the first one does, and keeps no JVM alive. */
public final class DaemonTimers implements Timers, AutoCloseable {
    private @Nullable ScheduledThreadPoolExecutor executor;
    private boolean closed;

    @Override
    public synchronized Timer after(long delayNs, Runnable task) {
        if (closed) {
            return () -> {};
        }
        if (executor == null) {
            executor = new ScheduledThreadPoolExecutor(1, DaemonTimers::thread);
            executor.setRemoveOnCancelPolicy(true);
        }
        ScheduledFuture<?> scheduled = executor.schedule(task, delayNs, TimeUnit.NANOSECONDS);
        return () -> scheduled.cancel(false);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "pfs-repeats");
        thread.setDaemon(true);
        return thread;
    }

    /** What did not come yet never does. */
    @Override
    public synchronized void close() {
        closed = true;
        if (executor != null) {
            executor.shutdownNow();
        }
    }
}
