package io.pfs.env;

/** Runs blocking jobs (writes, forces, compression) away from the loop. */
public interface Workers {
    /**
     * Runs {@code job} elsewhere, then {@code done} on the loop of the one who asked. A job reports by what it leaves in
     * its own fields; it must not throw.
     */
    void run(Runnable job, Runnable done);

    /** The same with one that is over soon, and whose end is waited for: nobody should go to sleep before. */
    default void runBriefly(Runnable job, Runnable done) {
        run(job, done);
    }

    /**
     * For a job that computes for long, in its midst: lets whoever is in a hurry have the core first. A force that waits for
     * a core holds up everybody who waits for the force.
     */
    default void giveWay() {}
}
