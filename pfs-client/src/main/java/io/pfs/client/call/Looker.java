package io.pfs.client.call;

import io.pfs.env.system.Patience;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;

/** How one thread looks for its answer before it sleeps. */
final class Looker {
    /** About as long as an answer takes for which nobody waits for a disk or another machine. */
    static final long LOOK_NS = 50_000;
    /** Who has looked in vain again and again leaves it out so many times: his answers take longer. */
    private static final int LEFT_OUT_MAX = 7;
    /** So many of a process look at a time: that keeps cores awake, and more would be in the way of those who answer. */
    private static final Semaphore LOOKERS = new Semaphore(2);
    /** Cores are those of all. */
    private static final Patience PATIENCE = new Patience();

    private final Semaphore lookers;
    private final Patience patience;
    /** How often it is left out, from now on and after the next time in vain. */
    private int leftOut;

    private int leftOutNext = 1;

    Looker() {
        this(LOOKERS, PATIENCE);
    }

    /** One beside others. */
    Looker(Semaphore lookers, Patience patience) {
        this.lookers = lookers;
        this.patience = patience;
    }

    /** Whether it came while this thread looked for it. */
    boolean look(BooleanSupplier there) {
        if (leftOut > 0) {
            leftOut--;
            return false;
        }
        if (!lookers.tryAcquire()) {
            return false;
        }
        try {
            return noted(patience.look(LOOK_NS, there));
        } finally {
            lookers.release();
        }
    }

    private boolean noted(boolean isFound) {
        leftOut = isFound ? 0 : leftOutNext;
        leftOutNext = isFound ? 1 : Math.min(LEFT_OUT_MAX, 2 * leftOutNext + 1);
        return isFound;
    }
}
