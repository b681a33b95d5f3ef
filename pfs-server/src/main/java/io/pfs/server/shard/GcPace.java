package io.pfs.server.shard;

import io.pfs.env.Clock;
import io.pfs.env.Timers;
import io.pfs.server.gc.GcCounters;
import java.util.Optional;

/**
 * Lets the loop and the disk to others between two pieces of a collection that nobody waits for: it rests for as long as
 * it worked. Where others are busy a piece takes longer, and so does the rest.
 */
final class GcPace {
    /** One slow piece is no reason to stop for long. */
    private static final long REST_NS_MAX = 200_000_000;

    private final Clock clock;
    private final Optional<Timers> timers;
    private final GcCounters counters;
    private boolean isPaced;
    private long begunNs;

    /** Without timers nothing tells when a rest is over, so there is none. */
    GcPace(Clock clock, Optional<Timers> timers, GcCounters counters) {
        this.clock = clock;
        this.timers = timers;
        this.counters = counters;
    }

    /** A round begins. */
    void round(boolean paced) {
        isPaced = paced && timers.isPresent();
    }

    /** A piece begins. */
    void begin() {
        begunNs = clock.monotonicNs();
    }

    /** The piece has come to its end; {@code next} runs after the rest. */
    void rest(Runnable next) {
        if (isPaced) {
            long workedNs = Math.min(clock.monotonicNs() - begunNs, REST_NS_MAX);
            counters.rested();
            timers.orElseThrow().after(workedNs, next);
        } else {
            next.run();
        }
    }
}
