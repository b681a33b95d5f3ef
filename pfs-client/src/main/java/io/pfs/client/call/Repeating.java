package io.pfs.client.call;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Takes one step after the other, where each ends by asking for the next: at once, or later on another thread. Steps never
 * overlap, and however many there are the stack doesn't grow.
 */
public abstract class Repeating {
    private final AtomicInteger due = new AtomicInteger();

    /** Does something that ends, sooner or later, in {@link #again()}, or else was the last. */
    protected abstract void step();

    /** Begins, or asks for the next step. */
    public final void again() {
        if (due.getAndIncrement() == 0) {
            do {
                step();
            } while (due.decrementAndGet() > 0);
        }
    }
}
