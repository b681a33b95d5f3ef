package io.pfs.sim;

import io.pfs.ServerId;
import java.util.Arrays;

/** For how long each seat was served by nobody, from when it was served no more until it was again. */
final class SeatAbsences {
    private static final long SERVED = -1;

    private final SimWorld world;
    private final long[] sinceNs;
    private long longestNs;

    SeatAbsences(SimWorld world, int seats) {
        this.world = world;
        this.sinceNs = new long[seats];
        Arrays.fill(sinceNs, SERVED);
    }

    void begins(ServerId seat) {
        sinceNs[seat.value()] = world.nowNs();
    }

    void ends(ServerId seat) {
        long since = sinceNs[seat.value()];
        if (since != SERVED) {
            longestNs = Math.max(longestNs, world.nowNs() - since);
            sinceNs[seat.value()] = SERVED;
        }
    }

    /** The longest that has ended since this was asked last. */
    long takeLongestNs() {
        long taken = longestNs;
        longestNs = 0;
        return taken;
    }
}
