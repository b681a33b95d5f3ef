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
 * so it is opened again when somebody asks for more, as long as the file may grow. A data node may be silent: who reads is told so within the bound of
 * a call, and what he reads costs one more copy for that.
 */
final class FileReader implements FileReading {
    /** Where the file is by now. */
    interface Source {
        FSDataInputStream open() throws IOException;

        /** Whether nobody writes to it any more. */
        boolean isComplete() throws IOException;
    }

    private static final int ATTEMPTS = 2;
    /** Read by one call at the most: what is larger may take longer. */
    private static final int PIECE_BYTES = 1 << 20;

    private final Source source;
    private final BoundedCalls calls;
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private Optional<FSDataInputStream> in = Optional.empty();
    private long length;
    private boolean isComplete;

    FileReader(Source source, BoundedCalls calls) {
        this.source = source;
        this.calls = calls;
    }

    /** One of a file that is there. */
    static FileReader open(Source source, BoundedCalls calls) throws IOException {
        FileReader reader = new FileReader(source, calls);
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
                count += readPiece(open, target, offset + count);
            }
        } finally {
            lock.readLock().unlock();
            target.limit(limit);
        }
        return count;
    }

    /** Into a buffer of the call's own: one that is late may fill it when its caller has another use for his. */
    private int readPiece(FSDataInputStream open, ByteBuffer target, long offset) throws IOException {
        byte[] piece = new byte[Math.min(PIECE_BYTES, target.remaining())];
        calls.run(() -> open.readFully(offset, piece));
        target.put(piece);
        return piece.length;
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
