package io.pfs.server.owner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.Clock;
import io.pfs.server.remote.Sign;
import io.pfs.server.remote.Tenure;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SessionLeaseTest {
    private static final long NS_PER_MS = 1_000_000;
    private static final SessionTimes TIMES = SessionTimes.ofMillis(9_000);

    private long nowMillis = 1_000_000;
    /** By how much the time of day runs ahead of the other one. */
    private long aheadMillis;

    private final Clock clock = new Clock() {
        @Override
        public long monotonicNs() {
            return nowMillis * NS_PER_MS;
        }

        @Override
        public long wallMillis() {
            return nowMillis + aheadMillis;
        }
    };

    private final SessionLease lease = new SessionLease(clock, TIMES);

    @Test
    void itHoldsForTwoThirdsOfASessionFromWhenASignWasSent() {
        assertFalse(lease.holds(), "nobody has answered");
        Sign sent = Sign.begun(clock);
        nowMillis += 5_999;
        lease.renewed(sent);
        assertTrue(lease.holds());
        nowMillis++;
        assertFalse(lease.holds());
        Sign later = Sign.begun(clock);
        lease.renewed(later);
        lease.renewed(sent);
        assertTrue(lease.holds(), "answers may overtake each other");
        lease.end(new PfsException(ErrorCode.CLOSED, "over"));
        assertFalse(lease.holds());
    }

    /** As on a machine that was suspended: only the time of day has moved. */
    @Test
    void itEndsWhileTheMonotonicClockStandsStill() {
        lease.renewed(Sign.begun(clock));
        aheadMillis += 5_999;
        assertTrue(lease.holds());
        aheadMillis++;
        assertFalse(lease.holds());
        lease.renewed(Sign.begun(clock));
        assertTrue(lease.holds(), "a sign that was sent since says that the session lives");
    }

    @Test
    void itIsNotLongerBecauseTheTimeOfDayIsSetBack() {
        lease.renewed(Sign.begun(clock));
        aheadMillis -= 3_600_000;
        nowMillis += 5_999;
        assertTrue(lease.holds());
        nowMillis++;
        assertFalse(lease.holds());
    }

    @Test
    void itIsGivenUpWhenNothingWasHeardForSeveralSessions() {
        lease.renewed(Sign.begun(clock));
        nowMillis += 26_999;
        assertFalse(lease.isGivenUp());
        nowMillis++;
        assertTrue(lease.isGivenUp());
    }

    /** A session outlives what it is asked of: what is closed is kept by nobody. */
    @Test
    void whoListensNoMoreIsForgotten() {
        List<String> told = new ArrayList<>();
        Tenure.Listening first = lease.whenLost(cause -> told.add("first"));
        lease.whenLost(cause -> told.add("second"));
        Tenure.Listening third = Tenure.both(lease, Tenure.LOCKED).whenLost(cause -> told.add("third"));
        first.end();
        third.end();
        lease.end(new PfsException(ErrorCode.CLOSED, "over"));
        assertEquals(List.of("second"), told);
        first.end();
    }
}
