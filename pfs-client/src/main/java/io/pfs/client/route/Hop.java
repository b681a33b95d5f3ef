package io.pfs.client.route;

import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.row.TablePointer;

/**
 * Where a name in a table leads, and how long that may be relied on: while the lease holds that was granted with the answer.
 * It ends before its time if it is recalled or forgotten, and then it never holds again.
 */
final class Hop {
    private final Name name;
    private final TablePointer pointer;
    private final long agesNs;
    private final long untilNs;
    private volatile boolean isEnded;

    /** A name in a table. */
    record Name(TableId table, RowName name) {}

    /** @param agesNs when it is time to ask anew, while it holds yet */
    Hop(Name name, TablePointer pointer, long agesNs, long untilNs) {
        this.name = name;
        this.pointer = pointer;
        this.agesNs = agesNs;
        this.untilNs = untilNs;
    }

    Name name() {
        return name;
    }

    TablePointer pointer() {
        return pointer;
    }

    boolean holds(long nowNs) {
        return !isEnded && nowNs - untilNs < 0;
    }

    boolean isYoung(long nowNs) {
        return holds(nowNs) && nowNs - agesNs < 0;
    }

    void end() {
        isEnded = true;
    }
}
