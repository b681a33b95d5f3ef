package io.pfs.server.hadoop;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/** One open file: to be read, and to be written if it is this life that created it, and has not closed it since. */
final class HadoopFile implements DiskFile {
    private final String name;
    private final String path;
    /** Whoever has the file open. */
    private final Optional<FileStream> stream;
    /** Whether it stays open for this one's sake. */
    private final boolean mayWrite;

    private final FileReading reader;
    private boolean closed;

    private HadoopFile(String name, String path, Optional<FileStream> stream, boolean mayWrite, FileReading reader) {
        this.name = name;
        this.path = path;
        this.stream = stream;
        this.mayWrite = mayWrite;
        this.reader = reader;
    }

    /** One whose stream was acquired for this. */
    static HadoopFile toWrite(String name, String path, FileStream stream, FileReading reader) {
        return new HadoopFile(name, path, Optional.of(stream), true, reader);
    }

    /** One that is only read, while somebody here may write to it. */
    static HadoopFile toRead(String name, String path, FileStream stream, FileReading reader) {
        return new HadoopFile(name, path, Optional.of(stream), false, reader);
    }

    /** One to which nobody here writes. */
    static HadoopFile toRead(String name, String path, FileReading reader) {
        return new HadoopFile(name, path, Optional.empty(), false, reader);
    }

    @Override
    public String name() {
        return name;
    }

    /** What came behind the end by a write that was late is no part of it. */
    @Override
    public long size() {
        if (stream.isPresent() && !stream.get().isClosed()) {
            return stream.get().end();
        }
        try {
            long endMax = stream.map(FileStream::end).orElse(Long.MAX_VALUE);
            return Math.min(reader.size(), endMax);
        } catch (IOException e) {
            throw HadoopFailures.of("read the length of", path, e);
        }
    }

    @Override
    public void write(ByteBuffer bytes, long offset) {
        own().write(bytes, offset);
    }

    @Override
    public int read(ByteBuffer target, long offset) {
        int wanted = target.remaining();
        if (stream.isPresent()) {
            stream.get().flushTo(offset + wanted);
            wanted = (int) Math.max(0, Math.min(wanted, stream.get().end() - offset));
        }
        return wanted == 0 ? 0 : readSome(target, offset, wanted);
    }

    private int readSome(ByteBuffer target, long offset, int wanted) {
        int limit = target.limit();
        target.limit(target.position() + wanted);
        try {
            return reader.read(target, offset);
        } catch (IOException e) {
            stream.ifPresent(FileStream::readInVain);
            throw HadoopFailures.of("read", path, e);
        } finally {
            target.limit(limit);
        }
    }

    @Override
    public void flush() {
        own().flush();
    }

    @Override
    public void force() {
        own().force();
    }

    @Override
    public void preallocate(long bytes) {
        if (bytes > size()) {
            throw new PfsException(
                    ErrorCode.NOT_SUPPORTED, path + " can't be given space ahead: HDFS has none to reserve");
        }
    }

    @Override
    public void truncate(long bytes) {
        if (bytes != size()) {
            throw new PfsException(
                    ErrorCode.NOT_SUPPORTED,
                    path + " has " + size() + " bytes and can't be cut to " + bytes + " on HDFS");
        }
    }

    private FileStream own() {
        Check.that(!closed, "a closed file is not written");
        return Check.present(
                stream.filter(open -> mayWrite).orElse(null), "a file of HDFS is written by who created it");
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        reader.close();
        if (mayWrite) {
            stream.ifPresent(FileStream::release);
        }
    }
}
