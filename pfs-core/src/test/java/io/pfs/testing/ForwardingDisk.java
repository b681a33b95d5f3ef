package io.pfs.testing;

import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import java.util.List;

/** A disk that does what another does. Tests change the calls that they are about. */
public class ForwardingDisk implements Disk {
    private final Disk disk;

    public ForwardingDisk(Disk disk) {
        this.disk = disk;
    }

    /** What stands before a file that was created or opened. */
    protected DiskFile opened(DiskFile file) {
        return file;
    }

    @Override
    public String location() {
        return disk.location();
    }

    @Override
    public boolean reservesSpace() {
        return disk.reservesSpace();
    }

    @Override
    public DiskFile create(String name) {
        return opened(disk.create(name));
    }

    @Override
    public DiskFile open(String name) {
        return opened(disk.open(name));
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
        disk.rename(from, to);
    }

    @Override
    public void delete(String name) {
        disk.delete(name);
    }

    @Override
    public void forceFolder() {
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

    @Override
    public void close() {
        disk.close();
    }
}
