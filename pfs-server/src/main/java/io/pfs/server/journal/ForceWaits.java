package io.pfs.server.journal;

import java.util.ArrayDeque;

/** What is to be done once all that was reported durable when it was asked for is forced. */
final class ForceWaits {
    private final ArrayDeque<Wait> waits = new ArrayDeque<>();
    private long forcedRecord;

    private record Wait(long record, Runnable then) {}

    /** Does it at once if nothing has to be forced for it. */
    void add(long reportedRecord, Runnable then) {
        waits.add(new Wait(reportedRecord, then));
        forced(forcedRecord);
    }

    boolean awaitForce() {
        return !waits.isEmpty();
    }

    /** Hears that all records up to here are forced. */
    void forced(long record) {
        forcedRecord = record;
        while (!waits.isEmpty() && waits.peek().record <= record) {
            waits.remove().then.run();
        }
    }

    /** Hears that what follows this record was lost: what waited for it never happens. */
    void lost(long keptRecord) {
        waits.removeIf(wait -> wait.record > keptRecord);
    }

    void clear() {
        waits.clear();
    }
}
