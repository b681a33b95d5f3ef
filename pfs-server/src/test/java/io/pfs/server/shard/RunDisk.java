package io.pfs.server.shard;

import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.testing.ForwardingDisk;
import io.pfs.testing.ForwardingFile;
import java.nio.ByteBuffer;

/** A disk on which runs are slow. */
class RunDisk extends ForwardingDisk {
    /** Whether reads of runs stall. */
    boolean isStalled;

    /** How often a run was opened. */
    int opened;

    RunDisk(Disk disk) {
        super(disk);
    }

    static boolean isRun(String name) {
        return name.startsWith("run-");
    }

    @Override
    public DiskFile open(String name) {
        opened += isRun(name) ? 1 : 0;
        return super.open(name);
    }

    @Override
    protected DiskFile opened(DiskFile file) {
        return new ForwardingFile(file) {
            @Override
            public int read(ByteBuffer target, long offset) {
                if (isStalled && isRun(name())) {
                    throw new StallingWorkers.Stall();
                }
                return super.read(target, offset);
            }
        };
    }
}
