package io.pfs.server.admin;

import io.pfs.server.gc.GcCounters;

/**
 * What the collections of all loops did.
 *
 * @param cellsMet whether a row points to them or not
 * @param cellsCopied because rows point to them
 * @param bytesCopied of these
 * @param segmentsSetAside that keep something which can't be moved
 */
record GcDone(
        long cellsMet,
        long cellsCopied,
        long bytesCopied,
        long segmentsDeleted,
        long objectsDeleted,
        long segmentsSetAside) {
    static final GcDone NOTHING = new GcDone(0, 0, 0, 0, 0, 0);

    static GcDone of(GcCounters counters) {
        return new GcDone(
                counters.cellsMet(),
                counters.cellsCopied(),
                counters.bytesCopied(),
                counters.segmentsDeleted(),
                counters.objectsDeleted(),
                counters.segmentsSetAside());
    }

    GcDone with(GcDone other) {
        return new GcDone(
                cellsMet + other.cellsMet,
                cellsCopied + other.cellsCopied,
                bytesCopied + other.bytesCopied,
                segmentsDeleted + other.segmentsDeleted,
                objectsDeleted + other.objectsDeleted,
                segmentsSetAside + other.segmentsSetAside);
    }
}
