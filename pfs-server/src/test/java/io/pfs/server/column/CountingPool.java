package io.pfs.server.column;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.pool.AppendFile;
import io.pfs.pool.Pool;
import io.pfs.pool.ReadFile;
import io.pfs.testing.ForwardingReadFile;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A pool that counts what is read from it, and fails reads when told to. */
final class CountingPool implements Pool {
    private final Pool pool;
    final List<String> closedNames = new ArrayList<>();
    int opened;
    int closed;
    int reads;
    long bytesRead;
    boolean readsFail;

    CountingPool(Pool pool) {
        this.pool = pool;
    }

    @Override
    public AppendFile create(String name) {
        return pool.create(name);
    }

    @Override
    public ReadFile open(String name) {
        ReadFile file = pool.open(name);
        opened++;
        return new CountingFile(file);
    }

    @Override
    public List<String> list(String prefix) {
        return pool.list(prefix);
    }

    @Override
    public void rename(String from, String to) {
        pool.rename(from, to);
    }

    @Override
    public void delete(String name) {
        pool.delete(name);
    }

    @Override
    public long usableBytes() {
        return pool.usableBytes();
    }

    @Override
    public long totalBytes() {
        return pool.totalBytes();
    }

    private final class CountingFile extends ForwardingReadFile {
        CountingFile(ReadFile file) {
            super(file);
        }

        @Override
        public int read(ByteBuffer target, long offset) {
            reads++;
            if (readsFail) {
                throw new PfsException(ErrorCode.IO_FAILED, "planted: read of " + name());
            }
            int count = super.read(target, offset);
            bytesRead += count;
            return count;
        }

        @Override
        public void close() {
            closed++;
            closedNames.add(name());
            super.close();
        }
    }
}
