package io.pfs.server.hadoop;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;

/**
 * The one stream into a file, for all who have opened the file here: it knows how long the file is, which HDFS doesn't before
 * the file is closed, and goes on under whatever name the file has. Who writes, flushes or forces has the monitor meanwhile, as long as that takes; who reads what was
 * flushed, opens or closes does not wait for it.
 */
final class FileStream {
    private static final int COPY_BYTES = 1 << 16;
    /** The first of so many pauses, each twice as long as the one before: some 100 s together. */
    private static final long RECOVER_AGAIN_MILLIS = 50;

    private static final int RECOVER_PAUSES = 11;
    private static final String STAYS = "a closed file is not written";
    /** Of handles, once the last of them was closed. */
    private static final int NEVER_AGAIN = -1;

    private volatile String path;

    private final FSDataOutputStream out;
    private final HadoopClient client;
    private final Consumer<FileStream> whenEnded;
    /** Both only grow. */
    private volatile long end;

    private volatile long flushedTo;
    private boolean failed;
    /** Whether the data nodes have acknowledged something of it. */
    private boolean worked;

    private volatile boolean closed;
    private boolean deleted;
    /** Of those who may write. */
    private final AtomicInteger handles = new AtomicInteger();
    /** Whether somebody looks whether it is broken. */
    private final AtomicBoolean looking = new AtomicBoolean();

    /** @param whenEnded is told when nothing will be done any more to close the file */
    FileStream(String path, FSDataOutputStream out, HadoopClient client, Consumer<FileStream> whenEnded) {
        this.path = path;
        this.out = out;
        this.client = client;
        this.whenEnded = whenEnded;
    }

    /** Adds one who has the file open to write, unless all others have closed it. */
    boolean acquire() {
        return handles.updateAndGet(count -> count == NEVER_AGAIN ? count : count + 1) != NEVER_AGAIN;
    }

    /**
     * Lets go of it; the last one closes it. What was written can be read from then on. That the file is closed at HDFS, too, is
     * not waited for: a data node reports first what it has.
     */
    void release() {
        int left = handles.updateAndGet(count -> count == 1 ? NEVER_AGAIN : count - 1);
        if (left != NEVER_AGAIN) {
            return;
        }
        if (flushedTo < end) {
            flushUnlessFailed();
        }
        closed = true;
        client.calls().later(this::close);
    }

    private synchronized void flushUnlessFailed() {
        if (failed) {
            return;
        }
        try {
            flush();
        } catch (PfsException e) {
            // nothing was promised of what was not forced
        }
    }

    /**
     * A file whose stream broke has to be closed by HDFS itself: else it stays open for as long as this client lives, which
     * renews its lease with those of all others. It is asked again while it does not answer; what that doesn't reach is closed by the next
     * life.
     */
    private void close() throws IOException {
        try {
            out.close();
        } catch (IOException e) {
            recover();
        } finally {
            whenEnded.accept(this);
        }
    }

    /**
     * Somebody read in vain. It may be that the stream broke while nobody wrote: no data node tells the length of such a file, and HDFS
     * doesn't close it while the lease is renewed. Nobody waits for this: who writes hears at his next write, who reads finds it readable after a while.
     */
    void readInVain() {
        if (!closed && looking.compareAndSet(false, true)) {
            client.calls().later(this::recoverIfBroken);
        }
    }

    private void recoverIfBroken() throws IOException {
        try {
            if (isBroken()) {
                recover();
            }
        } finally {
            looking.set(false);
        }
    }

    /** A flush that has nothing to do says so, too. */
    private synchronized boolean isBroken() {
        if (closed) {
            return false; // or who closes it finds out
        }
        if (!failed) {
            try {
                flushAll();
            } catch (PfsException e) {
                return true; // has failed by that
            }
        }
        return failed;
    }

    private void recover() throws IOException {
        long pauseMillis = RECOVER_AGAIN_MILLIS;
        for (int pauses = 0; !isTold() && pauses < RECOVER_PAUSES; pauses++) {
            Pauses.pause(pauseMillis);
            pauseMillis *= 2;
        }
    }

    /** Whether HDFS knows that it has to close it. Who deletes it waits meanwhile: HDFS is told a name, which must not be another file's by then. */
    private synchronized boolean isTold() {
        if (deleted) {
            return true;
        }
        try {
            client.calls().call(() -> client.leases().recoverLease(new Path(path)));
            return true; // closed, or seen to by HDFS
        } catch (IOException e) {
            return HadoopFailures.isStillOpen(e) || e instanceof FileNotFoundException;
        }
    }

    /** Whether nobody writes any more: all is flushed then, unless it failed. */
    boolean isClosed() {
        return closed;
    }

    /** As it is called now. */
    String path() {
        return path;
    }

    void renamed(String to) {
        path = to;
    }

    /** From now on another file may have its name. */
    synchronized void deleted() {
        deleted = true;
    }

    long end() {
        return end;
    }

    /**
     * What is late goes on with a view of its own: the caller's buffer, which he may fill for another file by then, has a position
     * that nobody else moves. Whatever it finds there comes behind the end of this file, of which no more is promised.
     */
    synchronized void write(ByteBuffer bytes, long offset) {
        requireGood();
        Check.that(offset == end, "files of HDFS are written at their end");
        ByteBuffer view = bytes.duplicate();
        attempt("write", () -> copy(view));
        end += bytes.remaining();
        bytes.position(bytes.limit());
    }

    private void copy(ByteBuffer bytes) throws IOException {
        if (bytes.hasArray()) {
            out.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
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
        Check.that(!closed, STAYS);
        flushMissing();
    }

    private void flushMissing() {
        requireUnfailed();
        if (flushedTo < end) {
            flushAll();
        }
    }

    private void flushAll() {
        attempt("flush", out::hflush);
        flushedTo = end;
        worked = true;
    }

    /** Sees to it that readers find all before an offset. Its writer may close it meanwhile. */
    void flushTo(long offset) {
        if (!closed && flushedTo < Math.min(offset, end)) {
            flushForReaders();
        }
    }

    private synchronized void flushForReaders() {
        flushMissing();
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
            client.calls().run(task);
        } else {
            client.calls().runFirst(task);
        }
    }

    private void requireGood() {
        Check.that(!closed, STAYS);
        requireUnfailed();
    }

    private void requireUnfailed() {
        if (failed) {
            throw new PfsException(
                    ErrorCode.FORCE_FAILED,
                    path + " failed to be written or forced before: it is neither written nor forced again");
        }
    }
}
