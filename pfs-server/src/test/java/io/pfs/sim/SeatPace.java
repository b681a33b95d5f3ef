package io.pfs.sim;

import io.pfs.disk.Disk;
import io.pfs.env.Workers;
import io.pfs.server.owner.MemoryEnsemble;
import io.pfs.server.owner.SessionTimes;
import io.pfs.server.rpc.SessionLimits;

/**
 * How long everything takes in a world whose seats move: as badly as may be, to find what goes wrong then ({@link WildPace}), or as where
 * all machines are well, to find out what clients wait for ({@link SteadyPace}).
 */
interface SeatPace {
    /** How many servers there may be at a time. */
    int places();

    /** How many of them are on each machine. */
    int placesOfMachine();

    /** How long a server takes to get ready for its first seats. */
    long readyNs(Prng prng);

    SessionTimes session(Prng prng);

    MemoryEnsemble.Manners coordinator(Prng prng, SessionTimes times);

    /** How bytes come to one process. */
    SimWires wires(SimWorld world, Life life, Prng drawn);

    /** Whether the storage of a seat is that of HDFS. */
    boolean isOnHdfs(Prng drawn);

    /** What stands before a disk of the storage that servers share. */
    Disk storage(Disk disk);

    /** On what one server runs. */
    Machine machine(SimWorld world, Life life, Prng drawn);

    /** One of them. What is drawn is drawn when it is asked for. */
    interface Machine {
        /** By how much its clock is faster than that of others. */
        int driftPercent();

        SessionLimits limits();

        int weight();

        /** What a message to the coordinator takes, or back. */
        long coordinatorNs();

        /** Begins to open a seat, or is done with all but to tell. */
        void opening(Life life, Runnable task);

        /** Goes on when the storage has done what was just asked of it. */
        void afterStorage(Life life, Runnable task);

        /** Tells the loop of its keeper that a seat is closed. */
        void closed(Life life, Runnable task);

        /** The loop of a seat that is open here. */
        Loop loop(Life life, Prng drawn);

        Workers workers(Life life, Prng drawn, boolean areSlow, boolean inTurns);
    }

    /** The loop of a seat. */
    interface Loop {
        /** Has so many calls served, when it comes to them. */
        void serve(int calls, Runnable task);
    }
}
