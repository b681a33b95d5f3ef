package io.pfs.server.owner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.testing.ManualWorld;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OwnTroublesTest {
    private static final long SECOND_NS = 1_000_000_000;

    private final ManualWorld world = new ManualWorld(1);
    private final List<String> told = new ArrayList<>();
    private final OwnTroubles troubles =
            new OwnTroubles(new SeatKeeper.Drive(world.timers(), world, told::add, refusal -> {}), () -> {});

    private void fail(int seat) {
        for (int times = 0; times < 3; times++) {
            troubles.failed(new ServerId(seat), new PfsException(ErrorCode.NO_SPACE, "planned"));
        }
    }

    /** Of all such seats there is one try at a time. */
    @Test
    void peopleAreToldWhenTheNextTryIs() {
        fail(0);
        world.pass(20 * SECOND_NS);
        fail(1);
        assertEquals(2, told.size());
        assertTrue(told.get(0).contains(" in 30 s"), told.get(0));
        assertTrue(told.get(1).contains(" in 10 s"), told.get(1));
    }
}
