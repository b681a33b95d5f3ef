package io.pfs.bench.whole;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Bare writes into a file that has its space, each forced. */
public final class Forces implements AutoCloseable {
    private static final int FILE_BYTES = 8 << 20;
    private static final int RECORD_BYTES = 256;

    private final FileChannel file;
    private final ByteBuffer record = ByteBuffer.allocateDirect(RECORD_BYTES);
    private long at;

    public Forces(Path path) {
        try {
            file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            ByteBuffer zeros = ByteBuffer.allocate(FILE_BYTES);
            while (zeros.hasRemaining()) {
                file.write(zeros);
            }
            file.force(true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void next() {
        try {
            record.clear();
            file.write(record, at);
            file.force(false);
            at = (at + RECORD_BYTES) % FILE_BYTES;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
