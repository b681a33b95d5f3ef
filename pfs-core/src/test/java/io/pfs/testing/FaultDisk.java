package io.pfs.testing;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;

/**
 * A disk whose calls can be made to fail. Before each call that changes something it asks the test, which may throw; a
 * write that fails so has written its first half. A file that failed to be forced must be left alone after that: touching
 * it is an assertion error.
 */
public final class FaultDisk extends ForwardingDisk {
    /** The calls that change something. */
    public enum Call {
        CREATE,
        RENAME,
        DELETE,
        FORCE_FOLDER,
        WRITE,
        PREALLOCATE,
        TRUNCATE,
        FORCE
    }

    /** Decides about each call. */
    public interface Fault {
        /** Throws what the call shall throw, or returns to let it happen. */
        void before(Call call, String name);
    }

    private final Fault fault;
    private final Set<String> failedForces = new HashSet<>();

    public FaultDisk(Disk disk, Fault fault) {
        super(disk);
        this.fault = fault;
    }

    /** Lets the {@code n}-th call of one kind fail, counted from 0, and {@code count - 1} more after it. */
    public static Fault failing(Call kind, int n, int count, ErrorCode code) {
        return new Fault() {
            private int seen;

            @Override
            public void before(Call call, String name) {
                if (call == kind && seen++ >= n && seen <= n + count) {
                    throw new PfsException(code, "planted: " + call + " number " + n + " of " + name);
                }
            }
        };
    }

    @Override
    protected DiskFile opened(DiskFile file) {
        return new FaultFile(file);
    }

    @Override
    public DiskFile create(String name) {
        fault.before(Call.CREATE, name);
        failedForces.remove(name);
        return super.create(name);
    }

    @Override
    public void rename(String from, String to) {
        fault.before(Call.RENAME, from);
        super.rename(from, to);
    }

    @Override
    public void delete(String name) {
        fault.before(Call.DELETE, name);
        failedForces.remove(name);
        super.delete(name);
    }

    @Override
    public void forceFolder() {
        fault.before(Call.FORCE_FOLDER, "the folder");
        super.forceFolder();
    }

    private final class FaultFile extends ForwardingFile {
        FaultFile(DiskFile file) {
            super(file);
        }

        @Override
        public void write(ByteBuffer bytes, long offset) {
            refuseAfterFailedForce();
            try {
                fault.before(Call.WRITE, name());
            } catch (RuntimeException e) {
                super.write(bytes.slice(bytes.position(), bytes.remaining() / 2), offset);
                throw e;
            }
            super.write(bytes, offset);
        }

        @Override
        public void force() {
            refuseAfterFailedForce();
            try {
                fault.before(Call.FORCE, name());
            } catch (PfsException e) {
                failedForces.add(name());
                throw e;
            }
            super.force();
        }

        @Override
        public void preallocate(long bytes) {
            refuseAfterFailedForce();
            fault.before(Call.PREALLOCATE, name());
            super.preallocate(bytes);
        }

        @Override
        public void truncate(long bytes) {
            refuseAfterFailedForce();
            fault.before(Call.TRUNCATE, name());
            super.truncate(bytes);
        }

        private void refuseAfterFailedForce() {
            if (failedForces.contains(name())) {
                throw new AssertionError(name() + " failed to be forced, and is touched again");
            }
        }
    }
}
