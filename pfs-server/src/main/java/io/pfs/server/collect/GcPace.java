package io.pfs.server.collect;

import io.pfs.env.Clock;
import io.pfs.env.Timers;
import io.pfs.server.gc.GcCounters;
import java.util.Optional;

/**
 * Lets the loop and the disk to others between two pieces of a collection that nobody waits for. It rests for as long as it
 * worked; if somebody was served meanwhile, for so long that one in a hundred of those who ask hardly ever meets it. Where
 * others are busy a piece takes longer, and so does the rest. Once most of the space is garbage, it hurries.
 */
final class GcPace {
    /** Beside others it works for one part in so many of the time. */
    private static final int SHARE_BESIDE_OTHERS = 24;
    /** One slow piece is no reason to stop for long. */
    private static final long REST_NS_MAX = 200_000_000;

    private final Clock clock;
    private final Optional<Timers> timers;
    private final GcCounters counters;
    private final Others others;
    private boolean isPaced;
    private long begunNs;
    private long servedBefore;

    /** For whom it rests. */
    interface Others {
        /** How many requests have come so far. */
        long served();

        /** Whether so much is garbage that the space matters more than they do. */
        boolean isBehind();
    }

    /** Without timers nothing tells when a rest is over, so there is none. */
    GcPace(Clock clock, Optional<Timers> timers, GcCounters counters, Others others) {
        this.clock = clock;
        this.timers = timers;
        this.counters = counters;
        this.others = others;
    }

    /** A round begins. */
    public void round(boolean paced) {
        isPaced = paced && timers.isPresent();
    }

    /** A piece begins. */
    public void begin() {
        begunNs = clock.monotonicNs();
        servedBefore = others.served();
    }

    /** The piece has come to its end; {@code next} runs after the rest. */
    public void rest(Runnable next) {
        if (!isPaced) {
            next.run();
            return;
        }
        long workedNs = clock.monotonicNs() - begunNs;
        counters.rested();
        after(workedNs, () -> {
            if (others.served() == servedBefore || others.isBehind()) {
                next.run();
            } else {
                after((SHARE_BESIDE_OTHERS - 2) * workedNs, next);
            }
        });
    }

    private void after(long restNs, Runnable next) {
        timers.orElseThrow().after(Math.min(restNs, REST_NS_MAX), next);
    }
}
