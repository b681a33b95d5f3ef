package io.pfs.server.metadata;

/**
 * Where a record of the metadata log stands.
 *
 * @param fileId which file of the log
 * @param offset where the record begins in it
 * @param length its bytes, framing included
 * @param slices how many slices share it
 */
public record RecordPlace(long fileId, long offset, int length, int slices) {
    /** A record of one slice. */
    public RecordPlace(long fileId, long offset, int length) {
        this(fileId, offset, length, 1);
    }

    public long end() {
        return offset + length;
    }

    /** What one of its slices takes of it. */
    public int bytesPerSlice() {
        return length / slices;
    }
}
