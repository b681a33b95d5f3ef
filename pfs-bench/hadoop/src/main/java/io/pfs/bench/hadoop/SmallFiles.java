package io.pfs.bench.hadoop;

import io.pfs.bench.whole.Contents;
import java.io.IOException;
import java.io.InputStream;

/** What a crowd does with small files: they are written, read, looked at, renamed and removed, each by the thread that made it. */
final class SmallFiles {
    static final int[] SIZES = {0, 1 << 10, 16 << 10, 64 << 10};

    private static final String ROOT = "/load";
    private static final int STRIDE = 7919;
    private static final int FILES_MAX = 200_000;
    private static final double FOREVER_SECONDS = 1e6;
    /** Of what is written in a phase, by all threads. */
    private static final long BYTES_MAX = 1L << 30;

    private final Store store;
    private final Crowd crowd;
    private final Figures figures;
    private final double seconds;
    private final ThreadLocal<byte[]> buffers = ThreadLocal.withInitial(() -> new byte[SIZES[SIZES.length - 1] + 1]);

    /**
     * @param seconds of each phase
     */
    SmallFiles(Store store, Crowd crowd, Figures figures, double seconds) {
        this.store = store;
        this.crowd = crowd;
        this.figures = figures;
        this.seconds = seconds;
    }

    void run() throws IOException {
        for (int size : SIZES) {
            String directory = ROOT + "-" + size + "-" + crowd.threads();
            store.makeDirectory(directory);
            int[] counts = written(directory, size);
            if (size == 0) {
                lookAt(directory, counts);
                rename(directory, counts);
                remove(directory, counts);
            } else {
                read(directory, size, counts);
            }
            store.deleteTree(directory);
        }
    }

    private static String path(String directory, int thread, int index) {
        return directory + "/" + (char) ('a' + thread / 26) + (char) ('a' + thread % 26) + "-" + index;
    }

    private void note(String what, Crowd.Outcome outcome) {
        figures.add(new Figures.Key(what, crowd.threads()), store.name(), outcome.perSecond());
    }

    private int[] written(String directory, int size) throws IOException {
        long filesMax = Math.min(FILES_MAX, BYTES_MAX / Math.max(1, size)) / crowd.threads();
        Crowd.Outcome outcome = crowd.run(seconds, (thread, index) -> {
            if (index < filesMax) {
                store.write(path(directory, thread, index), Contents.of((long) thread << 32 | index, size));
            }
            return index < filesMax;
        });
        note(Figures.create(size), outcome);
        return outcome.counts();
    }

    private void read(String directory, int size, int[] counts) throws IOException {
        note(Figures.read(size), crowd.run(seconds, (thread, index) -> {
            if (counts[thread] > 0) {
                int file = (int) ((long) index * STRIDE % counts[thread]);
                require(size == readAll(path(directory, thread, file)), "a file is as long as it was written");
            }
            return counts[thread] > 0;
        }));
    }

    private int readAll(String path) throws IOException {
        byte[] buffer = buffers.get();
        int length = 0;
        try (InputStream in = store.open(path)) {
            for (int some = 0; some >= 0; length += Math.max(0, some)) {
                some = in.read(buffer, length, buffer.length - length);
            }
        }
        return length;
    }

    private void lookAt(String directory, int[] counts) throws IOException {
        note(Figures.STATUS, crowd.run(seconds, (thread, index) -> {
            if (counts[thread] > 0) {
                int file = (int) ((long) index * STRIDE % counts[thread]);
                require(store.status(path(directory, thread, file)) == 0, "an empty file is empty");
            }
            return counts[thread] > 0;
        }));
    }

    /** Each once, then each back, and so on; in the end all have the names that they had. */
    private void rename(String directory, int[] counts) throws IOException {
        Crowd.Outcome outcome = crowd.run(seconds, (thread, index) -> {
            if (counts[thread] > 0) {
                String path = path(directory, thread, index % counts[thread]);
                boolean isBack = index / counts[thread] % 2 == 1;
                store.rename(isBack ? path + "-to" : path, isBack ? path : path + "-to");
            }
            return counts[thread] > 0;
        });
        note(Figures.RENAME, outcome);
        back(directory, counts, outcome.counts());
    }

    private void back(String directory, int[] counts, int[] renamed) throws IOException {
        crowd.run(FOREVER_SECONDS, (thread, index) -> {
            if (index < counts[thread]) {
                boolean isAway = (renamed[thread] - index + counts[thread] - 1) / counts[thread] % 2 == 1;
                String path = path(directory, thread, index);
                if (isAway) {
                    store.rename(path + "-to", path);
                }
            }
            return index < counts[thread];
        });
    }

    private void remove(String directory, int[] counts) throws IOException {
        note(Figures.DELETE, crowd.run(seconds, (thread, index) -> {
            if (index < counts[thread]) {
                store.delete(path(directory, thread, index));
            }
            return index < counts[thread];
        }));
    }

    static void require(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException("the benchmark is wrong: " + what);
        }
    }
}
