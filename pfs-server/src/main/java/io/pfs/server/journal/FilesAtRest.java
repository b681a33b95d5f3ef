package io.pfs.server.journal;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.format.ReadWindow;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The folder of a journal from the first look at it to the end of the replay, while nobody writes there: it is listed once, and a few files stay open, with the begin of
 * what they hold, which is all of it after a life that ended in order. Blocks.
 */
final class FilesAtRest implements AutoCloseable {
    private static final int KEPT_MAX = 8;
    private static final int WINDOW_BYTES = 1 << 20;

    private final Disk disk;
    private final Map<String, KeptFile> kept = new HashMap<>();
    private Optional<List<String>> names = Optional.empty();

    FilesAtRest(Disk disk) {
        this.disk = disk;
    }

    List<String> names() {
        List<String> all = names.orElseGet(disk::list);
        names = Optional.of(all);
        return all;
    }

    /** For reading; closed by who opens it, it may stay open for who does so next. */
    DiskFile open(String name) {
        if (kept.containsKey(name)) {
            return kept.get(name);
        }
        DiskFile file = disk.open(name);
        if (kept.size() == KEPT_MAX) {
            return file;
        }
        try {
            KeptFile first = new KeptFile(file);
            kept.put(name, first);
            return first;
        } catch (PfsException e) {
            file.close();
            throw e;
        }
    }

    @Override
    public void close() {
        kept.values().forEach(KeptFile::letGo);
        kept.clear();
    }

    private static final class KeptFile implements DiskFile {
        private final DiskFile file;
        private final ReadWindow window;

        KeptFile(DiskFile file) {
            this.file = file;
            this.window = new ReadWindow((int) Math.min(WINDOW_BYTES, file.size()));
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
        public void write(ByteBuffer bytes, long offset) {
            throw isAtRest();
        }

        @Override
        public void force() {
            throw isAtRest();
        }

        @Override
        public void preallocate(long bytes) {
            throw isAtRest();
        }

        @Override
        public void truncate(long bytes) {
            throw isAtRest();
        }

        private PfsException isAtRest() {
            return new PfsException(ErrorCode.INVARIANT_BROKEN, name() + " is of a life before, and only read");
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
