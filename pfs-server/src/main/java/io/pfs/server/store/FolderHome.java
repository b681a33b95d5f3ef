package io.pfs.server.store;

import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.nio.NioDisk;
import io.pfs.pool.HomeName;
import io.pfs.server.remote.RemoteHome;
import io.pfs.server.remote.Tenure;
import java.nio.file.Path;

/** A home in a folder of this machine, for one life of a seat. Layout: see the package. */
final class FolderHome implements RemoteHome {
    private final Epoch epoch;
    private final Disk journal;
    private final Disk pool;

    private FolderHome(Epoch epoch, Disk journal, Disk pool) {
        this.epoch = epoch;
        this.journal = journal;
        this.pool = pool;
    }

    static void make(Path folder) {
        NioDisk.openShared(folder.resolve(HomeName.POOL)).close();
        NioDisk.openShared(folder.resolve(HomeName.JOURNAL)).close();
    }

    /** In a folder that is called by this epoch since it was renamed for it. */
    static FolderHome open(Path folder, Epoch epoch) {
        try {
            JournalCutOff.run(folder.resolve(HomeName.JOURNAL));
            Disk journal = NioDisk.openTaken(folder.resolve(HomeName.JOURNAL));
            try {
                return new FolderHome(epoch, journal, NioDisk.openTaken(folder.resolve(HomeName.POOL)));
            } catch (RuntimeException e) {
                journal.close();
                throw e;
            }
        } catch (PfsException e) {
            throw e.code() == ErrorCode.FILE_MISSING
                    ? new PfsException(
                            ErrorCode.LOCKED,
                            "nothing is in " + folder + " any more: a later life of the seat has taken it over: "
                                    + e.detail(),
                            e)
                    : e;
        }
    }

    @Override
    public Epoch epoch() {
        return epoch;
    }

    @Override
    public Disk journal() {
        return journal;
    }

    @Override
    public Disk pool() {
        return pool;
    }

    /** The folder tells nobody that it was renamed: the tenure of the claim is what counts. */
    @Override
    public Tenure tenure() {
        return Tenure.LOCKED;
    }

    @Override
    public void close() {
        pool.close();
        journal.close();
    }
}
