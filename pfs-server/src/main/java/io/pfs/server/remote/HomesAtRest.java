package io.pfs.server.remote;

import io.pfs.Epoch;

/** Homes that nobody seems to have. Nothing keeps anybody from taking one: it is seen afterwards. */
public interface HomesAtRest {
    /** Of the newest life of a home. */
    Epoch epochOf(String home);

    /** Refused with {@code LOCKED} if somebody took one since, or showed life in one. */
    void requireStill();
}
