package io.pfs.client.local;

import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.disk.nio.NioDisk;
import io.pfs.pool.PoolReader;
import io.pfs.pool.local.LocalPool;
import io.pfs.wire.PoolPlace;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** Looks for pools among the folders of this machine. */
public final class FolderPools implements PoolFinder {
    /**
     * The folder counts if the witness in it is the one that the server left: another machine's has another, and so has a copy of an earlier life. Where
     * seats move there is one in the home of each; where a server has several loops, one for all of them.
     */
    @Override
    public Optional<PoolReader> find(ServerId server, PoolPlace place) {
        try {
            PoolReader pool = in(Path.of(place.folder()), server);
            return WitnessFile.isIn(pool, place) ? Optional.of(pool) : Optional.empty();
        } catch (PfsException | InvalidPathException e) {
            return Optional.empty(); // no such folder here, or not for us: then we are no client beside the pool
        }
    }

    private static PoolReader in(Path folder, ServerId server) {
        NioDisk disk = NioDisk.reading(folder);
        if (!disk.exists(PoolPlace.FILE)) {
            return new HomeInFolder(folder, server);
        }
        return LoopsInFolder.isAt(folder) ? new LoopsInFolder(folder) : new LocalPool(disk);
    }
}
