package io.pfs.sim;

import java.util.Optional;

/** Thrown out of the middle of an operation to end a process there. Not an exception that anyone may catch. */
final class SimCrash extends Error {
    private static final long serialVersionUID = 1L;

    private final transient Optional<SimDisk> disk;

    /** Of a thread whose process is gone already. */
    SimCrash(String where) {
        this(Optional.empty(), where);
    }

    /** In the midst of an operation of this disk. */
    SimCrash(SimDisk disk, String where) {
        this(Optional.of(disk), where);
    }

    private SimCrash(Optional<SimDisk> disk, String where) {
        super("simulated crash at " + where, null, false, false);
        this.disk = disk;
    }

    SimDisk disk() {
        return disk.orElseThrow();
    }
}
