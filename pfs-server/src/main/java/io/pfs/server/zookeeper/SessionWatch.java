package io.pfs.server.zookeeper;

import io.pfs.env.Timers.Timer;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Looks at sessions now and then, beside the loops of their members: one that stands still can't end its session, which ZooKeeper's own
 * client keeps alive. Looks are brief.
 */
final class SessionWatch {
    private static final long IDLE_SECONDS = 5;
    private static final ScheduledThreadPoolExecutor LOOKS = looks();

    private SessionWatch() {}

    private static ScheduledThreadPoolExecutor looks() {
        ScheduledThreadPoolExecutor looks = new ScheduledThreadPoolExecutor(1, work -> {
            Thread thread = new Thread(work, "pfs-zookeeper-watch");
            thread.setDaemon(true);
            return thread;
        });
        looks.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        looks.allowCoreThreadTimeOut(true);
        looks.setRemoveOnCancelPolicy(true);
        return looks;
    }

    /** Until it is cancelled. */
    static Timer each(long periodNs, Runnable look) {
        ScheduledFuture<?> next = LOOKS.scheduleWithFixedDelay(look, periodNs, periodNs, TimeUnit.NANOSECONDS);
        return () -> next.cancel(false);
    }
}
