package io.pfs.server.tag;

/**
 * How many keys there are.
 *
 * @param isExact whether they were counted; else it is a guess, wrong by any factor
 */
public record Estimate(long keys, boolean isExact) {
    static final Estimate NONE = new Estimate(0, true);

    Estimate plus(Estimate other) {
        return new Estimate(keys + other.keys, isExact && other.isExact);
    }

    /** For plans. */
    String words() {
        return (isExact ? "" : "about ") + PlanWords.number(keys) + (keys == 1 ? " key" : " keys");
    }
}
