package io.pfs.client.local;

import io.pfs.format.ByteReader;
import io.pfs.format.FileHeader;
import io.pfs.format.FileKind;
import io.pfs.pool.PoolReader;
import io.pfs.pool.ReadFile;
import io.pfs.wire.PoolPlace;
import java.nio.ByteBuffer;

/** The file by which it is known whether a pool is the one that a server told of. */
public final class WitnessFile {
    private WitnessFile() {}

    /** Whether the number in it is the one that was told. Throws why it can't be read. */
    public static boolean isIn(PoolReader pool, PoolPlace place) {
        try (ReadFile file = pool.open(PoolPlace.FILE)) {
            byte[] bytes = new byte[FileHeader.BYTES];
            int count = file.read(ByteBuffer.wrap(bytes), 0);
            ByteReader in = new ByteReader(file.name(), 0, bytes, 0, count);
            return FileHeader.decode(in, FileKind.WITNESS).owner() == place.witness();
        }
    }
}
