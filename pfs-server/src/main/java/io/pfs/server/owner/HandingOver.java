package io.pfs.server.owner;

import io.pfs.Epoch;
import io.pfs.ServerId;
import io.pfs.env.Timers;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many of the seats that are wanted elsewhere this server closes at a time: few, since each is served by nobody for as long as all those take
 * that are opened together. The next one goes when one of those before is served again. What nobody opens is not waited for for long.
 */
final class HandingOver {
    private static final int SEATS_MAX = 2;
    private static final long SECOND_NS = 1_000_000_000;
    private static final long PATIENCE_NS = 2 * SECOND_NS;

    /** Whoever stops a server does not wait for ever, and what it holds when it is killed is served only after the end of its session. */
    private static final long STOPPING_NS = 10 * SECOND_NS;

    private final Timers timers;
    /** There may be room for another one. */
    private final Runnable turned;
    /** Those that were not served again yet, as far as is known, and in which epoch this server has them, or had. */
    private final Map<ServerId, Epoch> away = new TreeMap<>();

    private boolean isHurried;

    HandingOver(Timers timers, Runnable turned) {
        this.timers = timers;
        this.turned = turned;
    }

    boolean hasRoom() {
        return isHurried || away.size() < SEATS_MAX;
    }

    /** A seat is about to be closed. */
    void begins(ServerId seat, Epoch epoch) {
        away.put(seat, epoch);
        timers.after(PATIENCE_NS, () -> {
            if (away.remove(seat, epoch)) {
                turned.run();
            }
        });
    }

    void seen(ClusterView view) {
        away.entrySet().removeIf(seat -> view.isServedAfter(seat.getKey(), seat.getValue()));
    }

    /** All is to be handed over, in bounded time. */
    void stopping() {
        timers.after(STOPPING_NS, () -> {
            hurry();
            turned.run();
        });
    }

    /** From now on nothing waits for anything. */
    void hurry() {
        isHurried = true;
    }

    /** What was held is closed, whatever becomes of it. */
    void membershipLost() {
        away.clear();
    }
}
