package io.pfs.server.shard;

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

    private Timers.Timer rest(long delayNs, Runnable task) {
        rests.add(delayNs);
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
    void itRestsAsLongAsItWorkedAndNotForEver() {
        GcPace pace = new GcPace(clock, Optional.of(this::rest), counters);
        work(pace, true, 3_000_000);
        work(pace, true, 60_000_000_000L);
        assertEquals(List.of(3_000_000L, 200_000_000L), rests);
        assertEquals(2, counters.rests());
        assertEquals(2, pieces);
    }

    @Test
    void whoeverWaitsForItIsNotKeptWaiting() {
        work(new GcPace(clock, Optional.of(this::rest), counters), false, 3_000_000);
        work(new GcPace(clock, Optional.empty(), counters), true, 3_000_000);
        assertEquals(List.of(), rests);
        assertEquals(2, pieces);
    }
}
