package io.pfs.bench.cluster;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/** Processor time of the threads of all servers in this process. What the JVM does beside them, it does for clients, too. */
final class ServerTime {
    /** Of the loop and its workers, and of the networks that are named so here. */
    private static final String PREFIX = "pfs-";

    private ServerTime() {}

    static String named(String what) {
        return PREFIX + what;
    }

    /** So far, in seconds. */
    static double seconds() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long[] ids = threads.getAllThreadIds();
        ThreadInfo[] infos = threads.getThreadInfo(ids);
        long nanos = Arrays.stream(infos)
                .filter(info -> info != null && info.getThreadName().startsWith(PREFIX))
                .mapToLong(info -> Math.max(0, threads.getThreadCpuTime(info.getThreadId())))
                .sum();
        return nanos / 1e9;
    }
}
