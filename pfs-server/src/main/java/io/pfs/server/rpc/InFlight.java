package io.pfs.server.rpc;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * How many bytes the calls and answers of all connections take, and of these the ones that are held. When that is as much as it may be,
 * one connection at a time may still have a long call, in the order in which they asked: all get on, and however many they are they
 * don't take more memory. Any thread.
 */
final class InFlight {
    private final long max;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong held = new AtomicLong();
    /** Guards all about turns, which are taken when there is no room: seldom. */
    private final Object turns = new Object();

    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private boolean isTurnTaken;

    /** A connection that waits until it has a turn, or there is room. Heard on any thread. */
    interface Waiting {
        /** It has the turn now; says whether it takes it. */
        boolean turn();

        /** It waits no more, and has no turn. */
        void room();
    }

    InFlight(long max) {
        this.max = max;
    }

    void add(long more) {
        long before = bytes.getAndAdd(more);
        if (before >= max && before + more < max) {
            tellOfRoom();
        }
    }

    /** Some of them are of a call that is held from now on; says whether there was room for that. */
    boolean hold(long more) {
        boolean isRoom = held.addAndGet(more) <= SessionLimits.heldOf(max);
        if (!isRoom) {
            held.addAndGet(-more);
        }
        return isRoom;
    }

    void letGo(long fewer) {
        held.addAndGet(-fewer);
    }

    boolean isFull() {
        return bytes.get() >= max;
    }

    /** Takes the turn, if nobody has it or waits for it. */
    boolean takeTurn() {
        synchronized (turns) {
            boolean isFree = !isTurnTaken;
            isTurnTaken = true;
            return isFree;
        }
    }

    /** The same; else it waits, and hears when it has it. */
    boolean takeTurnOrWait(Waiting one) {
        synchronized (turns) {
            if (isTurnTaken) {
                waiting.add(one);
            }
            return takeTurn();
        }
    }

    /** The next one has it. */
    void endTurn() {
        Waiting next = next();
        while (next != null && !next.turn()) {
            next = next();
        }
    }

    private @Nullable Waiting next() {
        synchronized (turns) {
            isTurnTaken = !waiting.isEmpty();
            return waiting.poll();
        }
    }

    private void tellOfRoom() {
        List<Waiting> all;
        synchronized (turns) {
            all = new ArrayList<>(waiting);
            waiting.clear();
        }
        all.forEach(Waiting::room);
    }
}
