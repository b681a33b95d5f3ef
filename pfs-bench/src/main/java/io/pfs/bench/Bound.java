package io.pfs.bench;

/** A figure that is to stay below a limit, measured in this process. */
record Bound(String name, String unit, Measured measured, double most) {
    /** Gives the figure. */
    interface Measured {
        double measure(boolean quick);
    }
}
