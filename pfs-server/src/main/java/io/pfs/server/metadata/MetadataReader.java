package io.pfs.server.metadata;

import io.pfs.format.Refusals;
import io.pfs.pool.Pool;
import io.pfs.pool.ReadFile;
import java.nio.ByteBuffer;

/** Reads records of the metadata log by their place. Blocks. */
public final class MetadataReader {
    private final Pool pool;

    public MetadataReader(Pool pool) {
        this.pool = pool;
    }

    /** The bytes of a record, framing included; what they say is for the decoder to check. */
    public byte[] read(RecordPlace place) {
        String name = MetadataFiles.name(place.fileId());
        try (ReadFile file = pool.open(name)) {
            byte[] bytes = new byte[place.length()];
            int got = file.read(ByteBuffer.wrap(bytes), place.offset());
            if (got != bytes.length) {
                throw Refusals.corrupt(
                        name, place.offset() + got, "slice record", place.length() + " bytes", "the end of the file");
            }
            return bytes;
        }
    }
}
