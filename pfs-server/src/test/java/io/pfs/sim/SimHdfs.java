package io.pfs.sim;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.testing.ForwardingDisk;
import io.pfs.testing.ForwardingFile;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A folder as it is on HDFS: files only grow, each by the one stream of who made it, and names are durable at once. Who takes it has renamed it: whoever had it can make, rename and delete
 * nothing any more, but goes on in files that he has open, and hears that they are forced, until HDFS has closed each of them, which takes its time.
 */
final class SimHdfs {
    private static final Life NAME_NODE = new Life("name node");
    private static final long CLOSING_NS = 30_000_000;
    /** As where a data node does not answer at once. */
    private static final long SLOW_CLOSING_NS = 2_000_000_000;

    private static final int SLOW_ONE_IN = 5;

    private final SimWorld world;
    private final Prng prng;
    private final SimDisk blocks;
    /** By the name that the file has now; some of them may be over. */
    private final TreeMap<String, SimLease> leases = new TreeMap<>();

    private long lives;

    /** @param blocks what data nodes have, on a disk whose names are durable at once */
    SimHdfs(SimWorld world, Prng prng, SimDisk blocks) {
        this.world = world;
        this.prng = prng;
        this.blocks = blocks;
    }

    /**
     * Opens the folder for a new life.
     *
     * @param called before each call that gets as far as the data nodes or changes a name
     */
    Disk take(Runnable called) {
        lives++;
        return new Folder(lives, called);
    }

    /** Has HDFS close what is open; it does so whether somebody waits for it or not. */
    void recoverLeases() {
        leases.values().removeIf(SimLease::isOver);
        for (SimLease lease : leases.values()) {
            world.tally().count("hdfs: file closed for somebody else");
            world.plan(
                    NAME_NODE, prng.between(0, prng.oneIn(SLOW_ONE_IN) ? SLOW_CLOSING_NS : CLOSING_NS), lease::close);
        }
    }

    boolean areLeasesOver() {
        return leases.values().stream().allMatch(SimLease::isOver);
    }

    /** The data nodes lose their power: who writes notices, what was not forced meets its fate. */
    void crash() {
        leases.values().forEach(SimLease::breakPipeline);
        blocks.crash();
    }

    private final class Folder extends ForwardingDisk {
        private final long life;
        private final Runnable called;

        Folder(long life, Runnable called) {
            super(blocks.share());
            this.life = life;
            this.called = called;
        }

        private void called() {
            called.run();
            if (life != lives) {
                world.tally().count("hdfs: a file used by who had the folder before");
            }
        }

        /** Paths of who had the folder before lead nowhere. */
        private void require() {
            called.run();
            if (life != lives) {
                world.tally().count("hdfs: refused to who had the folder before");
                throw new PfsException(ErrorCode.LOCKED, "sim: the folder is gone: a later life has taken it over");
            }
        }

        @Override
        public boolean reservesSpace() {
            return false;
        }

        @Override
        public DiskFile create(String name) {
            require();
            DiskFile file = super.create(name);
            SimLease lease = new SimLease(world, prng, file, blocks.inode(name));
            leases.put(name, lease);
            return handle(file, Optional.of(lease));
        }

        @Override
        public DiskFile open(String name) {
            require();
            DiskFile file = super.open(name);
            Optional<SimLease> own = Optional.ofNullable(leases.get(name)).filter(lease -> !lease.isOver());
            own.ifPresent(SimLease::acquire);
            return handle(file, own);
        }

        private DiskFile handle(DiskFile file, Optional<SimLease> lease) {
            return new Handle(file, lease, this::called, () -> blocks.effectToCome("write to come", file.name()));
        }

        @Override
        public List<String> list() {
            require();
            return super.list();
        }

        @Override
        public boolean exists(String name) {
            require();
            return super.exists(name);
        }

        @Override
        public void rename(String from, String to) {
            require();
            super.rename(from, to);
            Optional.ofNullable(leases.remove(from)).ifPresent(lease -> leases.put(to, lease));
        }

        @Override
        public void delete(String name) {
            require();
            super.delete(name);
            leases.remove(name);
        }

        @Override
        public void forceFolder() {
            // names are durable at once
        }
    }

    /** An open file: to be written if it was made in this life, and not closed since. */
    private static final class Handle extends ForwardingFile {
        private final Optional<SimLease> lease;
        private final Runnable called;
        private final Runnable written;
        private boolean isClosed;

        Handle(DiskFile file, Optional<SimLease> lease, Runnable called, Runnable written) {
            super(file);
            this.lease = lease;
            this.called = called;
            this.written = written;
        }

        @Override
        public long size() {
            return lease.map(SimLease::end).orElseGet(super::size);
        }

        /** Its writer may end when nobody else has these bytes. */
        @Override
        public void write(ByteBuffer bytes, long offset) {
            own().write(bytes, offset);
            written.run();
        }

        @Override
        public int read(ByteBuffer target, long offset) {
            lease.filter(open -> !open.isOver()).ifPresent(open -> {
                called.run();
                open.flushTo(offset + target.remaining());
            });
            return super.read(target, offset);
        }

        @Override
        public void flush() {
            own().flush();
        }

        @Override
        public void force() {
            own().force();
        }

        @Override
        public void preallocate(long bytes) {
            Check.that(bytes <= size(), "files of HDFS have no space ahead");
        }

        @Override
        public void truncate(long bytes) {
            Check.that(bytes == size(), "files of HDFS are not cut");
        }

        private SimLease own() {
            Check.that(!isClosed, "a closed file is not written");
            called.run();
            return lease.orElseThrow(
                    () -> new PfsException(ErrorCode.INVARIANT_BROKEN, "a file of HDFS is written by who created it"));
        }

        @Override
        public void close() {
            if (!isClosed) {
                isClosed = true;
                called.run();
                lease.ifPresent(SimLease::release);
            }
        }
    }
}
