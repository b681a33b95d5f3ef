package io.pfs.disk.nio;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** One open file. */
final class NioFile implements DiskFile {
    private static final int ZEROS_BYTES = 1 << 16;

    private final String name;
    private final String path;
    private final FileChannel channel;
    private boolean forceFailed;

    NioFile(String name, String path, FileChannel channel) {
        this.name = name;
        this.path = path;
        this.channel = channel;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long size() {
        try {
            return channel.size();
        } catch (IOException e) {
            throw IoFailures.of("read the length of", path, e);
        }
    }

    @Override
    public void write(ByteBuffer bytes, long offset) {
        refuseAfterFailedForce();
        long at = offset;
        try {
            while (bytes.hasRemaining()) {
                at += channel.write(bytes, at);
            }
        } catch (IOException e) {
            throw IoFailures.of("write", path, e);
        }
    }

    @Override
    public int read(ByteBuffer target, long offset) {
        int total = 0;
        try {
            while (target.hasRemaining()) {
                int count = channel.read(target, offset + total);
                if (count < 0) {
                    break;
                }
                total += count;
            }
        } catch (IOException e) {
            throw IoFailures.of("read", path, e);
        }
        return total;
    }

    @Override
    public void force() {
        refuseAfterFailedForce();
        try {
            Forcing.force(channel, path);
        } catch (PfsException e) {
            forceFailed = true;
            throw e;
        }
    }

    /** Writes the zeros: a hole would need its space, and a change of the file's map, at the force that follows. */
    @Override
    public void preallocate(long bytes) {
        long at = size();
        if (at >= bytes) {
            return;
        }
        ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(ZEROS_BYTES, bytes - at));
        while (at < bytes) {
            zeros.clear().limit((int) Math.min(zeros.capacity(), bytes - at));
            int count = zeros.remaining();
            write(zeros, at);
            at += count;
        }
    }

    @Override
    public void truncate(long bytes) {
        refuseAfterFailedForce();
        try {
            channel.truncate(bytes);
        } catch (IOException e) {
            throw IoFailures.of("cut", path, e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw IoFailures.of("close", path, e);
        }
    }

    private void refuseAfterFailedForce() {
        if (forceFailed) {
            throw new PfsException(
                    ErrorCode.FORCE_FAILED,
                    path + " failed to be forced before: it is neither written nor forced again");
        }
    }
}
