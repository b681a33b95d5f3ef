package io.pfs.client.file;

import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.client.call.Promise;
import io.pfs.client.route.PfsPath;
import io.pfs.client.table.RowVersion;
import io.pfs.wire.Expected;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Optional;

/**
 * Bytes for a file. They are kept here, and written when the stream is closed, all at once: nobody sees a part of them,
 * unless {@link #sync} writes what there is so far. For one thread.
 */
public final class FileOutput extends OutputStream {
    private static final int RETRIES_MAX = 16;

    private final FileCalls calls;
    private final PfsPath path;
    private final int bytesMax;
    private final boolean appends;
    private Optional<RowVersion> row;
    private byte[] buffer = new byte[512];
    private int length;
    private boolean unwritten;
    private boolean closed;

    /**
     * A stream to a file.
     *
     * @param row that was made for it or will be appended to; empty if it shall be made when the stream is closed
     * @param bytesMax how many bytes there is room for
     */
    FileOutput(FileCalls calls, PfsPath path, Optional<RowVersion> row, int bytesMax, boolean appends) {
        this.calls = calls;
        this.path = path;
        this.row = row;
        this.bytesMax = bytesMax;
        this.appends = appends;
        this.unwritten = row.isEmpty();
    }

    @Override
    public void write(int value) {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
        requireOpen();
        if (count > bytesMax - length) {
            throw new PfsException(
                    ErrorCode.TOO_LARGE,
                    "file '" + path + "' would be larger than " + Limits.CELL_BYTES_MAX
                            + " bytes; larger files are not supported yet");
        }
        if (count > buffer.length - length) {
            buffer = Arrays.copyOf(buffer, Math.min(bytesMax, Math.max(length + count, 2 * buffer.length)));
        }
        System.arraycopy(bytes, offset, buffer, length, count);
        length += count;
        unwritten |= count > 0;
    }

    /** Makes what was written so far visible and as durable as the file system promises. */
    public void sync() {
        requireOpen();
        if (!unwritten) {
            return;
        }
        if (appends) {
            append();
        } else {
            writeAll();
        }
        unwritten = false;
    }

    private void append() {
        Promise<RowVersion> appended = new Promise<>();
        calls.append(path, Arrays.copyOf(buffer, length), appended);
        Promise.await(appended);
        length = 0;
    }

    /** Others may change the row meanwhile, say its mode; only if it became another file is there nothing to write to. */
    private void writeAll() {
        for (int attempt = 1; ; attempt++) {
            try {
                Expected expected = row.<Expected>map(known -> new Expected.Same(known.fileId(), known.version()))
                        .orElse(Expected.ABSENT);
                Promise<RowVersion> written = new Promise<>();
                calls.put(path, expected, Arrays.copyOf(buffer, length), written);
                row = Optional.of(Promise.await(written));
                return;
            } catch (PfsException e) {
                if (e.code() != ErrorCode.VERSION_CHANGED || attempt == RETRIES_MAX) {
                    throw e;
                }
                row = Optional.of(current(row.map(RowVersion::fileId)));
            }
        }
    }

    private RowVersion current(Optional<FileId> mine) {
        Promise<FileCalls.Found> found = new Promise<>();
        calls.find(path, false, false, found);
        FileCalls.Found now = Promise.await(found);
        if (!mine.equals(Optional.of(now.attributes().fileId()))) {
            throw new PfsException(
                    ErrorCode.NOT_FOUND, "file '" + path + "' was removed, and made anew by another, while written");
        }
        return new RowVersion(now.attributes().fileId(), now.attributes().version());
    }

    /** Writes what is not written yet. */
    @Override
    public void close() {
        if (!closed) {
            sync();
            closed = true;
        }
    }

    /** Ends the stream without writing what is not written yet. */
    public void abandon() {
        closed = true;
    }

    private void requireOpen() {
        if (closed) {
            throw new PfsException(ErrorCode.CLOSED, "the stream to '" + path + "' was closed");
        }
    }
}
