package io.pfs.sim;

/** Thrown out of the middle of an operation to end a process there. Not an exception that anyone may catch. */
final class SimCrash extends Error {
    private static final long serialVersionUID = 1L;

    SimCrash(String where) {
        super("simulated crash at " + where, null, false, false);
    }
}
