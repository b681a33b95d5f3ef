package io.pfs.server.metadata;

import io.pfs.PfsException;
import io.pfs.format.Refusals;
import io.pfs.pool.Pool;
import io.pfs.pool.ReadFile;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/** Reads some records of the metadata log by their places, and opens each file of it once for that. Blocks. */
public final class MetadataReader implements AutoCloseable {
    private final Pool pool;
    private final Map<Long, ReadFile> files = new HashMap<>();

    public MetadataReader(Pool pool) {
        this.pool = pool;
    }

    /** The bytes of a record, framing included; what they say is for the decoder to check. */
    public byte[] read(RecordPlace place) {
        String name = MetadataFiles.name(place.fileId());
        ReadFile file = files.computeIfAbsent(place.fileId(), id -> pool.open(name));
        byte[] bytes = new byte[place.length()];
        int got = file.read(ByteBuffer.wrap(bytes), place.offset());
        if (got != bytes.length) {
            throw Refusals.corrupt(
                    name, place.offset() + got, "slice record", place.length() + " bytes", "the end of the file");
        }
        return bytes;
    }

    /** Nothing was written to them, so there is nothing to lose, and who has his record must not suffer for it. */
    @Override
    public void close() {
        files.values().forEach(MetadataReader::closeQuietly);
    }

    private static void closeQuietly(ReadFile file) {
        try {
            file.close();
        } catch (PfsException e) {
            // the handle is gone either way
        }
    }
}
