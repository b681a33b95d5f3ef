package io.pfs.bench.hadoop;

import io.pfs.bench.whole.Contents;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What a disk takes at best of so many who each wait for their bytes: all that they have at a time, with one force. */
final class BareAppends {
    private static final long FILE_BYTES_MAX = 256L << 20;

    private BareAppends() {}

    /** Appends of so many bytes a second. */
    static double perSecond(Path folder, int threads, int bytes, double seconds) throws IOException {
        Path path = folder.resolve("appends");
        ByteBuffer batch = ByteBuffer.allocateDirect(bytes * threads);
        for (int i = 0; i < threads; i++) {
            batch.put(Contents.of(i, bytes));
        }
        long count = 0;
        long begin = System.nanoTime();
        long end = begin + (long) (seconds * 1e9);
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (; System.nanoTime() < end; count += threads) {
                batch.rewind();
                if (file.position() > FILE_BYTES_MAX) {
                    file.truncate(0);
                }
                while (batch.hasRemaining()) {
                    file.write(batch);
                }
                file.force(false);
            }
            return count / ((System.nanoTime() - begin) / 1e9);
        } finally {
            Files.delete(path);
        }
    }
}
