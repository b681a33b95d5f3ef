package io.pfs.server.remote;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;

/** What another server has in a pool: it is only read here, and holds nothing. */
public abstract class OthersDisk implements Disk {
    @Override
    public final DiskFile create(String name) {
        throw onlyRead();
    }

    @Override
    public final void rename(String from, String to) {
        throw onlyRead();
    }

    @Override
    public final void delete(String name) {
        throw onlyRead();
    }

    @Override
    public final void forceFolder() {
        throw onlyRead();
    }

    private static PfsException onlyRead() {
        return new PfsException(ErrorCode.INVARIANT_BROKEN, "what is another's is only read");
    }

    @Override
    public final void close() {}
}
