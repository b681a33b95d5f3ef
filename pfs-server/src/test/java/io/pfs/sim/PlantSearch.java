package io.pfs.sim;

import java.util.function.Supplier;

/** Looks for the first seed that catches a planted bug. */
final class PlantSearch {
    private PlantSearch() {}

    /** The first seed from {@code from} on, of so many, under which this bug shows; -1 if there is none. */
    static long firstSeedThatCatches(Supplier<Plant> plant, long from, int seeds) {
        for (long seed = from; seed < from + seeds; seed++) {
            if (isCaught(plant.get(), seed)) {
                return seed;
            }
        }
        return -1;
    }

    /** Whether the ordinary workload and oracle of this seed notice the bug. */
    static boolean isCaught(Plant plant, long seed) {
        try {
            Simulation.run(seed, plant, Cut.NONE);
            return false;
        } catch (SimViolation caught) {
            return true;
        }
    }

    /** Prints the first seed for each bug, for the test that records them. */
    public static void main(String[] args) {
        Plants.ALL.forEach((name, plant) -> System.out.println(name + ": seed " + firstSeedThatCatches(plant, 1, 100)));
    }
}
