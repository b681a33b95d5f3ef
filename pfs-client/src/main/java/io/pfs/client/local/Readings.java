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

/** Calls whose bytes are being read here. Each is answered once: by who read them, or in time by who gave up waiting for a disk. */
final class Readings {
    private static final long LOOK_NS = 250_000_000;

    private final Clock clock;
    private final Timers timers;
    /** Hears of those that were given up. */
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

        Reading(Call call, ReadsCells read, ServerId owner, PoolPlace place) {
            this.call = call;
            this.read = read;
            this.owner = owner;
            this.place = place;
        }
    }

    Readings(Clock clock, Timers timers, Consumer<Reading> late) {
        this.clock = clock;
        this.timers = timers;
        this.late = late;
    }

    void begin(Reading reading) {
        open.add(reading);
        if (isClosed) {
            refuseAll();
        } else if (!isLookedAt.getAndSet(true)) {
            timers.after(LOOK_NS, this::look);
        }
    }

    /** Whether it is worth to begin with it. */
    boolean isWanted(Reading reading) {
        return open.contains(reading) && !isLate(reading);
    }

    /** Whether this one is to be answered by who asks, who then has to. */
    boolean end(Reading reading) {
        return open.remove(reading);
    }

    private boolean isLate(Reading reading) {
        return reading.call.deadlineNs() - clock.monotonicNs() <= 0;
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
            reading.call
                    .sink()
                    .answer(new Refused(
                            ErrorCode.UNKNOWN_OUTCOME,
                            reading.place.folder() + " was not read in time by this client"));
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
