package io.pfs.disk.overlay;

import io.pfs.disk.DiskFile;
import java.nio.ByteBuffer;

/** An open file that exists in memory. */
record OverlayFile(String name, MemoryContent content) implements DiskFile {
    @Override
    public long size() {
        return content.length();
    }

    @Override
    public void write(ByteBuffer bytes, long offset) {
        content.write(bytes, offset);
    }

    @Override
    public int read(ByteBuffer target, long offset) {
        return content.read(target, offset);
    }

    @Override
    public void force() {
        // what is here is never meant to last
    }

    @Override
    public void preallocate(long bytes) {
        content.lengthen(bytes);
    }

    @Override
    public void truncate(long bytes) {
        content.truncate(bytes);
    }

    @Override
    public void close() {
        // nothing to let go of
    }
}
