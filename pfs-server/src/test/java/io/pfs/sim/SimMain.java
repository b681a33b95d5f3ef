package io.pfs.sim;

import io.pfs.sim.Simulation.Outcome;

/** Runs seeds from the command line and prints the hash of each history: for a second JVM, and for replays. */
public final class SimMain {
    private SimMain() {}

    /** The first seed, how many, and {@code -v} to see what happened in each. */
    public static void main(String[] args) {
        long from = Long.parseLong(args[0]);
        long count = args.length > 1 ? Long.parseLong(args[1]) : 1;
        for (long seed = from; seed < from + count; seed++) {
            Outcome outcome = Simulation.run(seed, Plant.NONE, Cut.ofProperties());
            System.out.println(describe(outcome));
            if (args.length > 2) {
                System.out.println(outcome.tally().counts());
            }
        }
    }

    static String describe(Outcome outcome) {
        return "seed " + outcome.seed() + " trace " + Long.toHexString(outcome.traceHash()) + " operations "
                + outcome.operations() + " events " + outcome.events();
    }
}
