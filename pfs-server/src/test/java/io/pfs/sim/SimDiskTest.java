package io.pfs.sim;

import io.pfs.disk.Disk;
import io.pfs.disk.ReservingDiskContract;

/** A simulated disk on which nothing goes wrong is a disk like any other. */
public final class SimDiskTest extends ReservingDiskContract {
    @Override
    protected Disk newDisk() {
        return quietDisk();
    }

    /** Nothing goes wrong on it. */
    public static Disk quietDisk() {
        Prng prng = new Prng(1);
        return new SimDisk(new SimWorld(prng), prng, new DiskFaults(prng)).attach();
    }
}
