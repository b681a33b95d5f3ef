package io.pfs.server.owner;

import io.pfs.PfsException;
import io.pfs.env.Clock;
import io.pfs.server.remote.Tenure;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
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
    private final AtomicLong sentNs;
    private final AtomicReference<@Nullable PfsException> lost = new AtomicReference<>();
    private final CopyOnWriteArrayList<Consumer<PfsException>> waiting = new CopyOnWriteArrayList<>();

    /** That of a session that nobody has answered yet: it does not hold. */
    public SessionLease(Clock clock, SessionTimes times) {
        this.clock = clock;
        this.times = times;
        this.sentNs = new AtomicLong(clock.monotonicNs() - times.holdNs());
    }

    /** A sign of life that was sent then has been answered. */
    public void renewed(long signSentNs) {
        sentNs.accumulateAndGet(signSentNs, (a, b) -> a - b >= 0 ? a : b);
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
        return clock.monotonicNs() - sentNs.get() >= times.giveUpNs();
    }

    @Override
    public boolean holds() {
        return clock.monotonicNs() - sentNs.get() < times.holdNs() && !hasEnded();
    }

    @Override
    public void whenLost(Consumer<PfsException> told) {
        waiting.add(told);
        PfsException cause = lost.get();
        if (cause != null) {
            tell(told, cause);
        }
    }

    /** Once, whoever is faster. */
    private void tell(Consumer<PfsException> told, PfsException cause) {
        if (waiting.remove(told)) {
            told.accept(cause);
        }
    }
}
