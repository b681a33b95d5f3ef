package io.pfs.server.inspect;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.DiskFile;
import io.pfs.pool.ReadFile;
import io.pfs.server.remote.StoredFile;
import io.pfs.server.remote.StoredFolder;
import java.nio.ByteBuffer;

/** A file of any name, opened for reading only and without a lock: somebody may be writing to it. */
final class StorageFile implements DiskFile, ReadFile {
    private final String name;
    private final String path;
    private final StoredFile file;

    private StorageFile(String name, String path, StoredFile file) {
        this.name = name;
        this.path = path;
        this.file = file;
    }

    static StorageFile open(StoredFolder folder, String name) {
        return new StorageFile(name, folder.pathOf(name), folder.open(name));
    }

    @Override
    public String name() {
        return name;
    }

    /** For people. */
    String path() {
        return path;
    }

    /** As it was when it was opened: what is added meanwhile is not looked at. */
    @Override
    public long size() {
        return file.size();
    }

    @Override
    public int read(ByteBuffer target, long offset) {
        return file.read(target, offset);
    }

    @Override
    public void write(ByteBuffer bytes, long offset) {
        throw readOnly();
    }

    @Override
    public void force() {
        throw readOnly();
    }

    @Override
    public void preallocate(long bytes) {
        throw readOnly();
    }

    @Override
    public void truncate(long bytes) {
        throw readOnly();
    }

    private PfsException readOnly() {
        return new PfsException(ErrorCode.INVARIANT_BROKEN, path + " is only looked at");
    }

    @Override
    public void close() {
        file.close();
    }
}
