package io.pfs.server.archive;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** The bytes of a file from one offset to another, buffered. Many of them can share the file. */
final class FileStretch extends InputStream {
    private static final int BUFFER_BYTES = 1 << 16;

    private final FileChannel file;
    private final long end;
    private final ByteBuffer buffer;
    private long fetched;

    FileStretch(FileChannel file, long begin, long end) {
        this.file = file;
        this.end = end;
        this.fetched = begin;
        this.buffer = ByteBuffer.allocate((int) Math.min(BUFFER_BYTES, Math.max(end - begin, 0)));
        buffer.limit(0);
    }

    /** Where in the file the next byte stands. */
    long offset() {
        return fetched - buffer.remaining();
    }

    @Override
    public int read() throws IOException {
        return buffer.hasRemaining() || fetch() ? buffer.get() & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int at, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!buffer.hasRemaining() && !fetch()) {
            return -1;
        }
        int count = Math.min(length, buffer.remaining());
        buffer.get(target, at, count);
        return count;
    }

    private boolean fetch() throws IOException {
        buffer.clear();
        buffer.limit((int) Math.min(buffer.capacity(), end - fetched));
        int read = buffer.hasRemaining() ? file.read(buffer, fetched) : -1;
        buffer.flip();
        fetched += Math.max(read, 0);
        return read > 0;
    }
}
