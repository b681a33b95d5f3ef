package io.pfs.server.inspect;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.DiskFile;
import io.pfs.pool.ReadFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file of any name, opened for reading only and without a lock: somebody may be writing to it. */
final class StorageFile implements DiskFile, ReadFile {
    private final Path path;
    private final FileChannel channel;
    private final long size;

    private StorageFile(Path path, FileChannel channel, long size) {
        this.path = path;
        this.channel = channel;
        this.size = size;
    }

    static StorageFile open(Path path) {
        try {
            FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
            return new StorageFile(path, channel, channel.size());
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, path + " could not be opened: " + e, e);
        }
    }

    @Override
    public String name() {
        return String.valueOf(path.getFileName());
    }

    /** As it was when it was opened: what is added meanwhile is not looked at. */
    @Override
    public long size() {
        return size;
    }

    @Override
    public int read(ByteBuffer target, long offset) {
        int limit = target.limit();
        int wanted = (int) Math.max(0, Math.min(target.remaining(), size - offset));
        target.limit(target.position() + wanted);
        try {
            int total = 0;
            while (target.hasRemaining()) {
                int count = channel.read(target, offset + total);
                if (count < 0) {
                    break;
                }
                total += count;
            }
            return total;
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, path + " could not be read at offset " + offset + ": " + e, e);
        } finally {
            target.limit(limit);
        }
    }

    @Override
    public void write(ByteBuffer bytes, long offset) {
        throw readOnly();
    }

    @Override
    public void force() {
        throw readOnly();
    }

    @Override
    public void preallocate(long bytes) {
        throw readOnly();
    }

    @Override
    public void truncate(long bytes) {
        throw readOnly();
    }

    private PfsException readOnly() {
        return new PfsException(ErrorCode.INVARIANT_BROKEN, path + " is only looked at");
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, path + " could not be closed: " + e, e);
        }
    }
}
