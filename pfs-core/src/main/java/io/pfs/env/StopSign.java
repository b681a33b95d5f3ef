package io.pfs.env;

import java.util.concurrent.atomic.AtomicBoolean;

/** The one word that a job hears while it is under way on a worker: that what it does is not wanted any more. */
public final class StopSign {
    private final AtomicBoolean isUp = new AtomicBoolean();

    /** By the loop. */
    public void show() {
        isUp.set(true);
    }

    /** By whoever works, now and then. */
    public boolean isUp() {
        return isUp.get();
    }
}
