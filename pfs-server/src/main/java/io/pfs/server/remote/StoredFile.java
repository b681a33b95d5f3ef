package io.pfs.server.remote;

import java.nio.ByteBuffer;

/** A file that is only read: as it was when it was opened, whatever is added to it meanwhile. */
public interface StoredFile extends AutoCloseable {
    long size();

    /** Fills the buffer from an offset as far as the file goes; returns how many bytes that were. */
    int read(ByteBuffer target, long offset);

    @Override
    void close();
}
