package io.pfs.server.owner;

import io.pfs.Check;
import io.pfs.PfsException;
import io.pfs.env.Clock;
import io.pfs.server.remote.Sign;
import io.pfs.server.remote.Tenure;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How long a member can be sure that its session lives: from the time at which the newest sign of life was sent that the coordinator has
 * answered. When it arrived is not known, only that it was later.
 */
public final class SessionLease implements Tenure {
    private final Clock clock;
    private final SessionTimes times;
    private final AtomicReference<Sign> newest;
    private final AtomicReference<@Nullable PfsException> lost = new AtomicReference<>();
    private final CopyOnWriteArrayList<Consumer<PfsException>> waiting = new CopyOnWriteArrayList<>();

    /** That of a session that nobody has answered yet: it does not hold. */
    public SessionLease(Clock clock, SessionTimes times) {
        this.clock = clock;
        this.times = times;
        this.newest = new AtomicReference<>(new Sign(clock.monotonicNs() - times.holdNs(), clock.wallMillis()));
    }

    /** A sign of life that was sent then has been answered. */
    public void renewed(Sign sent) {
        newest.accumulateAndGet(sent, Sign::newer);
    }

    /** The session has ended, or is taken for ended: the lease never holds again. */
    public void end(PfsException cause) {
        if (lost.compareAndSet(null, cause)) {
            waiting.forEach(told -> tell(told, cause));
        }
    }

    public boolean hasEnded() {
        return lost.get() != null;
    }

    /** Whether it makes no sense to go on trying. */
    public boolean isGivenUp() {
        return clock.monotonicNs() - newest().monotonicNs() >= times.giveUpNs();
    }

    private Sign newest() {
        return Check.present(newest.get(), "there is always one");
    }

    @Override
    public boolean holds() {
        return newest().isYoungerThan(times.holdNs(), clock) && !hasEnded();
    }

    @Override
    public Listening whenLost(Consumer<PfsException> told) {
        waiting.add(told);
        PfsException cause = lost.get();
        if (cause != null) {
            tell(told, cause);
        }
        return () -> waiting.remove(told);
    }

    /** Once, whoever is faster. */
    private void tell(Consumer<PfsException> told, PfsException cause) {
        if (waiting.remove(told)) {
            told.accept(cause);
        }
    }
}
