package io.pfs.bench.micro;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The ceiling of a journal: one write and one force, with nothing around it. */
final class BareFile implements AutoCloseable {
    private static final int ZEROS_BYTES = 1 << 20;

    private final Path path;
    private final FileChannel channel;
    private final int bytesMax;
    private final boolean overwrites;
    private long at;

    /**
     * A file that begins again when it is full.
     *
     * @param overwrites whether its blocks are written before, so that a force has no change of the file's map to write;
     *     else each write makes it longer
     */
    BareFile(Path path, int bytesMax, boolean overwrites) throws IOException {
        this.path = path;
        this.bytesMax = bytesMax;
        this.overwrites = overwrites;
        Files.deleteIfExists(path);
        channel = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        if (overwrites) {
            ByteBuffer zeros = ByteBuffer.allocateDirect(ZEROS_BYTES);
            for (long end = 0; end < bytesMax; end += ZEROS_BYTES) {
                zeros.clear();
                channel.write(zeros, end);
            }
            channel.force(true);
        }
    }

    void writeAndForce(ByteBuffer bytes) throws IOException {
        if (at + bytes.remaining() > bytesMax) {
            at = 0;
            if (!overwrites) {
                channel.truncate(0);
            }
        }
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
        channel.force(false);
    }

    @Override
    public void close() throws IOException {
        channel.close();
        Files.delete(path);
    }
}
