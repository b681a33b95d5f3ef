package io.pfs.testing;

import io.pfs.pool.ReadFile;
import java.nio.ByteBuffer;

/** A file of a pool that reads as another does. Tests change the calls that they are about. */
public class ForwardingReadFile implements ReadFile {
    private final ReadFile file;

    public ForwardingReadFile(ReadFile file) {
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
