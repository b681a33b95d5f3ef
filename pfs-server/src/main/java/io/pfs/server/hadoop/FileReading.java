package io.pfs.server.hadoop;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Reads one file at any place. */
interface FileReading {
    long size() throws IOException;

    /** Fills the buffer from an offset as far as the file goes; returns how many bytes that were. */
    int read(ByteBuffer target, long offset) throws IOException;

    void close();
}
