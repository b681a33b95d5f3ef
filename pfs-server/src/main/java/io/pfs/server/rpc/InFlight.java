package io.pfs.server.rpc;

import io.pfs.Check;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * How many bytes the calls and answers of all connections take, and of these the ones that are held. When that is as much as it may be,
 * one connection at a time may still have a long call, in its turn: so all get on, and however many they are they take little more
 * memory. Any thread.
 */
final class InFlight {
    /** Who takes longer, be it that it takes its answer slowly, keeps nobody waiting any more. */
    private static final long TURN_NS = 5_000_000_000L;
    /** Others, who were refused and ask again, come first for so long. */
    private static final long REST_NS = 200_000_000L;

    private final long max;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong held = new AtomicLong();
    private final AtomicReference<Turn> turn = new AtomicReference<>(new Turn(new Object(), 0, true));
    /** Whether somebody else was refused since the last turn began. */
    private volatile boolean isWanted;

    /** Whose the last turn is, or was. */
    private record Turn(Object holder, long sinceNs, boolean isOver) {
        boolean isOf(Object one) {
            return holder == one;
        }

        boolean isFreeFor(Object one, boolean isWanted, long nowNs) {
            long ageNs = nowNs - sinceNs;
            boolean mustRest = isOf(one) && isWanted && ageNs < REST_NS;
            return isOver ? !mustRest : ageNs >= TURN_NS;
        }
    }

    InFlight(long max) {
        this.max = max;
    }

    void add(long more) {
        bytes.addAndGet(more);
    }

    /** Some of them are of a call that is held from now on; says whether there was room for that. */
    boolean hold(long its) {
        boolean isRoom = held.addAndGet(its) <= SessionLimits.heldOf(max);
        if (!isRoom) {
            letGo(its);
        }
        return isRoom;
    }

    void letGo(long its) {
        held.addAndGet(-its);
    }

    boolean isFull() {
        return bytes.get() >= max;
    }

    /** Says whether it is the turn of this one, now or still. */
    boolean takeTurn(Object one, long nowNs) {
        Turn last = Check.present(turn.get(), "there is always a last one");
        if (last.isOf(one) && !last.isOver) {
            return true;
        }
        boolean isTaken = last.isFreeFor(one, isWanted, nowNs) && turn.compareAndSet(last, new Turn(one, nowNs, false));
        isWanted = !isTaken && (isWanted || !last.isOf(one));
        return isTaken;
    }

    /** Does nothing if another one has come to its turn meanwhile. */
    void endTurn(Object one, long nowNs) {
        Turn last = Check.present(turn.get(), "there is always a last one");
        if (last.isOf(one) && !last.isOver) {
            turn.compareAndSet(last, new Turn(one, nowNs, true));
        }
    }
}
