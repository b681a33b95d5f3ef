package io.pfs.disk.overlay;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import java.nio.ByteBuffer;

/** A file of the folder below, which is only read. */
record ContentBelow(Disk below, String nameBelow) implements Content {
    @Override
    public DiskFile open(String name) {
        return new ReadOnlyFile(name, below.open(nameBelow));
    }

    private record ReadOnlyFile(String name, DiskFile file) implements DiskFile {
        @Override
        public long size() {
            return file.size();
        }

        @Override
        public void write(ByteBuffer bytes, long offset) {
            throw refuse();
        }

        @Override
        public int read(ByteBuffer target, long offset) {
            return file.read(target, offset);
        }

        @Override
        public void force() {
            // nothing was written
        }

        @Override
        public void preallocate(long bytes) {
            throw refuse();
        }

        @Override
        public void truncate(long bytes) {
            throw refuse();
        }

        @Override
        public void close() {
            file.close();
        }

        private PfsException refuse() {
            return new PfsException(
                    ErrorCode.INVARIANT_BROKEN, name + " is a file of the folder below, which is not written");
        }
    }
}
