package io.pfs.disk;

import java.nio.ByteBuffer;

/** One open file. */
public interface DiskFile extends AutoCloseable {
    String name();

    long size();

    /**
     * Writes all remaining bytes at an offset; beyond the end, the gap reads as zeros. Durable only after a force. On a disk
     * that reserves no space the offset is the end of the file. When it returns or throws the buffer is the caller's again; after a
     * failure there may be anything behind what was written before.
     */
    void write(ByteBuffer bytes, long offset);

    /** Fills the buffer from an offset as far as the file goes; returns the bytes read, 0 at or past the end. */
    int read(ByteBuffer target, long offset);

    /**
     * Returns once every byte written so far survives the end of this process, as what an operating system was given does at
     * once. Throws, once and for all, as a write does.
     */
    default void flush() {}

    /**
     * Returns once every byte written so far survives the loss of power. Throws {@code FORCE_FAILED}, once and for all; or {@code
     * NO_SPACE}, as finally, from a file of which nothing was ever forced, if that is why.
     */
    void force();

    /**
     * Makes the file at least so long, filled with zeros, so that later writes inside it need no new space. Only on a disk
     * that reserves space.
     */
    void preallocate(long bytes);

    /** Cuts the file to a length; on a disk that reserves no space only to the one that it has. */
    void truncate(long bytes);

    @Override
    void close();
}
