package io.pfs.sim;

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
    /** By the name that the file has now; some of them are closed. */
    private final TreeMap<String, SimLease> leases = new TreeMap<>();

    private long lives;

    /** @param blocks what data nodes have, on a disk whose names are durable at once */
    SimHdfs(SimWorld world, Prng prng, SimDisk blocks) {
        this.world = world;
        this.prng = prng;
        this.blocks = blocks;
    }

    /** Hears of what a life does. */
    interface User {
        /** It uses the folder now. */
        void uses();

        /** It asks data nodes; throws if they do not answer. */
        void asks();
    }

    /** Opens the folder for a new life, which has renamed it. */
    Disk take(User user) {
        lives++;
        return share(user);
    }

    /** Opens the folder beside who has it: what must not be. */
    Disk share(User user) {
        return new Folder(new Holder(lives, user));
    }

    /** Has HDFS close what is open; it does so whether somebody waits for it or not. */
    void recoverLeases() {
        leases.values().removeIf(SimLease::isClosed);
        for (SimLease lease : leases.values()) {
            world.tally().count("hdfs: asked to close a file for somebody else");
            world.plan(
                    NAME_NODE, prng.between(0, prng.oneIn(SLOW_ONE_IN) ? SLOW_CLOSING_NS : CLOSING_NS), lease::close);
        }
    }

    boolean areLeasesClosed() {
        return leases.values().stream().allMatch(SimLease::isClosed);
    }

    /** The data nodes lose their power: who writes notices, what was not forced meets its fate. */
    void crash() {
        leases.values().forEach(SimLease::cut);
        blocks.crash();
    }

    /** One life, which may have lost the folder by now. */
    private final class Holder implements SimDisk.Guard {
        private final long life;
        private final User user;

        Holder(long life, User user) {
            this.life = life;
            this.user = user;
        }

        /** Paths of who had the folder before lead nowhere. */
        @Override
        public void names() {
            user.uses();
            if (life != lives) {
                world.tally().count("hdfs: refused to who had the folder before");
                throw new PfsException(ErrorCode.LOCKED, "sim: the folder is gone: a later life has taken it over");
            }
        }

        @Override
        public void bytes() {
            user.uses();
            user.asks();
            if (life != lives) {
                world.tally().count("hdfs: a file used by who had the folder before");
            }
        }
    }

    private final class Folder extends ForwardingDisk {
        private final Holder holder;

        Folder(Holder holder) {
            super(blocks.share(holder));
            this.holder = holder;
        }

        @Override
        public boolean reservesSpace() {
            return false;
        }

        @Override
        public DiskFile create(String name) {
            DiskFile file = super.create(name);
            SimLease lease = new SimLease(world, prng, holder.life, file, blocks.inode(name));
            leases.put(name, lease);
            return handle(file, Optional.of(lease));
        }

        @Override
        public DiskFile open(String name) {
            holder.names();
            DiskFile file = super.open(name);
            return handle(file, Optional.ofNullable(leases.get(name)).filter(lease -> lease.acquire(holder.life)));
        }

        private DiskFile handle(DiskFile file, Optional<SimLease> lease) {
            return new Handle(file, lease, holder.user);
        }

        @Override
        public List<String> list() {
            holder.names();
            return super.list();
        }

        @Override
        public boolean exists(String name) {
            holder.names();
            return super.exists(name);
        }

        @Override
        public void rename(String from, String to) {
            super.rename(from, to);
            Optional.ofNullable(leases.remove(from)).ifPresent(lease -> leases.put(to, lease));
        }

        @Override
        public void delete(String name) {
            super.delete(name);
            leases.remove(name);
        }

        @Override
        public void forceFolder() {
            // names are durable at once
        }
    }

    /** An open file: to be written if it was made in this life, and not closed since. */
    private final class Handle extends ForwardingFile {
        private final Optional<SimLease> lease;
        private final User user;
        private boolean isClosed;

        Handle(DiskFile file, Optional<SimLease> lease, User user) {
            super(file);
            this.lease = lease;
            this.user = user;
        }

        @Override
        public long size() {
            if (lease.isPresent()) {
                return lease.get().end();
            }
            user.asks();
            return super.size();
        }

        /** Its writer may end when nobody else has these bytes. */
        @Override
        public void write(ByteBuffer bytes, long offset) {
            own().write(bytes, offset);
            blocks.effectToCome(user::uses, "write to come", name());
        }

        @Override
        public int read(ByteBuffer target, long offset) {
            lease.ifPresent(open -> open.flushTo(offset + target.remaining()));
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
            requireLength(bytes <= size(), "is given no space ahead");
        }

        @Override
        public void truncate(long bytes) {
            requireLength(bytes == size(), "is not cut");
        }

        private void requireLength(boolean holds, String what) {
            if (!holds) {
                throw new PfsException(ErrorCode.NOT_SUPPORTED, "sim:" + name() + " " + what + " on HDFS");
            }
        }

        private SimLease own() {
            if (isClosed || lease.isEmpty()) {
                throw new PfsException(
                        ErrorCode.INVARIANT_BROKEN, "a file of HDFS is written by who created it, until he closes it");
            }
            return lease.get();
        }

        @Override
        public void close() {
            if (!isClosed) {
                isClosed = true;
                lease.ifPresent(SimLease::release);
            }
        }
    }
}
