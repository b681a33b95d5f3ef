package io.pfs.testing;

import io.pfs.disk.DiskFile;
import java.nio.ByteBuffer;

/** A file that does what another does. Tests change the calls that they are about. */
public class ForwardingFile implements DiskFile {
    private final DiskFile file;

    public ForwardingFile(DiskFile file) {
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
        file.write(bytes, offset);
    }

    @Override
    public int read(ByteBuffer target, long offset) {
        return file.read(target, offset);
    }

    @Override
    public void flush() {
        file.flush();
    }

    @Override
    public void force() {
        file.force();
    }

    @Override
    public void preallocate(long bytes) {
        file.preallocate(bytes);
    }

    @Override
    public void truncate(long bytes) {
        file.truncate(bytes);
    }

    @Override
    public void close() {
        file.close();
    }
}
