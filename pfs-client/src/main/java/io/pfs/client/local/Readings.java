package io.pfs.client.local;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.env.Clock;
import io.pfs.env.Timers;
import io.pfs.wire.Call;
import io.pfs.wire.PoolPlace;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request.ReadsCells;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Calls whose bytes are being read here. Each is answered once: by who read them, or else by who was told that they are late, while a server that is asked has
 * time to answer.
 */
final class Readings {
    private static final long LOOK_NS = 250_000_000;
    /** The part of a call's time in which it is begun to be read, if others are read before it. */
    private static final int BEGIN_PART = 4;
    /** The part in which it is read. */
    private static final int READ_PART = 2;

    private final Clock clock;
    private final Timers timers;
    /** Takes over those that were given up. */
    private final Consumer<Reading> late;

    private final Set<Reading> open = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean isLookedAt = new AtomicBoolean();
    private volatile boolean isClosed;

    /** One call, and what was known when it was sent. Equal to nothing but itself. */
    static final class Reading {
        final Call call;
        final ReadsCells read;
        final ServerId owner;
        final PoolPlace place;
        /** Whether other hosts have the pool, of which each answers in time or not at all. */
        final boolean isHosted;

        private long readUntilNs;
        private volatile long untilNs;
        private volatile boolean isBeingRead;

        Reading(Call call, ReadsCells read, ServerId owner, PoolPlace place, boolean isHosted) {
            this.call = call;
            this.read = read;
            this.owner = owner;
            this.place = place;
            this.isHosted = isHosted;
        }

        /** Whether it did not only wait for a thread. */
        boolean isBeingRead() {
            return isBeingRead;
        }
    }

    Readings(Clock clock, Timers timers, Consumer<Reading> late) {
        this.clock = clock;
        this.timers = timers;
        this.late = late;
    }

    /** It waits to be read. */
    void begin(Reading reading) {
        long nowNs = clock.monotonicNs();
        long leftNs = reading.call.deadlineNs() - nowNs;
        reading.readUntilNs = nowNs + leftNs / READ_PART;
        reading.untilNs = nowNs + leftNs / BEGIN_PART;
        open.add(reading);
        if (isClosed) {
            refuseAll();
        } else if (!isLookedAt.getAndSet(true)) {
            timers.after(LOOK_NS, this::look);
        }
    }

    /** Whether it is worth to read it: then it is being read from now on. */
    boolean start(Reading reading) {
        if (!isWanted(reading)) {
            return false;
        }
        reading.isBeingRead = true;
        reading.untilNs = reading.readUntilNs;
        return true;
    }

    /** Whether it is worth to go on with it. */
    boolean isWanted(Reading reading) {
        return open.contains(reading) && !isLate(reading);
    }

    /** Whether this one is to be answered by who asks, who then has to. */
    boolean end(Reading reading) {
        return open.remove(reading);
    }

    private boolean isLate(Reading reading) {
        return reading.untilNs - clock.monotonicNs() <= 0;
    }

    /** Now and then, as long as something is read. */
    private void look() {
        List.copyOf(open).stream().filter(this::isLate).forEach(this::giveUp);
        isLookedAt.set(false);
        if (!open.isEmpty() && !isLookedAt.getAndSet(true)) {
            timers.after(LOOK_NS, this::look);
        }
    }

    /** The disk does not answer, or too much was to be read. */
    void giveUp(Reading reading) {
        if (end(reading)) {
            late.accept(reading);
        }
    }

    /** From now on all are refused. */
    void close() {
        isClosed = true;
        refuseAll();
    }

    private void refuseAll() {
        Refused refused = Refused.of(new PfsException(ErrorCode.CLOSED, "this file system was closed by its user"));
        for (Reading reading : List.copyOf(open)) {
            if (end(reading)) {
                reading.call.sink().answer(refused);
            }
        }
    }
}
