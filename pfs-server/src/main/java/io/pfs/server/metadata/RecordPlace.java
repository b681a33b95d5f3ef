package io.pfs.server.metadata;

/**
 * Where a record of the metadata log stands.
 *
 * @param fileId which file of the log
 * @param offset where the record begins in it
 * @param length its bytes, framing included
 */
public record RecordPlace(long fileId, long offset, int length) {
    public long end() {
        return offset + length;
    }
}
