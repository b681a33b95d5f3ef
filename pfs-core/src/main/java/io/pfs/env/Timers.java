package io.pfs.env;

/** Calls back later, on the loop of the one who asked. */
public interface Timers {
    /** Runs {@code task} once, {@code delayNs} from now, unless cancelled before. */
    Timer after(long delayNs, Runnable task);

    /** Whether anything happens later at all; else {@link #after} refuses. */
    default boolean ring() {
        return true;
    }

    /** A call that is still to come. */
    interface Timer {
        /** Keeps the task from running; does nothing if it has run. */
        void cancel();
    }
}
