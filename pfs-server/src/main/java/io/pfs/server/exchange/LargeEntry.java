package io.pfs.server.exchange;

import io.pfs.server.archive.ArchiveEntry;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** The content of an entry that is too long to be held in memory: tells how far it was read, and that it is not cut short. */
final class LargeEntry extends FilterInputStream {
    private final ArchiveEntry entry;
    private final LongConsumer passed;
    private long read;
    private boolean failed;

    LargeEntry(InputStream content, ArchiveEntry entry, LongConsumer passed) {
        super(content);
        this.entry = entry;
        this.passed = passed;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    /** Whether it could not be read, or was not what it was said to be: then nothing else has to be wrong. */
    boolean hasFailed() {
        return failed;
    }

    @Override
    public int read(byte[] target, int offset, int count) throws IOException {
        boolean isRead = false;
        try {
            int some = readOn(target, offset, count);
            isRead = true;
            return some;
        } finally {
            failed |= !isRead;
        }
    }

    private int readOn(byte[] target, int offset, int count) throws IOException {
        int some = super.read(target, offset, count);
        read += Math.max(0, some);
        if (read > entry.bytes() || (some < 0 && read < entry.bytes())) {
            throw new IOException(entry.shown() + " changed while it was read: it had " + entry.bytes()
                    + " bytes, then " + (read > entry.bytes() ? "more" : "only " + read));
        }
        passed.accept(read);
        return some;
    }
}
