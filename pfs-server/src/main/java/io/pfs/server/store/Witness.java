package io.pfs.server.store;

import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.format.ByteWriter;
import io.pfs.format.FileHeader;
import io.pfs.format.FileKind;
import io.pfs.wire.PoolPlace;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Leaves a file in a server's part of the pool by which clients know that they have this very folder before them. It is never
 * forced: who doesn't find it, or another one, asks the server for bytes.
 */
public final class Witness {
    private Witness() {}

    /** Writes it anew for this life of the server; empty if it can't be, or the path of the folder is too long to be told. */
    public static Optional<PoolPlace> leave(Disk pool, ServerId server, Clock clock, Entropy entropy) {
        return leave(pool, new PoolPlace(pool.location(), entropy.nextLong()), server, clock);
    }

    /** The same of a part that is found by what is told of all of them. */
    static Optional<PoolPlace> leave(Disk pool, PoolPlace place, ServerId server, Clock clock) {
        if (place.folder().getBytes(StandardCharsets.UTF_8).length > PoolPlace.FOLDER_BYTES_MAX) {
            return Optional.empty();
        }
        try {
            write(pool, place.witness(), server, clock);
            return Optional.of(place);
        } catch (PfsException e) {
            return Optional.empty(); // a server whose disk is full, say, is there all the same
        }
    }

    private static void write(Disk pool, long number, ServerId server, Clock clock) {
        if (pool.exists(PoolPlace.FILE)) {
            pool.delete(PoolPlace.FILE);
        }
        ByteWriter header = new ByteWriter(FileHeader.BYTES);
        new FileHeader(FileKind.WITNESS, server.value(), number, clock.wallMillis()).encode(header);
        try (DiskFile file = pool.create(PoolPlace.FILE)) {
            file.write(header.toBuffer(), 0);
        }
    }
}
