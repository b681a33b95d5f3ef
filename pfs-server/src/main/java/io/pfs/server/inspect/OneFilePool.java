package io.pfs.server.inspect;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.pool.AppendFile;
import io.pfs.pool.Pool;
import io.pfs.pool.ReadFile;
import io.pfs.server.remote.StoredFolder;
import java.util.List;

/** A pool in which every name leads to the same file, for readers that ask by name. */
record OneFilePool(StoredFolder folder, String file) implements Pool {
    @Override
    public ReadFile open(String name) {
        return StorageFile.open(folder, file);
    }

    @Override
    public AppendFile create(String name) {
        throw readOnly();
    }

    @Override
    public List<String> list(String prefix) {
        throw readOnly();
    }

    @Override
    public void rename(String from, String to) {
        throw readOnly();
    }

    @Override
    public void delete(String name) {
        throw readOnly();
    }

    @Override
    public long usableBytes() {
        return 0;
    }

    @Override
    public long totalBytes() {
        return 0;
    }

    private PfsException readOnly() {
        return new PfsException(ErrorCode.INVARIANT_BROKEN, folder.pathOf(file) + " is only looked at");
    }
}
