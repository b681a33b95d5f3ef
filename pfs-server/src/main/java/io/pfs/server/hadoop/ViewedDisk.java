package io.pfs.server.hadoop;

import io.pfs.disk.DiskFile;
import io.pfs.server.remote.OthersDisk;
import java.util.List;

/** Our files in a folder that nobody uses, to be read as often as need be. */
final class ViewedDisk extends OthersDisk {
    private final HadoopFolder folder;

    /** Of which space is asked. */
    private final HadoopDisk disk;

    ViewedDisk(HadoopFolder folder, HadoopDisk disk) {
        this.folder = folder;
        this.disk = disk;
    }

    @Override
    public String location() {
        return disk.location();
    }

    @Override
    public boolean reservesSpace() {
        return false;
    }

    @Override
    public DiskFile open(String name) {
        HadoopDisk.requireOurs(name);
        return HadoopFile.toRead(name, folder.pathOf(name), folder.reading(name));
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
    public long usableBytes() {
        return disk.usableBytes();
    }

    @Override
    public long totalBytes() {
        return disk.totalBytes();
    }
}
