package io.pfs.server.owner;

import io.pfs.env.Timers;
import io.pfs.env.Timers.Timer;
import java.util.List;
import java.util.Optional;

/**
 * Whether a server is ready to hold seats, and when it may get ready. A process that has just begun keeps cores busy with that, and then with its first
 * seats: so of servers of one machine that begin together, one at a time does, in the order in which they joined, and the next one when that one
 * serves all that it is to have. Else all of them would take the cores from those that serve meanwhile, and each seat that moves would be away for longer.
 *
 * <p>Servers don't ask each other: each sees in what all are told whether others of its machine get ready, or are about to have seats. Nothing of safety hangs
 * on it, and nobody is waited for for long.
 */
final class Readiness {
    /** Who hangs, or was killed and is a member until its session ends, holds others up for no longer. */
    private static final long PATIENCE_NS = 10_000_000_000L;

    private final Timers timers;
    private boolean isReached = true;
    private Optional<Runnable> waiting = Optional.empty();
    /** Whose turn is before: when one of them is done, the others are waited for anew. */
    private List<MemberId> ahead = List.of();

    private Timer patience = () -> {};

    Readiness(Timers timers) {
        this.timers = timers;
    }

    /** It is not ready, and gets so when its turn comes, which is told once. */
    void await(Runnable turn) {
        isReached = false;
        waiting = Optional.of(turn);
        patience = timers.after(PATIENCE_NS, this::come);
    }

    void reached() {
        isReached = true;
    }

    boolean isReached() {
        return isReached;
    }

    void seen(ClusterView view, MemberId member) {
        JoinedServer self = view.servers().get(member);
        if (waiting.isPresent() && self != null) {
            seen(view, self);
        }
    }

    /** Who is stopped is not waited for: the server that begins may be there to take its seats. */
    private void seen(ClusterView view, JoinedServer self) {
        List<JoinedServer> beside =
                view.servers().values().stream().filter(self::isBeside).toList();
        List<JoinedServer> ready =
                beside.stream().filter(other -> other.weight() > 0).toList();
        List<MemberId> now = beside.stream()
                .filter(other -> view.getsReady(other) && other.isNoLaterThan(self))
                .map(JoinedServer::member)
                .toList();
        if (now.isEmpty() && (ready.isEmpty() || view.isServedBy(ready))) {
            come();
        } else if (!now.containsAll(ahead)) {
            patience.cancel();
            patience = timers.after(PATIENCE_NS, this::come);
        }
        ahead = now;
    }

    private void come() {
        Optional<Runnable> turn = waiting;
        waiting = Optional.empty();
        patience.cancel();
        turn.ifPresent(Runnable::run);
    }
}
