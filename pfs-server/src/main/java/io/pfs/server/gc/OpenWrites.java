package io.pfs.server.gc;

import io.pfs.Check;
import java.util.ArrayDeque;
import java.util.TreeSet;

/**
 * Who has put cells into a segment that the journal may still come to refer to. Each holds a ticket from before its first
 * cell until the outcome of its record is known; a segment that was closed is not pointed to by anything new once all
 * tickets from before that are given back.
 */
public final class OpenWrites {
    private final TreeSet<Long> open = new TreeSet<>();
    private final ArrayDeque<Wait> waiting = new ArrayDeque<>();
    private long next = 1;

    private record Wait(long before, Runnable then) {}

    /** Takes a ticket. */
    public long begin() {
        open.add(next);
        return next++;
    }

    /** Gives a ticket back: nothing is journaled for it any more. */
    public void end(long ticket) {
        Check.that(open.remove(ticket), "a ticket is given back once", ticket);
        while (!waiting.isEmpty() && isSettled(waiting.peek().before)) {
            waiting.remove().then.run();
        }
    }

    /** Calls {@code then} when every ticket that is out now is back; at once if none is. */
    public void whenSettled(Runnable then) {
        if (isSettled(next)) {
            then.run();
        } else {
            waiting.add(new Wait(next, then));
        }
    }

    private boolean isSettled(long before) {
        return open.isEmpty() || open.first() >= before;
    }
}
