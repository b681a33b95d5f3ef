package io.pfs.server.archive;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts what was read of a file, for people who watch. */
final class PassedBytes extends FilterInputStream {
    private long count;

    PassedBytes(InputStream in) {
        super(in);
    }

    long count() {
        return count;
    }

    @Override
    public int read() throws IOException {
        int read = super.read();
        count += read < 0 ? 0 : 1;
        return read;
    }

    @Override
    public int read(byte[] target, int at, int length) throws IOException {
        int read = super.read(target, at, length);
        count += Math.max(read, 0);
        return read;
    }

    @Override
    public long skip(long wanted) throws IOException {
        long skipped = super.skip(wanted);
        count += skipped;
        return skipped;
    }
}
