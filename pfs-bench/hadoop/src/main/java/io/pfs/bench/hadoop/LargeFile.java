package io.pfs.bench.hadoop;

import io.pfs.bench.whole.Contents;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** One file that is written from its begin to its end, and read so. */
final class LargeFile {
    static final int PIECE_BYTES = 128 << 10;

    private static final String PATH = "/large";

    private final Store store;
    private final Figures figures;
    private final long bytes;

    LargeFile(Store store, Figures figures, long bytes) {
        this.store = store;
        this.figures = figures;
        this.bytes = bytes;
    }

    void run() throws IOException {
        byte[] piece = Contents.of(1, PIECE_BYTES);
        long begin = System.nanoTime();
        try (OutputStream out = store.create(PATH)) {
            for (long written = 0; written < bytes; written += piece.length) {
                out.write(piece);
            }
        }
        note(Figures.WRITE_LARGE, begin);
        begin = System.nanoTime();
        long read = 0;
        try (InputStream in = store.open(PATH)) {
            for (int some = in.read(piece); some >= 0; some = in.read(piece)) {
                read += some;
            }
        }
        note(Figures.READ_LARGE, begin);
        SmallFiles.require(read == bytes, "a large file is as long as it was written");
        store.delete(PATH);
    }

    private void note(String what, long beginNs) {
        double megabytes = bytes / 1e6;
        figures.add(new Figures.Key(what, 1), store.name(), megabytes / ((System.nanoTime() - beginNs) / 1e9));
    }
}
