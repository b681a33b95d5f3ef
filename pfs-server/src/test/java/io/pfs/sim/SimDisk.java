package io.pfs.sim;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.sim.DiskFaults.Call;
import io.pfs.testing.ForwardingDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * A folder that behaves as badly as a disk may. What was forced survives a crash; of what was not, each sector is kept,
 * lost, torn or garbled, and of the folder's changes a beginning survives. Space runs out, forces fail and then claim
 * success, sectors rot: as {@link DiskFaults} says. Unlike bytes, the folder's changes come in order: file systems log
 * them, so a later one is never durable without those before it, whatever force failed in between.
 *
 * <p>The disk outlives the processes that use it: each incarnation opens it through {@link #attach}.
 */
public final class SimDisk {
    private final SimWorld world;
    private final Prng prng;
    private final DiskFaults faults;
    private final boolean namesAreDurable;
    private final TreeMap<String, SimInode> visible = new TreeMap<>();
    private final TreeMap<String, SimInode> durable = new TreeMap<>();
    private final List<Runnable> unforcedFolderChanges = new ArrayList<>();
    private boolean attached;
    private long holders;
    private long powerLosses;
    private long operations;
    private long capacityBytes = Long.MAX_VALUE;
    private String refused = "";

    public SimDisk(SimWorld world, Prng prng, DiskFaults faults) {
        this(world, prng, faults, false);
    }

    private SimDisk(SimWorld world, Prng prng, DiskFaults faults, boolean namesAreDurable) {
        this.world = world;
        this.prng = prng;
        this.faults = faults;
        this.namesAreDurable = namesAreDurable;
    }

    /** One whose folder needs no force, as somebody else has its names. */
    static SimDisk withDurableNames(SimWorld world, Prng prng, DiskFaults faults) {
        return new SimDisk(world, prng, faults, true);
    }

    /** Opens the folder for one process; a second one at the same time is refused. */
    public Disk attach() {
        if (attached) {
            throw new PfsException(ErrorCode.LOCKED, "sim: is in use by another process");
        }
        return take();
    }

    /** Opens the folder for a process that takes it from whoever has it: who had it can change nothing any more. */
    Disk take() {
        holders++;
        attached = true;
        return new Attached();
    }

    /** Opens the folder beside who has it, who goes on: what must not be. */
    Disk share() {
        attached = true;
        return new Attached();
    }

    /** The same where somebody else knows who may do what. */
    Disk share(Guard guard) {
        attached = true;
        return new Attached(guard);
    }

    /** Is asked at the moment at which something happens, and throws if it must not. */
    interface Guard {
        void names();

        void bytes();
    }

    /** What is done in a folder that another has taken is not done. */
    private final class Taken implements Guard {
        private final long holder = holders;

        @Override
        public void names() {
            bytes();
        }

        @Override
        public void bytes() {
            if (holder != holders) {
                world.tally().count("disk: refused to who had it before");
                throw new PfsException(ErrorCode.IO_FAILED, "sim: another process has taken this folder");
            }
        }
    }

    /** Opens the folder for another process that only reads what rows of its own point to. */
    Disk attachToRead() {
        return new ForwardingDisk(new Attached()) {
            @Override
            public void close() {
                // the process that writes still has it
            }
        };
    }

    /** Operations so far: a crash can be planned at any of them. */
    public long operations() {
        return operations;
    }

    /** The process is gone, and the power with it: what was not forced meets its fate. */
    public void crash() {
        attached = false;
        powerLosses++;
        int survived = prng.below(unforcedFolderChanges.size() + 1);
        if (survived < unforcedFolderChanges.size()) {
            world.tally().count("disk: folder changes lost");
        }
        for (Runnable change : unforcedFolderChanges.subList(0, survived)) {
            change.run();
        }
        unforcedFolderChanges.clear();
        visible.clear();
        visible.putAll(durable);
        for (SimInode inode : visible.values()) {
            inode.crash(prng, world.tally());
        }
    }

    /** The process is gone, but the machine goes on: everything written is still there. */
    public void kill() {
        attached = false;
    }

    long powerLosses() {
        return powerLosses;
    }

    /** The file of this name, for what comes to it by no process. */
    SimInode inode(String name) {
        return existing(name);
    }

    /** Takes away a file for good, while no process is there. */
    void lose(String name) {
        visible.remove(name);
        durable.remove(name);
    }

    List<String> names() {
        return new ArrayList<>(visible.keySet());
    }

    private SimInode existing(String name) {
        SimInode inode = visible.get(name);
        if (inode == null) {
            throw new PfsException(ErrorCode.FILE_MISSING, "sim:" + name + " does not exist");
        }
        return inode;
    }

    /** Each effect passes here: it is counted, traced, and can be the last one. */
    private void effect(Runnable guard, String what, String name, long value) {
        SimJob.mayPause();
        guard.run();
        operations++;
        faults.reached(operations);
        world.trace(what + name, value);
        if (faults.crashesAt(operations)) {
            world.tally().count("crash in the middle of: " + what);
            throw new SimCrash(this, what + " " + name);
        }
    }

    /** Something is about to be done for which nothing happens here yet. */
    void effectToCome(Runnable guard, String what, String name) {
        effect(guard, what, name, 0);
    }

    private void fail(ErrorCode code, Call call, String name) {
        world.tally().count("disk: " + call + " failed");
        throw new PfsException(code, "sim:" + name + ": planted: " + call + " failed");
    }

    private void folderChange(Runnable change) {
        if (namesAreDurable) {
            change.run();
        } else {
            unforcedFolderChanges.add(change);
        }
    }

    /** From now on there is room for so many more bytes. */
    void limitSpace(long spareBytes) {
        capacityBytes = usedBytes() + spareBytes;
    }

    /** From now on files whose names begin so take no more bytes; an empty beginning is that of none. */
    void refuseWrites(String prefix) {
        refused = prefix;
    }

    void unlimitSpace() {
        capacityBytes = Long.MAX_VALUE;
    }

    long usedBytes() {
        return visible.values().stream().mapToLong(SimInode::size).sum();
    }

    private void requireSpace(String name, long moreBytes) {
        boolean isLimited = capacityBytes < Long.MAX_VALUE; // nobody adds up all files for nothing
        if (isLimited && moreBytes > 0 && !faults.arePaused() && usedBytes() + moreBytes > capacityBytes) {
            world.tally().count("disk: no space");
            throw new PfsException(ErrorCode.NO_SPACE, "sim:" + name + ": no space left; free some and go on");
        }
    }

    private final class Attached implements Disk {
        private final long holder = holders;
        private final Guard guard;

        Attached() {
            this(new Taken());
        }

        Attached(Guard guard) {
            this.guard = guard;
        }

        @Override
        public String location() {
            return "sim:";
        }

        @Override
        public DiskFile create(String name) {
            effect(guard::names, "create", name, 0);
            if (visible.containsKey(name)) {
                throw new PfsException(ErrorCode.FILE_EXISTS, "sim:" + name + " exists already");
            }
            requireSpace(name, 0);
            world.tally().count("disk: file of kind " + name.replaceFirst("[-.].*", "") + " made");
            SimInode inode = new SimInode();
            visible.put(name, inode);
            folderChange(() -> durable.put(name, inode));
            return new OpenFile(name, inode, guard);
        }

        @Override
        public DiskFile open(String name) {
            return new OpenFile(name, existing(name), guard);
        }

        @Override
        public List<String> list() {
            return names();
        }

        @Override
        public boolean exists(String name) {
            return visible.containsKey(name);
        }

        @Override
        public void rename(String from, String to) {
            effect(guard::names, "rename", from, to.hashCode());
            SimInode inode = existing(from);
            if (visible.containsKey(to)) {
                throw new PfsException(ErrorCode.FILE_EXISTS, "sim:" + to + " exists already");
            }
            change(Call.RENAME, from, () -> {
                visible.remove(from);
                visible.put(to, inode);
                folderChange(() -> {
                    durable.remove(from);
                    durable.put(to, inode);
                });
            });
        }

        /** A change of the folder that fails may have happened all the same. */
        private void change(Call call, String name, Runnable change) {
            boolean fails = faults.fails(call);
            if (!fails || faults.happenedAllTheSame()) {
                change.run();
            }
            if (fails) {
                fail(ErrorCode.IO_FAILED, call, name);
            }
        }

        @Override
        public void delete(String name) {
            effect(guard::names, "delete", name, 0);
            existing(name);
            change(Call.DELETE, name, () -> {
                visible.remove(name);
                folderChange(() -> durable.remove(name));
            });
        }

        @Override
        public void forceFolder() {
            effect(guard::names, "force folder", "", unforcedFolderChanges.size());
            if (faults.fails(Call.FORCE)) {
                world.tally().count("disk: force of the folder failed");
                throw new PfsException(ErrorCode.FORCE_FAILED, "sim: the folder could not be forced");
            }
            unforcedFolderChanges.forEach(Runnable::run);
            unforcedFolderChanges.clear();
        }

        @Override
        public long usableBytes() {
            return Math.max(0, capacityBytes - usedBytes());
        }

        @Override
        public long totalBytes() {
            return capacityBytes;
        }

        @Override
        public void close() {
            attached &= holder != holders;
        }
    }

    private final class OpenFile implements DiskFile {
        private final String name;
        private final SimInode inode;
        private final Guard guard;

        OpenFile(String name, SimInode inode, Guard guard) {
            this.name = name;
            this.inode = inode;
            this.guard = guard;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public long size() {
            return inode.size();
        }

        @Override
        public void write(java.nio.ByteBuffer bytes, long offset) {
            guard.bytes();
            requireSpace(name, offset + bytes.remaining() - inode.size());
            if (!refused.isEmpty() && !faults.arePaused() && name.startsWith(refused)) {
                world.tally().count("disk: segments take nothing");
                throw new PfsException(ErrorCode.IO_FAILED, "sim:" + name + ": the write failed at offset " + offset);
            }
            if (faults.fails(Call.WRITE)) {
                int half = bytes.remaining() / 2;
                inode.write(bytes.slice(bytes.position(), half), offset);
                fail(ErrorCode.IO_FAILED, Call.WRITE, name);
            }
            inode.write(bytes, offset);
            effect(guard::bytes, "write", name, offset);
        }

        @Override
        public int read(java.nio.ByteBuffer target, long offset) {
            SimJob.mayPause();
            if (faults.fails(Call.READ)) {
                fail(ErrorCode.IO_FAILED, Call.READ, name);
            }
            return inode.read(target, offset);
        }

        @Override
        public void force() {
            effect(guard::bytes, "force", name, inode.size());
            if (faults.fails(Call.FORCE)) {
                inode.forgetUnforced(); // and it will claim success
                fail(ErrorCode.FORCE_FAILED, Call.FORCE, name);
            }
            inode.force();
        }

        @Override
        public void preallocate(long bytes) {
            guard.bytes();
            requireSpace(name, bytes - inode.size());
            inode.grow(bytes);
            effect(guard::bytes, "preallocate", name, bytes);
        }

        @Override
        public void truncate(long bytes) {
            effect(guard::bytes, "truncate", name, bytes);
            inode.truncate(bytes);
        }

        @Override
        public void close() {
            // nothing is held: bytes stay with the disk
        }
    }
}
