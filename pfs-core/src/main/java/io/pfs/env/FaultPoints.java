package io.pfs.env;

/**
 * Places where something rare but legal can be made to happen more often: a roll-over, an eviction, a batch of one.
 * The product never asks for it; the simulator does, by seed.
 */
@FunctionalInterface
public interface FaultPoints {
    /** What ships: nothing rare happens unless it happens. */
    FaultPoints NONE = name -> false;

    /** Whether the rare thing of this name should happen now. */
    boolean maybe(String name);
}
