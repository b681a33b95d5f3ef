package io.pfs.server.journal;

/**
 * Says when to write before a turn of the loop has ended. Callers that all wait for the same force leave the disk idle while
 * they are served, and the loop while the disk forces: writing half of them as soon as it is ready lets both work. On a
 * disk that is slower than the loop each force should rather take all of them.
 */
final class WritePace {
    /** Fewer are not worth a force of their own. */
    private static final int RECORDS_MIN = 8;

    private long recordsOfLast;
    private long begunNs;
    private long tookNs;
    private long idleSinceNs;

    WritePace(long nowNs) {
        idleSinceNs = nowNs;
    }

    /** A write of so many records begins. */
    void begins(long records, long nowNs) {
        recordsOfLast = records;
        begunNs = nowNs;
    }

    /** A write has ended. */
    void ended(long nowNs) {
        tookNs = nowNs - begunNs;
        idleSinceNs = nowNs;
    }

    /** Whether so many records that wait should be written now, the disk being idle. */
    boolean isEarlyCommitDue(long records, long nowNs) {
        return records >= Math.max(RECORDS_MIN, recordsOfLast / 2) && nowNs - idleSinceNs >= tookNs / 2;
    }
}
