package io.pfs.testing;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A disk whose calls can be made to fail. Before each call that changes something it asks the test, which may throw; a
 * write that fails so has written its first half. A file that failed to be forced must be left alone after that: touching
 * it is an assertion error.
 */
public final class FaultDisk implements Disk {
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

    private final Disk disk;
    private final Fault fault;
    private final Set<String> failedForces = new HashSet<>();

    public FaultDisk(Disk disk, Fault fault) {
        this.disk = disk;
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
    public String location() {
        return disk.location();
    }

    @Override
    public DiskFile create(String name) {
        fault.before(Call.CREATE, name);
        failedForces.remove(name);
        return new FaultFile(disk.create(name));
    }

    @Override
    public DiskFile open(String name) {
        return new FaultFile(disk.open(name));
    }

    @Override
    public List<String> list() {
        return disk.list();
    }

    @Override
    public boolean exists(String name) {
        return disk.exists(name);
    }

    @Override
    public void rename(String from, String to) {
        fault.before(Call.RENAME, from);
        disk.rename(from, to);
    }

    @Override
    public void delete(String name) {
        fault.before(Call.DELETE, name);
        failedForces.remove(name);
        disk.delete(name);
    }

    @Override
    public void forceFolder() {
        fault.before(Call.FORCE_FOLDER, "the folder");
        disk.forceFolder();
    }

    @Override
    public long usableBytes() {
        return disk.usableBytes();
    }

    @Override
    public void close() {
        disk.close();
    }

    private final class FaultFile implements DiskFile {
        private final DiskFile file;

        FaultFile(DiskFile file) {
            this.file = file;
        }

        @Override
        public String name() {
            return file.name();
        }

        @Override
        public long size() {
            return file.size();
        }

        @Override
        public void write(ByteBuffer bytes, long offset) {
            refuseAfterFailedForce();
            try {
                fault.before(Call.WRITE, name());
            } catch (RuntimeException e) {
                file.write(bytes.slice(bytes.position(), bytes.remaining() / 2), offset);
                throw e;
            }
            file.write(bytes, offset);
        }

        @Override
        public int read(ByteBuffer target, long offset) {
            return file.read(target, offset);
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
            file.force();
        }

        @Override
        public void preallocate(long bytes) {
            refuseAfterFailedForce();
            fault.before(Call.PREALLOCATE, name());
            file.preallocate(bytes);
        }

        @Override
        public void truncate(long bytes) {
            refuseAfterFailedForce();
            fault.before(Call.TRUNCATE, name());
            file.truncate(bytes);
        }

        @Override
        public void close() {
            file.close();
        }

        private void refuseAfterFailedForce() {
            if (failedForces.contains(name())) {
                throw new AssertionError(name() + " failed to be forced, and is touched again");
            }
        }
    }
}
