package io.pfs.client.testing;

import io.pfs.env.Clock;
import io.pfs.env.Timers;
import java.util.PriorityQueue;

/** A clock that moves when a test says so, or on to the next timer. */
public final class ManualTime implements Clock, Timers {
    private record Due(long atNs, long order, Runnable task) {}

    private final PriorityQueue<Due> due = new PriorityQueue<>(
            (a, b) -> a.atNs() != b.atNs() ? Long.compare(a.atNs(), b.atNs()) : Long.compare(a.order(), b.order()));
    private long nowNs = 1000;
    private long order;

    @Override
    public synchronized long monotonicNs() {
        return nowNs;
    }

    @Override
    public long wallMillis() {
        return 0;
    }

    @Override
    public synchronized Timer after(long delayNs, Runnable task) {
        Due call = new Due(nowNs + delayNs, order++, task);
        due.add(call);
        return () -> cancel(call);
    }

    private synchronized void cancel(Due call) {
        due.remove(call);
    }

    /** Time passes, and no timer rings. */
    public synchronized void pass(long ns) {
        nowNs += ns;
    }

    public synchronized int waiting() {
        return due.size();
    }

    /** Runs all timers, each at its time, until none is left. */
    public void runAll() {
        for (Due next = poll(); next != null; next = poll()) {
            next.task().run();
        }
    }

    private synchronized Due poll() {
        Due next = due.poll();
        nowNs = next == null ? nowNs : Math.max(nowNs, next.atNs());
        return next;
    }
}
