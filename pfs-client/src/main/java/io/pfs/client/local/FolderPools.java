package io.pfs.client.local;

import io.pfs.PfsException;
import io.pfs.disk.nio.NioDisk;
import io.pfs.format.ByteReader;
import io.pfs.format.FileHeader;
import io.pfs.format.FileKind;
import io.pfs.pool.Pool;
import io.pfs.pool.ReadFile;
import io.pfs.pool.local.LocalPool;
import io.pfs.wire.PoolPlace;
import java.nio.ByteBuffer;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** Looks for pools among the folders of this machine. */
public final class FolderPools implements PoolFinder {
    /** The folder counts if the witness in it is the one that the server left: another machine's has another, and so has a copy of an earlier life. */
    @Override
    public Optional<Pool> find(PoolPlace place) {
        try {
            Pool pool = new LocalPool(NioDisk.reading(Path.of(place.folder())));
            return isWitness(pool, place) ? Optional.of(pool) : Optional.empty();
        } catch (PfsException | InvalidPathException e) {
            return Optional.empty(); // no such folder here, or not for us: then we are no client beside the pool
        }
    }

    private static boolean isWitness(Pool pool, PoolPlace place) {
        try (ReadFile file = pool.open(PoolPlace.FILE)) {
            byte[] bytes = new byte[FileHeader.BYTES];
            int count = file.read(ByteBuffer.wrap(bytes), 0);
            ByteReader in = new ByteReader(file.name(), 0, bytes, 0, count);
            return FileHeader.decode(in, FileKind.WITNESS).owner() == place.witness();
        }
    }
}
