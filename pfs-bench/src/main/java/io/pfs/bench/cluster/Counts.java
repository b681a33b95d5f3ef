package io.pfs.bench.cluster;

/**
 * What happened in a cluster so far, or in a phase. But for writes of journals nothing of it depends on the machine.
 *
 * @param messages requests that clients sent
 * @param misplaced those that were answered by where the name lives
 * @param refused those that were refused for now, or at all
 * @param steps requests that servers sent each other
 * @param splits slices that split
 * @param rowsSplitOff rows that went to the upper halves of these
 * @param rowsHandedOver those of them that went to another server
 * @param journalWrites writes of journals, each with a force; what comes during one goes together
 */
record Counts(
        long messages,
        long misplaced,
        long refused,
        long steps,
        long splits,
        long rowsSplitOff,
        long rowsHandedOver,
        long journalWrites) {
    Counts minus(Counts before) {
        return new Counts(
                messages - before.messages,
                misplaced - before.misplaced,
                refused - before.refused,
                steps - before.steps,
                splits - before.splits,
                rowsSplitOff - before.rowsSplitOff,
                rowsHandedOver - before.rowsHandedOver,
                journalWrites - before.journalWrites);
    }
}
