package io.pfs.sim;

import io.pfs.PfsException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Finds a smaller history that violates the same: servers are left out, classes of faults are switched off one by one, then operations are
 * halved. A smaller one that fails in another way is another failure, and is not taken.
 */
final class Shrinker {
    private static final int OPERATIONS_MIN = 20;

    private final long seed;
    private final Supplier<Plant> plant;
    private final String violated;
    private Cut smallest = Cut.NONE;

    private Shrinker(long seed, Supplier<Plant> plant, String violated) {
        this.seed = seed;
        this.plant = plant;
        this.violated = violated;
    }

    /** How to cut a seed that fails. */
    static Cut shrink(long seed, Supplier<Plant> plant) {
        String violated =
                violation(seed, plant, Cut.NONE).orElseThrow(() -> new SimViolation("seed " + seed + " does not fail"));
        Shrinker shrinker = new Shrinker(seed, plant, violated);
        shrinker.shrink();
        return shrinker.smallest;
    }

    private void shrink() {
        leaveOutServers();
        int operations = SimWorkload.OPERATIONS;
        while (operations / 2 >= OPERATIONS_MIN && accepts(smallest.withOperations(operations / 2))) {
            operations /= 2;
        }
        for (FaultClass each : FaultClass.values()) {
            accepts(smallest.andWithout(each));
        }
        while (operations / 2 >= OPERATIONS_MIN && accepts(smallest.withOperations(operations / 2))) {
            operations /= 2;
        }
    }

    private void leaveOutServers() {
        Prng prng = new Prng(seed);
        int servers = Math.max(serversOf(prng), serversOf(prng.child("histories")));
        boolean isFound = false;
        for (int fewer = 1; fewer < servers && !isFound; fewer++) {
            isFound = accepts(smallest.withServers(fewer));
        }
    }

    private static int serversOf(Prng prng) {
        return SimWorkload.draw(prng.child("workload")).servers();
    }

    private boolean accepts(Cut smaller) {
        boolean same = violation(seed, plant, smaller).filter(violated::equals).isPresent();
        if (same) {
            smallest = smaller;
        }
        return same;
    }

    /** What is violated, without what differs from run to run; empty if nothing is. */
    static Optional<String> violation(long seed, Supplier<Plant> plant, Cut cut) {
        try {
            Simulation.run(seed, plant.get(), cut);
            return Optional.empty();
        } catch (SimViolation caught) {
            return Optional.of(kindOf(caught.getCause() == null ? caught : caught.getCause()));
        }
    }

    private static String kindOf(Throwable violation) {
        if (violation instanceof PfsException e) {
            return e.code() + " " + String.valueOf(e.getMessage()).replaceAll("[0-9a-f]{3,}|[0-9]+", "#");
        }
        String text = violation instanceof SimViolation ? String.valueOf(violation.getMessage()) : violation.toString();
        return text.split("[:;]", 2)[0];
    }
}
