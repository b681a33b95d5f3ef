package io.pfs.server.hadoop;

import io.pfs.Check;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;

/**
 * Reads a file at any place, by several threads at once. A stream of HDFS knows the length that the file had when it was opened,
 * so it is opened again when somebody asks for more, as long as the file may grow.
 */
final class FileReader implements FileReading {
    /** Where the file is by now. */
    interface Source {
        FSDataInputStream open() throws IOException;

        /** Whether nobody writes to it any more. */
        boolean isComplete() throws IOException;
    }

    private static final int ATTEMPTS = 2;

    private final Source source;
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private Optional<FSDataInputStream> in = Optional.empty();
    private long length;
    private boolean isComplete;

    FileReader(Source source) {
        this.source = source;
    }

    /** One of a file that is there. */
    static FileReader open(Source source) throws IOException {
        FileReader reader = new FileReader(source);
        long unused = reader.reopen();
        return reader;
    }

    /** Its length now. */
    @Override
    public long size() throws IOException {
        return lengthFor(Long.MAX_VALUE);
    }

    /** Fills the buffer from an offset as far as the file goes. What moved or was closed meanwhile is looked for once more. */
    @Override
    public int read(ByteBuffer target, long offset) throws IOException {
        ByteBuffer part = target.duplicate();
        for (int attempt = 1; ; attempt++) {
            try {
                int count = readOnce(part, offset);
                target.position(part.position());
                return count;
            } catch (IOException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
                part.position(target.position());
                reopen();
            }
        }
    }

    private int readOnce(ByteBuffer target, long offset) throws IOException {
        long wanted = offset + target.remaining();
        long known = lengthFor(wanted);
        int count = 0;
        if (offset >= known) {
            return count;
        }
        int limit = target.limit();
        target.limit(target.position() + (int) (Math.min(wanted, known) - offset));
        lock.readLock().lock();
        try {
            FSDataInputStream open = in.orElseThrow(() -> new IOException("was closed meanwhile"));
            while (target.hasRemaining()) {
                int got = open.read(offset + count, target);
                if (got < 0) {
                    throw new IOException("ends at " + (offset + count) + ", before its length of " + known);
                }
                count += got;
            }
        } finally {
            lock.readLock().unlock();
            target.limit(limit);
        }
        return count;
    }

    /** The length that is known, which is the true one if that is less than what is wanted. */
    private long lengthFor(long wanted) throws IOException {
        lock.readLock().lock();
        try {
            if (in.isPresent() && (isComplete || wanted <= length)) {
                return length;
            }
        } finally {
            lock.readLock().unlock();
        }
        return reopen();
    }

    private long reopen() throws IOException {
        lock.writeLock().lock();
        try {
            close();
            isComplete = source.isComplete(); // first: what it grows by after that is found by the next one who asks
            FSDataInputStream opened = source.open();
            in = Optional.of(opened);
            Check.that(opened instanceof HdfsDataInputStream, "what takes no part of a lease is refused as a pool");
            length = ((HdfsDataInputStream) opened).getVisibleLength();
            return length;
        } finally {
            lock.writeLock().unlock();
        }
    }

    @Override
    public void close() {
        lock.writeLock().lock();
        try {
            if (in.isPresent()) {
                FSDataInputStream open = in.get();
                in = Optional.empty();
                open.close();
            }
        } catch (IOException e) {
            // nothing was to be kept of it
        } finally {
            lock.writeLock().unlock();
        }
    }
}
