package io.pfs.server.owner;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.env.Clock;
import io.pfs.env.Timers;
import io.pfs.testing.ManualWorld;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

class MemoryCoordinatorTest extends CoordinatorContract {
    private static final long STEP_NS = 1_000_000;
    private static final int STEPS_MAX = 60_000;

    private final ManualWorld world = new ManualWorld(1);
    private final SplittableRandom random = new SplittableRandom(1);
    private final SessionTimes times = SessionTimes.ofMillis(1000);
    private final MemoryEnsemble ensemble = new MemoryEnsemble(SEATS, world.timers(), times, manners());

    MemoryEnsemble.Manners manners() {
        return MemoryEnsemble.Manners.GOOD;
    }

    @Override
    protected Coordinator newCoordinator() {
        MemoryCoordinator.Reach reach = new MemoryCoordinator.Reach() {
            @Override
            public Clock clock() {
                return world;
            }

            @Override
            public Timers timers() {
                return world.timers();
            }

            @Override
            public long latencyNs() {
                return world.latencyNs();
            }

            @Override
            public boolean isUp() {
                return true;
            }
        };
        return ensemble.reachedBy(reach, random::nextLong);
    }

    @Override
    protected void expire(Membership membership) {
        ensemble.end(membership.member());
    }

    @Override
    protected void away(boolean away) {
        ensemble.away(away);
    }

    @Override
    protected void wipe() {
        ensemble.wipe();
    }

    @Override
    protected void await(String what, BooleanSupplier holds) {
        for (int step = 0; step < STEPS_MAX && !holds.getAsBoolean(); step++) {
            world.pass(STEP_NS);
        }
        assertTrue(holds.getAsBoolean(), what);
    }

    @Override
    protected SessionTimes times() {
        return times;
    }

    @Override
    protected long nowNs() {
        return world.monotonicNs();
    }
}
