package io.pfs.hadoop.pool;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.channels.ClosedByInterruptException;
import java.security.PrivilegedExceptionAction;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * The way to one HDFS, opened when it is first needed. After trouble nobody goes it for some time, and then it is opened anew: who shares this process may have closed
 * it, by Hadoop's cache, or a token may have been renewed. Any thread.
 */
final class HdfsWay implements AutoCloseable {
    private static final long REST_NS = 10_000_000_000L;

    private final URI uri;
    private final Patience patience;
    private final UserGroupInformation user;
    private final LongSupplier clockNs;
    private final Consumer<String> told;
    private Optional<FileSystem> opened = Optional.empty();
    private boolean isClosed;
    private boolean isResting;
    private long troubleNs;
    private String trouble = "";

    /** Something that is done there. */
    @FunctionalInterface
    interface Action<T> {
        T on(FileSystem files) throws IOException;
    }

    /**
     * @param user in whose name it is gone, on whichever thread
     * @param told hears, for people, what goes wrong
     */
    HdfsWay(URI uri, Patience patience, UserGroupInformation user, LongSupplier clockNs, Consumer<String> told) {
        this.uri = uri;
        this.patience = patience;
        this.user = user;
        this.clockNs = clockNs;
        this.told = told;
    }

    /**
     * Does it, unless there was trouble a moment ago. That it took long is trouble, too; that its thread was interrupted is none. Refused with {@code FILE_MISSING} if what it is about is not there, and with {@code IO_FAILED} if it can't be
     * done.
     *
     * @param what it is about, for messages
     */
    <T> T go(String what, Action<T> action) {
        requireRested();
        try {
            FileSystem files = files();
            long begunNs = clockNs.getAsLong();
            T done = action.on(files);
            if (clockNs.getAsLong() - begunNs >= patience.slowNs()) {
                rest(what + " was there only after some time");
            }
            return done;
        } catch (FileNotFoundException e) {
            throw new PfsException(ErrorCode.FILE_MISSING, what + " is not there", e);
        } catch (IOException | RuntimeException e) { // a host that nobody knows, say, is an illegal argument to Hadoop
            if (e instanceof PfsException ours) {
                throw ours;
            }
            if (!isInterrupted(e)) {
                rest(e.toString());
            }
            throw new PfsException(ErrorCode.IO_FAILED, what + " could not be read: " + e, e);
        }
    }

    /** Then it is the thread that ended, a task that was killed say, and others of this process go on with what is open. */
    private static boolean isInterrupted(Exception e) {
        boolean isSaid = Thread.currentThread().isInterrupted();
        for (Throwable cause = e; cause != null && !isSaid; cause = cause.getCause()) {
            isSaid = cause instanceof InterruptedException
                    || cause instanceof ClosedByInterruptException
                    || (cause instanceof InterruptedIOException && !(cause instanceof SocketTimeoutException));
        }
        return isSaid;
    }

    private synchronized void requireRested() {
        if (isResting && clockNs.getAsLong() - troubleNs < REST_NS) {
            throw new PfsException(ErrorCode.IO_FAILED, uri + " is left alone for now: " + trouble);
        }
        isResting = false;
    }

    private void rest(String cause) {
        closeQuietly(leave(cause));
    }

    /** What was open, which is closed by who left it: others don't wait for that. */
    private synchronized Optional<FileSystem> leave(String cause) {
        isResting = true;
        troubleNs = clockNs.getAsLong();
        trouble = cause.lines().findFirst().orElse(""); // behind it is where the name node was then
        Optional<FileSystem> left = opened;
        opened = Optional.empty();
        told.accept("the pool on " + uri + " can't be read from here: " + trouble);
        return left;
    }

    private synchronized FileSystem files() throws IOException {
        if (isClosed) {
            throw new PfsException(ErrorCode.CLOSED, "this file system was closed by its user");
        }
        if (opened.isEmpty()) {
            opened = Optional.of(open());
        }
        return opened.get();
    }

    private FileSystem open() throws IOException {
        try {
            return user.doAs(
                    (PrivilegedExceptionAction<FileSystem>) () -> FileSystem.newInstance(uri, patience.conf()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("was interrupted", e);
        }
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        closeQuietly(opened);
    }

    private static void closeQuietly(Optional<FileSystem> files) {
        try {
            if (files.isPresent()) {
                files.get().close();
            }
        } catch (IOException e) {
            // it was only read
        }
    }
}
