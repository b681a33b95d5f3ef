package io.pfs.server.shard;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.env.Clock;
import io.pfs.env.Timers;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.state.SliceMemory;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Changes that wait, in the order they came, until a round of checkpoints has made room in memory for them, or the index came near. Who were
 * refused at once would have to guess when that is, and sleep past it while the cores idle.
 */
final class MemoryWaits {
    /** Who waited so long is refused after all: he may not wait much longer, and now it is certain that nothing was done. */
    private static final long WAIT_NS_MAX = 500_000_000;

    /** More are refused at once: who waits counts as open, and those who read or remove must be let in. */
    private static final int WAITING_MAX = Limits.REQUESTS_OPEN_MAX / 2;

    private final SliceMemory memory;
    private final BooleanSupplier hasIndexRoom;
    private final Clock clock;
    private final Optional<Timers> timers;
    private final GroupCounters counters;
    private final Runnable makeRoom;
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private boolean releasing;
    private boolean ringing;
    private boolean givenUp;

    /** A change that waits, and who hears of it if it waits in vain. */
    private record Waiting(long untilNs, Runnable again, Reply.Sink sink) {}

    /**
     * @param hasIndexRoom whether the index keeps up with what is changed
     * @param timers without them nobody waits: all are refused at once
     * @param makeRoom begins a round, unless one is under way
     */
    MemoryWaits(
            SliceMemory memory,
            BooleanSupplier hasIndexRoom,
            Clock clock,
            Optional<Timers> timers,
            GroupCounters counters,
            Runnable makeRoom) {
        this.memory = memory;
        this.hasIndexRoom = hasIndexRoom;
        this.clock = clock;
        this.timers = timers;
        this.counters = counters;
        this.makeRoom = makeRoom;
    }

    /** Whether there is room now. */
    boolean hasRoom() {
        return memory.hasRoom() && hasIndexRoom.getAsBoolean();
    }

    /**
     * Keeps a change that finds no room.
     *
     * @param again does it, when there is room or nothing is served any more
     * @param sink hears it if that takes too long
     */
    void add(Runnable again, Reply.Sink sink) {
        if (!memory.hasRoom()) {
            makeRoom.run();
        }
        if (timers.isEmpty() || waiting.size() == WAITING_MAX) {
            refuse(sink);
            return;
        }
        counters.memoryAwaited();
        waiting.add(new Waiting(clock.monotonicNs() + WAIT_NS_MAX, again, sink));
        ring(WAIT_NS_MAX);
    }

    private void ring(long delayNs) {
        if (!ringing) {
            ringing = true;
            timers.orElseThrow().after(delayNs, this::rung);
        }
    }

    private void rung() {
        ringing = false;
        goOn();
        long nowNs = clock.monotonicNs();
        while (!waiting.isEmpty() && waiting.element().untilNs <= nowNs) {
            refuse(waiting.remove().sink);
        }
        if (!waiting.isEmpty()) {
            ring(waiting.element().untilNs - nowNs);
        }
    }

    /** Says that it takes too long. */
    void refuse(Reply.Sink sink) {
        counters.refusedMemory();
        sink.answer(Refused.of(hasIndexRoom.getAsBoolean() ? memory.refusal() : indexIsBehind()));
    }

    private static PfsException indexIsBehind() {
        return new PfsException(
                ErrorCode.BUSY, "an index has as many changes to take in as may wait for it; try again soon");
    }

    /** Has all of them done: nothing is served any more, which is what they will hear. */
    void giveUp() {
        givenUp = true;
        goOn();
    }

    /** Has those done that there is room for by now. What one does may end in here again: they are not done within each other. */
    void goOn() {
        if (releasing || waiting.isEmpty()) {
            return;
        }
        releasing = true;
        try {
            while (!waiting.isEmpty() && (givenUp || hasRoom())) {
                waiting.remove().again.run();
            }
        } finally {
            releasing = false; // after a mistake of ours the others are given up
        }
    }
}
