package io.pfs.server.gc;

/** What collections did since their group was opened. Written and read on its loop. */
public final class GcCounters {
    private long rounds;
    private long steps;
    private long bytesCopied;
    private long cellsCopied;
    private long cellsMet;
    private long bytesSuperseded;
    private long segmentsDeleted;
    private long objectsDeleted;
    private long bytesFreed;
    private long segmentsSetAside;
    private long recordsSettled;
    private long movesTooLate;
    private long readsRepeated;
    private long filesFollowed;
    private long rests;

    /** Collections that came to their end, or were given up. */
    public long rounds() {
        return rounds;
    }

    /** Pieces of a segment that were gone through. */
    public long steps() {
        return steps;
    }

    /** Bytes of cells that were copied because rows point to them. */
    public long bytesCopied() {
        return bytesCopied;
    }

    public long cellsCopied() {
        return cellsCopied;
    }

    /** Cells that were met, whether a row points to them or not. */
    public long cellsMet() {
        return cellsMet;
    }

    /** Bytes of indirect records that were written anew, since a cell that they led to was copied. */
    public long bytesSuperseded() {
        return bytesSuperseded;
    }

    public long segmentsDeleted() {
        return segmentsDeleted;
    }

    public long objectsDeleted() {
        return objectsDeleted;
    }

    /** Bytes of the files that were deleted, as far as they were counted. */
    public long bytesFreed() {
        return bytesFreed;
    }

    /** Segments that keep something which can't be moved, such as a damaged cell of a row. */
    public long segmentsSetAside() {
        return segmentsSetAside;
    }

    /** Indirect records of removed rows that were read for what they led to. */
    public long recordsSettled() {
        return recordsSettled;
    }

    /** Cells that were copied for nothing: their row was changed meanwhile. */
    public long movesTooLate() {
        return movesTooLate;
    }

    /** Reads that began anew because a segment was deleted under them. */
    public long readsRepeated() {
        return readsRepeated;
    }

    /** Cells' rows that were found under another name than the one they were written under. */
    public long filesFollowed() {
        return filesFollowed;
    }

    /** Times that a collection let others have the loop and the disk. */
    public long rests() {
        return rests;
    }

    public void round() {
        rounds++;
    }

    public void step(long met) {
        steps++;
        cellsMet += met;
    }

    public void copied(long bytes) {
        cellsCopied++;
        bytesCopied += bytes;
    }

    public void superseded(long bytes) {
        bytesSuperseded += bytes;
    }

    public void deleted(long bytes, boolean isObject) {
        segmentsDeleted += isObject ? 0 : 1;
        objectsDeleted += isObject ? 1 : 0;
        bytesFreed += bytes;
    }

    public void setAside() {
        segmentsSetAside++;
    }

    public void settled() {
        recordsSettled++;
    }

    public void tooLate(long moves) {
        movesTooLate += moves;
    }

    public void readRepeated() {
        readsRepeated++;
    }

    public void followed() {
        filesFollowed++;
    }

    public void rested() {
        rests++;
    }
}
