package io.pfs.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class ShrinkerTest {
    private static final long SEED = 6;

    /** Without forces the loss of power that ends each history is enough to lose something: it takes no other trouble and few operations. */
    @Test
    void whatIsFoundIsSmallAndFailsTheSame() {
        Supplier<Plant> plant = Plants.ALL.get("skip the force");
        Cut cut = Shrinker.shrink(SEED, plant);
        assertTrue(cut.operations() <= SimWorkload.OPERATIONS / 4, cut.replay(SEED));
        assertEquals(EnumSet.allOf(FaultClass.class), cut.without(), cut.replay(SEED));
        assertEquals(Shrinker.violation(SEED, plant, Cut.NONE), Shrinker.violation(SEED, plant, cut), cut.replay(SEED));
    }

    @Test
    void whatIsCutIsReplayedByWhatIsPrinted() {
        Cut cut = Cut.NONE
                .andWithout(FaultClass.SPACE)
                .andWithout(FaultClass.DISK)
                .withOperations(150);
        assertTrue(
                cut.replay(17).endsWith("-Dpfs.seed=17 -Dpfs.without=disk,space -Dpfs.operations=150"), cut.replay(17));
        assertEquals(
                "mvn -pl pfs-server -am test -Dtest=SimulationTest -Dpfs.seed=17",
                Cut.NONE.replay(17),
                "nothing is left out");
    }
}
