package io.pfs.server.journal;

/**
 * Says how those who wait for forces share the disk. Callers that all wait for the same force leave the disk idle while they
 * are served, and the loop while the disk forces: in two halves, one is served while the other is forced. That pays if
 * serving all takes longer than a force. If not, each force should rather take all of them.
 */
final class WritePace {
    /** Fewer are not worth a force of their own, and say little of how long serving takes. */
    private static final int RECORDS_MIN = 8;

    private long recordsOfLast;
    private long begunNs;
    private long forceNs;
    private long serveNs;
    private long endedNs;
    private long recordsAtEnd;
    private boolean isTimed = true;

    /** A write of so many records begins. */
    void begins(long records, long nowNs) {
        recordsOfLast = records;
        begunNs = nowNs;
    }

    /**
     * A write has ended: its callers are served from now on.
     *
     * @param record the last one that was appended
     */
    void ended(long record, long nowNs) {
        forceNs = smooth(forceNs, nowNs - begunNs);
        endedNs = nowNs;
        recordsAtEnd = record;
        isTimed = false;
    }

    /** A turn of the loop has ended, with this record as the last one that was appended. */
    void turnEnded(long record, long nowNs) {
        long served = record - recordsAtEnd;
        if (!isTimed && served >= RECORDS_MIN) {
            serveNs = smooth(serveNs, (nowNs - endedNs) / served);
            isTimed = true;
        }
    }

    private static long smooth(long before, long now) {
        return before == 0 ? now : (3 * before + now) / 4;
    }

    /** Whether so many records that wait should be written in the middle of a turn, the disk being idle. */
    boolean isEarlyCommitDue(long records) {
        return records >= Math.max(RECORDS_MIN, recordsOfLast / 2) && !isForceLonger(recordsOfLast);
    }

    /** A write has ended, and so many records wait: whether the next should wait for those of the callers just answered. */
    boolean isGatheringDue(long waiting) {
        return isForceLonger(recordsOfLast + waiting);
    }

    private boolean isForceLonger(long records) {
        return serveNs * records < forceNs;
    }
}
