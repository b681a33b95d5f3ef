package io.pfs.testing;

import io.pfs.Check;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;

/** A disk whose files only grow, and which knows what would be gone with this process. */
public final class AppendOnlyDisk extends ForwardingDisk {
    /** Of each file that is not flushed, as far as it is known here under its first name. */
    private final Map<String, Long> unflushedBytes = new TreeMap<>();

    public AppendOnlyDisk(Disk disk) {
        super(disk);
    }

    @Override
    public boolean reservesSpace() {
        return false;
    }

    /** What was written, but neither flushed nor forced. */
    public long unflushedBytes() {
        return unflushedBytes.values().stream().mapToLong(Long::longValue).sum();
    }

    @Override
    protected DiskFile opened(DiskFile file) {
        return new ForwardingFile(file) {
            @Override
            public void write(ByteBuffer bytes, long offset) {
                Check.that(offset == file.size(), "files that only grow are written at their end");
                unflushedBytes.merge(file.name(), (long) bytes.remaining(), Long::sum);
                file.write(bytes, offset);
            }

            @Override
            public void flush() {
                unflushedBytes.remove(file.name());
            }

            @Override
            public void force() {
                file.force();
                unflushedBytes.remove(file.name());
            }

            @Override
            public void preallocate(long bytes) {
                Check.that(bytes <= file.size(), "files that only grow have no space ahead");
            }

            @Override
            public void truncate(long bytes) {
                Check.that(bytes == file.size(), "files that only grow are not cut");
            }
        };
    }
}
