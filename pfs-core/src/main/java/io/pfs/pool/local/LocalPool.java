package io.pfs.pool.local;

import io.pfs.disk.Disk;
import io.pfs.pool.AppendFile;
import io.pfs.pool.Pool;
import io.pfs.pool.ReadFile;
import java.util.List;

/** A pool in one folder. */
public final class LocalPool implements Pool {
    private final Disk disk;

    public LocalPool(Disk disk) {
        this.disk = disk;
    }

    @Override
    public AppendFile create(String name) {
        return new LocalAppendFile(disk, disk.create(name));
    }

    @Override
    public ReadFile open(String name) {
        return new LocalReadFile(disk.openToRead(name));
    }

    @Override
    public List<String> list(String prefix) {
        return disk.list().stream().filter(name -> name.startsWith(prefix)).toList();
    }

    @Override
    public void rename(String from, String to) {
        disk.rename(from, to);
        disk.forceFolder();
    }

    @Override
    public void delete(String name) {
        disk.delete(name);
        disk.forceFolder();
    }

    @Override
    public long usableBytes() {
        return disk.usableBytes();
    }

    @Override
    public long totalBytes() {
        return disk.totalBytes();
    }
}
