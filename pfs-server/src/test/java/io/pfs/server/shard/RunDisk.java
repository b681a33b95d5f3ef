package io.pfs.server.shard;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.testing.ForwardingDisk;
import io.pfs.testing.ForwardingFile;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;

/** A disk on which runs are slow. */
class RunDisk extends ForwardingDisk {
    /** Whether reads of runs stall. */
    boolean isStalled;

    /** How often a run was opened. */
    int opened;

    /** So much is left. */
    OptionalLong usableBytes = OptionalLong.empty();

    /** Whether no run can be deleted. */
    boolean isStuck;

    /** What happens with the next thing that is appended to a run. */
    Optional<Runnable> next = Optional.empty();

    /** Pieces that were appended to runs. */
    int appends;

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
    public long usableBytes() {
        return usableBytes.orElseGet(super::usableBytes);
    }

    private void append() {
        Optional<Runnable> now = next;
        next = Optional.empty();
        now.ifPresent(Runnable::run);
        appends++;
    }

    @Override
    public void delete(String name) {
        if (isStuck && isRun(name)) {
            throw new PfsException(ErrorCode.IO_FAILED, name + " can't be deleted, as the test wants it");
        }
        super.delete(name);
    }

    @Override
    protected DiskFile opened(DiskFile file) {
        return new ForwardingFile(file) {
            @Override
            public void write(ByteBuffer bytes, long offset) {
                if (isRun(name())) {
                    append();
                }
                super.write(bytes, offset);
            }

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
