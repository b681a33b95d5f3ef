package io.pfs.sim;

/** What must never be true was seen to be. */
final class SimViolation extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SimViolation(String what) {
        super(what);
    }

    SimViolation(String what, Throwable cause) {
        super(what, cause);
    }
}
