package io.pfs.server.owner;

import java.util.SplittableRandom;

/** The same, when sessions end late, and members hear of changes late and read what is old. */
final class LateCoordinatorTest extends MemoryCoordinatorTest {
    private static final long LATE_NS = 500_000_000;

    @Override
    MemoryEnsemble.Manners manners() {
        return new Late(new SplittableRandom(1));
    }

    private record Late(SplittableRandom random) implements MemoryEnsemble.Manners {
        @Override
        public long endsLateNs() {
            return random.nextLong(LATE_NS);
        }

        @Override
        public long behindNs() {
            return random.nextLong(LATE_NS);
        }
    }
}
