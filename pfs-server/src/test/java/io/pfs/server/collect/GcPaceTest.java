package io.pfs.server.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.env.Clock;
import io.pfs.env.Timers;
import io.pfs.server.gc.GcCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class GcPaceTest {
    private long nowNs;
    private final List<Long> rests = new ArrayList<>();
    private final GcCounters counters = new GcCounters();
    private int pieces;
    private long served;
    private boolean asksAtRest;
    private boolean isBehind;

    private final Clock clock = new Clock() {
        @Override
        public long monotonicNs() {
            return nowNs;
        }

        @Override
        public long wallMillis() {
            return 0;
        }
    };

    private final GcPace.Others others = new GcPace.Others() {
        @Override
        public long served() {
            return served;
        }

        @Override
        public boolean isBehind() {
            return isBehind;
        }
    };

    private Timers.Timer rest(long delayNs, Runnable task) {
        rests.add(delayNs);
        served += asksAtRest ? 1 : 0;
        task.run();
        return () -> {};
    }

    private void work(GcPace pace, boolean isPaced, long ns) {
        pace.round(isPaced);
        pace.begin();
        nowNs += ns;
        pace.rest(() -> pieces++);
    }

    @Test
    void aloneItRestsAsLongAsItWorkedAndNotForEver() {
        GcPace pace = new GcPace(clock, Optional.of(this::rest), counters, others);
        work(pace, true, 3_000_000);
        work(pace, true, 60_000_000_000L);
        assertEquals(List.of(3_000_000L, 200_000_000L), rests);
        assertEquals(2, counters.rests());
        assertEquals(2, pieces);
    }

    @Test
    void besideOthersItRestsMuchLonger() {
        asksAtRest = true;
        work(new GcPace(clock, Optional.of(this::rest), counters, others), true, 3_000_000);
        assertEquals(List.of(3_000_000L, 66_000_000L), rests);
        assertEquals(1, pieces);
    }

    @Test
    void itHurriesWhenMostIsGarbage() {
        asksAtRest = true;
        isBehind = true;
        work(new GcPace(clock, Optional.of(this::rest), counters, others), true, 3_000_000);
        assertEquals(List.of(3_000_000L), rests);
        assertEquals(1, pieces);
    }

    @Test
    void whoeverWaitsForItIsNotKeptWaiting() {
        work(new GcPace(clock, Optional.of(this::rest), counters, others), false, 3_000_000);
        work(new GcPace(clock, Optional.empty(), counters, others), true, 3_000_000);
        assertEquals(List.of(), rests);
        assertEquals(2, pieces);
    }
}
