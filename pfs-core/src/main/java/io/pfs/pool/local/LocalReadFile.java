package io.pfs.pool.local;

import io.pfs.disk.DiskFile;
import io.pfs.pool.ReadFile;
import java.nio.ByteBuffer;

/** A file of the disk, for reading only. */
final class LocalReadFile implements ReadFile {
    private final DiskFile file;

    LocalReadFile(DiskFile file) {
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
    public int read(ByteBuffer target, long offset) {
        return file.read(target, offset);
    }

    @Override
    public void close() {
        file.close();
    }
}
