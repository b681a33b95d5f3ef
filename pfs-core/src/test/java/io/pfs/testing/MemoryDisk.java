package io.pfs.testing;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A folder in memory that remembers what was forced. It has no faults of its own; tests put these in front of it, and
 * take what survives a crash from {@link #durableNames()} and {@link Inode}.
 */
public final class MemoryDisk implements Disk {
    private final Map<String, Inode> names = new TreeMap<>();
    private final Map<String, Inode> durableNames = new TreeMap<>();

    /** The bytes of a file, as written and as forced. */
    public static final class Inode {
        private byte[] bytes = new byte[0];
        private byte[] forced = new byte[0];

        public byte[] bytes() {
            return bytes;
        }

        public byte[] forced() {
            return forced;
        }

        /** A file as it comes out of a crash. */
        public static Inode of(byte[] bytes) {
            Inode inode = new Inode();
            inode.bytes = bytes.clone();
            inode.forced = inode.bytes.clone();
            return inode;
        }
    }

    /** A folder as it comes out of a crash. */
    public static MemoryDisk of(Map<String, byte[]> files) {
        MemoryDisk disk = new MemoryDisk();
        files.forEach((name, bytes) -> disk.names.put(name, Inode.of(bytes)));
        disk.forceFolder();
        return disk;
    }

    /** This folder as the loss of power leaves it: with all that was written, or only with what was forced. */
    public MemoryDisk afterCrash(boolean onlyForcedIsKept) {
        Map<String, byte[]> files = new TreeMap<>();
        (onlyForcedIsKept ? durableNames : names)
                .forEach((name, inode) -> files.put(name, onlyForcedIsKept ? inode.forced() : inode.bytes()));
        return of(files);
    }

    /** What the folder holds now. */
    public Map<String, Inode> names() {
        return names;
    }

    /** What the folder held when it was forced last. */
    public Map<String, Inode> durableNames() {
        return durableNames;
    }

    @Override
    public String location() {
        return "memory";
    }

    @Override
    public DiskFile create(String name) {
        requireFree(name);
        Inode inode = new Inode();
        names.put(name, inode);
        return new MemoryFile(name, inode);
    }

    @Override
    public DiskFile open(String name) {
        return new MemoryFile(name, existing(name));
    }

    @Override
    public List<String> list() {
        return List.copyOf(names.keySet());
    }

    @Override
    public boolean exists(String name) {
        return names.containsKey(name);
    }

    @Override
    public void rename(String from, String to) {
        Inode inode = existing(from);
        requireFree(to);
        names.remove(from);
        names.put(to, inode);
    }

    @Override
    public void delete(String name) {
        existing(name);
        names.remove(name);
    }

    @Override
    public void forceFolder() {
        durableNames.clear();
        durableNames.putAll(names);
    }

    @Override
    public long usableBytes() {
        return Long.MAX_VALUE;
    }

    @Override
    public long totalBytes() {
        return Long.MAX_VALUE;
    }

    @Override
    public void close() {
        // nothing to let go of
    }

    private Inode existing(String name) {
        Inode inode = names.get(name);
        if (inode == null) {
            throw new PfsException(ErrorCode.FILE_MISSING, "memory/" + name + " does not exist");
        }
        return inode;
    }

    private void requireFree(String name) {
        if (names.containsKey(name)) {
            throw new PfsException(ErrorCode.FILE_EXISTS, "memory/" + name + " exists");
        }
    }

    private record MemoryFile(String name, Inode inode) implements DiskFile {
        @Override
        public long size() {
            return inode.bytes.length;
        }

        @Override
        public void write(ByteBuffer source, long offset) {
            int at = Math.toIntExact(offset);
            preallocate(offset + source.remaining());
            source.get(inode.bytes, at, source.remaining());
        }

        @Override
        public int read(ByteBuffer target, long offset) {
            int count = (int) Math.max(0, Math.min(target.remaining(), inode.bytes.length - offset));
            if (count > 0) {
                target.put(inode.bytes, (int) offset, count);
            }
            return count;
        }

        @Override
        public void force() {
            inode.forced = inode.bytes.clone();
        }

        @Override
        public void preallocate(long bytes) {
            if (inode.bytes.length < bytes) {
                inode.bytes = Arrays.copyOf(inode.bytes, Math.toIntExact(bytes));
            }
        }

        @Override
        public void truncate(long bytes) {
            if (inode.bytes.length > bytes) {
                inode.bytes = Arrays.copyOf(inode.bytes, (int) bytes);
            }
        }

        @Override
        public void close() {
            // nothing to let go of
        }
    }
}
