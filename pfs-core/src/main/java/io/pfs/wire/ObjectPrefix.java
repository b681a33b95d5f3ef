package io.pfs.wire;

import io.pfs.Check;
import io.pfs.row.CellLocation;

/**
 * What an object begins with: so much of another one, which was begun for the same cell, at a server that knows nothing of it any
 * more or has no row for it.
 *
 * @param ticket that the other one was begun by; its first half proves that it is asked for by who wrote it
 * @param chunks how many of them were answered for
 */
public record ObjectPrefix(long object, ObjectTicket ticket, long chunks) {
    /** Of each chunk. */
    private static final int CHUNK_BITS = 16;

    public static final long CHUNKS_MAX = CellLocation.OFFSET_MAX >>> CHUNK_BITS;

    public ObjectPrefix {
        Check.inRange("id of an object", object, CellLocation.IN_JOURNAL + 1, CellLocation.SEGMENT_MAX);
        Check.inRange("chunks of an object", chunks, 1, CHUNKS_MAX);
    }

    public long bytes() {
        return chunks << CHUNK_BITS;
    }
}
