package io.pfs.server.hadoop;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.fs.FSDataOutputStream;

/**
 * The one stream into a file, for all who have opened the file here: it knows how long the file is, which HDFS doesn't before
 * the file is closed, and goes on under whatever name the file has.
 */
final class FileStream {
    private static final int COPY_BYTES = 1 << 16;

    /** As the file is called now. */
    private volatile String path;

    private final FSDataOutputStream out;
    private final BoundedCalls calls;
    private long end;
    private long flushedTo;
    private boolean failed;
    /** Whether the data nodes have acknowledged something of it. */
    private boolean worked;

    private boolean closed;
    private int handles;

    FileStream(String path, FSDataOutputStream out, BoundedCalls calls) {
        this.path = path;
        this.out = out;
        this.calls = calls;
    }

    /** Adds one who has the file open, unless all others have closed it. */
    synchronized boolean acquire() {
        if (!closed) {
            handles++;
        }
        return !closed;
    }

    /**
     * Lets go of it; the last one closes it. What was written can be read from then on. That the file is closed at HDFS, too, is
     * not waited for: a data node reports first what it has. If closing fails, the client has HDFS close the file all the same; what
     * that doesn't reach is closed by the next life.
     */
    synchronized boolean release() {
        handles--;
        if (handles > 0) {
            return false;
        }
        try {
            flushUnlessFailed();
        } catch (PfsException e) {
            // nothing was promised of what was not forced
        }
        closed = true;
        calls.later(out::close);
        return true;
    }

    private void flushUnlessFailed() {
        if (!failed) {
            flush();
        }
    }

    void renamed(String to) {
        path = to;
    }

    synchronized long end() {
        return end;
    }

    synchronized void write(ByteBuffer bytes, long offset) {
        requireGood();
        Check.that(offset == end, "files of HDFS are written at their end");
        int count = bytes.remaining();
        attempt("write", () -> copy(bytes));
        end += count;
    }

    private void copy(ByteBuffer bytes) throws IOException {
        if (bytes.hasArray()) {
            out.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
            bytes.position(bytes.limit());
            return;
        }
        byte[] piece = new byte[Math.min(COPY_BYTES, bytes.remaining())];
        while (bytes.hasRemaining()) {
            int count = Math.min(piece.length, bytes.remaining());
            bytes.get(piece, 0, count);
            out.write(piece, 0, count);
        }
    }

    /** When it returns all data nodes of the pipeline have what was written, in memory at least, and readers find it. */
    synchronized void flush() {
        requireGood();
        if (flushedTo < end) {
            attempt("flush", out::hflush);
            flushedTo = end;
            worked = true;
        }
    }

    /** Sees to it that readers find all before an offset. */
    synchronized void flushTo(long offset) {
        if (!closed && flushedTo < Math.min(offset, end)) {
            flush();
        }
    }

    /** When it returns all data nodes of the pipeline have what was written on their disks. */
    synchronized void force() {
        requireGood();
        failed = true;
        try {
            run(out::hsync);
        } catch (IOException e) {
            throw worked ? HadoopFailures.forceFailed(path, e) : HadoopFailures.firstForceFailed(path, e);
        }
        failed = false;
        worked = true;
        flushedTo = end;
    }

    private void attempt(String action, BoundedCalls.Task task) {
        failed = true;
        try {
            run(task);
        } catch (IOException e) {
            throw HadoopFailures.of(action, path, e);
        }
        failed = false;
    }

    private void run(BoundedCalls.Task task) throws IOException {
        if (worked) {
            calls.run(task);
        } else {
            calls.runFirst(task);
        }
    }

    private void requireGood() {
        Check.that(!closed, "a closed file is not written");
        if (failed) {
            throw new PfsException(
                    ErrorCode.FORCE_FAILED,
                    path + " failed to be written or forced before: it is neither written nor forced again");
        }
    }
}
