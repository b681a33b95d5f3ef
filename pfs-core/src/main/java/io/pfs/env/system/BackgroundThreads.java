package io.pfs.env.system;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Some threads that come when there is something to do, and go when there has been nothing for a while. They keep no JVM alive. */
public final class BackgroundThreads implements Executor {
    private static final long IDLE_SECONDS = 5;

    private final ThreadPoolExecutor threads;

    public BackgroundThreads(String name, int threadsMax) {
        threads = new ThreadPoolExecutor(
                threadsMax, threadsMax, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                    Thread thread = new Thread(work, name);
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    @Override
    public void execute(Runnable task) {
        threads.execute(task);
    }
}
