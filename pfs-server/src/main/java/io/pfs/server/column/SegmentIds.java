package io.pfs.server.column;

/** Gives out ids of segments. All writers of a pool share one, so that no id is ever borne twice. */
@FunctionalInterface
public interface SegmentIds {
    /** An id that no segment of the pool has borne, 1 or more. */
    long next();
}
