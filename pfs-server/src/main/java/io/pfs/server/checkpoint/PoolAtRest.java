package io.pfs.server.checkpoint;

import io.pfs.PfsException;
import io.pfs.format.ReadWindow;
import io.pfs.pool.AppendFile;
import io.pfs.pool.Pool;
import io.pfs.pool.ReadFile;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A pool as a recovery looks at it, which alone has it meanwhile: it is listed once, and each file is opened once and has some more read than was asked for, since
 * what is asked next is mostly behind that. A recovery reads little of few files, but that for each shard, and on HDFS each question takes as long as much of an answer.
 * Closed, it closes the files. Blocks.
 */
final class PoolAtRest implements Pool, AutoCloseable {
    /** More are opened anew each time: a process may have only so many open. */
    private static final int KEPT_MAX = 64;

    private static final int WINDOW_BYTES = 1 << 16;

    private final Pool pool;
    private final Map<String, KeptFile> files = new HashMap<>();
    private Optional<List<String>> names = Optional.empty();

    PoolAtRest(Pool pool) {
        this.pool = pool;
    }

    @Override
    public List<String> list(String prefix) {
        List<String> all = names.orElseGet(() -> pool.list(""));
        names = Optional.of(all);
        return all.stream().filter(name -> name.startsWith(prefix)).toList();
    }

    /** Closed by who opens it, it stays open for others. */
    @Override
    public ReadFile open(String name) {
        if (files.containsKey(name)) {
            return files.get(name);
        }
        ReadFile file = pool.open(name);
        if (files.size() == KEPT_MAX) {
            return file;
        }
        KeptFile first = new KeptFile(file);
        files.put(name, first);
        return first;
    }

    @Override
    public AppendFile create(String name) {
        names = Optional.empty();
        return pool.create(name);
    }

    @Override
    public void rename(String from, String to) {
        forget(from);
        pool.rename(from, to);
    }

    @Override
    public void delete(String name) {
        forget(name);
        pool.delete(name);
    }

    private void forget(String name) {
        names = Optional.empty();
        Optional.ofNullable(files.remove(name)).ifPresent(KeptFile::letGo);
    }

    @Override
    public long usableBytes() {
        return pool.usableBytes();
    }

    @Override
    public long totalBytes() {
        return pool.totalBytes();
    }

    @Override
    public void close() {
        files.values().forEach(KeptFile::letGo);
        files.clear();
    }

    /** An open file, and a part of it that was read. */
    private static final class KeptFile implements ReadFile {
        private final ReadFile file;
        private final ReadWindow window = new ReadWindow(WINDOW_BYTES);

        KeptFile(ReadFile file) {
            this.file = file;
        }

        @Override
        public String name() {
            return file.name();
        }

        @Override
        public long size() {
            return file.size();
        }

        @Override
        public int read(ByteBuffer target, long offset) {
            return window.read(file::read, target, offset);
        }

        @Override
        public void close() {}

        /** Nothing was written to it, so there is nothing to lose. */
        void letGo() {
            try {
                file.close();
            } catch (PfsException e) {
                // the handle is gone either way
            }
        }
    }
}
