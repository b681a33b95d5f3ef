package io.pfs.env;

/** Time, of two kinds that are never mixed. */
public interface Clock {
    /** Nanoseconds that only grow, from an arbitrary start: for durations, leases, time-outs. */
    long monotonicNs();

    /** Milliseconds since 1970, which may jump either way: for attributes that people read. */
    long wallMillis();
}
