package io.pfs.pool;

import java.nio.ByteBuffer;

/** A file as readers see it. */
public interface ReadFile extends AutoCloseable {
    String name();

    long size();

    /** Fills the buffer from an offset as far as the file goes; returns the bytes read, 0 at or past the end. */
    int read(ByteBuffer target, long offset);

    @Override
    void close();
}
