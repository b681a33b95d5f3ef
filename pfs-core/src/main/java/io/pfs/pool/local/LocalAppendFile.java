package io.pfs.pool.local;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.pool.AppendFile;
import io.pfs.pool.Appended;
import io.pfs.pool.Durable;
import java.nio.ByteBuffer;

/** The one writer of a file. */
final class LocalAppendFile implements AppendFile {
    private enum State {
        OPEN,
        FORCE_FAILED,
        SEALED,
        CLOSED
    }

    private final Disk disk;
    private final DiskFile file;
    private State state = State.OPEN;
    private long end;
    /** Whether a failed append may have left bytes behind the end. */
    private boolean ragged;

    private boolean nameForced;

    LocalAppendFile(Disk disk, DiskFile file) {
        this.disk = disk;
        this.file = file;
    }

    @Override
    public String name() {
        return file.name();
    }

    @Override
    public Appended append(ByteBuffer bytes) {
        requireOpen();
        long start = end;
        int count = bytes.remaining();
        boolean before = ragged;
        ragged = true;
        file.write(bytes, start);
        ragged = before;
        end = start + count;
        return new Appended(file.name(), start, end);
    }

    @Override
    public void flush() {
        requireOpen();
        file.flush();
    }

    @Override
    public Durable force() {
        requireOpen();
        if (ragged) {
            file.truncate(end);
            ragged = false;
        }
        state = State.FORCE_FAILED;
        file.force();
        if (!nameForced) {
            disk.forceFolder();
            nameForced = true;
        }
        state = State.OPEN;
        return new Durable(file.name(), end);
    }

    @Override
    public Durable seal() {
        Durable durable = force();
        state = State.SEALED;
        return durable;
    }

    @Override
    public void close() {
        if (state == State.CLOSED) {
            return;
        }
        state = State.CLOSED;
        try {
            file.close();
        } catch (PfsException e) {
            // what was flushed or forced is as good as that, and nothing was promised of the rest
        }
    }

    private void requireOpen() {
        if (state == State.FORCE_FAILED) {
            throw new PfsException(
                    ErrorCode.FORCE_FAILED,
                    disk.location() + "/" + file.name()
                            + " failed to be forced before: it takes nothing more; go on in a new file");
        }
        Check.that(state == State.OPEN, "only an open file is appended to, forced or sealed");
    }
}
