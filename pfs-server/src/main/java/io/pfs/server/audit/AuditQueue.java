package io.pfs.server.audit;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Events that wait to be written: so many at most. What there is no room for is counted. Any thread. */
final class AuditQueue {
    private final int max;
    private final Queue<AuditEvent> events = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicLong dropped = new AtomicLong();

    /** @param max in lines */
    AuditQueue(int max) {
        this.max = max;
    }

    /** Never waits; says whether there was room, and it is not half full. */
    boolean add(AuditEvent event) {
        int lines = event.rows().size();
        int after = size.addAndGet(lines);
        if (after > max) {
            size.addAndGet(-lines);
            drop(lines);
            return false;
        }
        events.add(event);
        return after <= max / 2;
    }

    void drop(int lines) {
        dropped.addAndGet(lines);
    }

    /** Takes some that wait; says how many lines were dropped since it said that last. */
    long take(List<AuditEvent> into, int most) {
        AuditEvent next = into.size() < most ? events.poll() : null;
        while (next != null) {
            size.addAndGet(-next.rows().size());
            into.add(next);
            next = into.size() < most ? events.poll() : null;
        }
        return dropped.getAndSet(0);
    }
}
