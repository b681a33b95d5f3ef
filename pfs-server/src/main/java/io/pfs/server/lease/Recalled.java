package io.pfs.server.lease;

import io.pfs.env.Clock;
import io.pfs.env.Timers;
import io.pfs.env.Timers.Timer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/** A row whose leases are wanted back, by one or several who hold it: none is granted on it meanwhile. */
final class Recalled {
    private final Clock clock;
    private final Optional<Timers> timers;
    private final LongSupplier strangersUntilNs;
    private final Runnable ended;
    private final Runnable waitedOut;
    private final Set<Long> unreturned = new HashSet<>();
    private final List<Hold> holds = new ArrayList<>();
    private long leasesUntilNs;
    private Optional<Timer> timer = Optional.empty();

    /**
     * @param strangersUntilNs until when there may be leases that are not known here
     * @param ended is run when nobody holds it any more
     * @param waitedOut is run when leases have ended for which somebody waited
     */
    Recalled(Clock clock, Optional<Timers> timers, LongSupplier strangersUntilNs, Runnable ended, Runnable waitedOut) {
        this.clock = clock;
        this.timers = timers;
        this.strangersUntilNs = strangersUntilNs;
        this.ended = ended;
        this.waitedOut = waitedOut;
        this.leasesUntilNs = clock.monotonicNs();
    }

    /** A lease was recalled by this number, and ends then if it is not given back. */
    void await(long recall, long untilNs) {
        unreturned.add(recall);
        leasesUntilNs = untilNs - leasesUntilNs > 0 ? untilNs : leasesUntilNs;
    }

    Set<Long> unreturned() {
        return unreturned;
    }

    Hold hold() {
        Hold hold = new Hold(this);
        holds.add(hold);
        return hold;
    }

    void end(Hold hold) {
        if (holds.remove(hold) && holds.isEmpty()) {
            timer.ifPresent(Timer::cancel);
            ended.run();
        }
    }

    void returned(long recall) {
        unreturned.remove(recall);
        look();
    }

    boolean isOver() {
        return leftNs() <= 0;
    }

    private long leftNs() {
        long nowNs = clock.monotonicNs();
        long ofStrangers = strangersUntilNs.getAsLong() - nowNs;
        return unreturned.isEmpty() ? ofStrangers : Math.max(ofStrangers, leasesUntilNs - nowNs);
    }

    /** Looks again when all that may be out has ended by itself. */
    void watch() {
        timer.ifPresent(Timer::cancel);
        long leftNs = leftNs();
        if (leftNs > 0) {
            timer = timers.map(later -> later.after(leftNs, this::lookAfterTheEnd));
        }
    }

    private void lookAfterTheEnd() {
        watch();
        if (isOver() && holds.stream().anyMatch(Hold::isWaiting)) {
            waitedOut.run();
        }
        look();
    }

    private void look() {
        if (isOver()) {
            List.copyOf(holds).forEach(Hold::over);
        }
    }
}
