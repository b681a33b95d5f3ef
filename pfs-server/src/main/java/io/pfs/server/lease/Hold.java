package io.pfs.server.lease;

import java.util.Optional;

/** Keeps leases from being granted on a row, from the moment on when they were wanted back. */
public final class Hold {
    private final Recalled recalled;
    private Optional<Runnable> waiting = Optional.empty();

    Hold(Recalled recalled) {
        this.recalled = recalled;
    }

    /** Does something once nobody has a lease on the row any more: at once, if that is so; never, if the hold is ended before. */
    public void then(Runnable task) {
        if (recalled.isOver()) {
            task.run();
        } else {
            waiting = Optional.of(task);
        }
    }

    boolean isWaiting() {
        return waiting.isPresent();
    }

    void over() {
        Optional<Runnable> task = waiting;
        waiting = Optional.empty();
        task.ifPresent(Runnable::run);
    }

    /** Leases may be granted again, if nobody else holds the row. */
    public void end() {
        waiting = Optional.empty();
        recalled.end(this);
    }
}
