package io.pfs.server.lease;

import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.wire.LeaseHolder;
import java.util.OptionalLong;

/** One lease: on a row, of one holder. Granting it again prolongs it. */
final class Lease {
    /** The row of a directory, wherever its slice is. */
    record LeasedRow(TableId table, RowName name) {}

    private final LeasedRow row;
    private final LeaseHolder holder;
    private long untilNs;
    private OptionalLong recall = OptionalLong.empty();

    Lease(LeasedRow row, LeaseHolder holder, long untilNs) {
        this.row = row;
        this.holder = holder;
        this.untilNs = untilNs;
    }

    LeasedRow row() {
        return row;
    }

    LeaseHolder holder() {
        return holder;
    }

    long untilNs() {
        return untilNs;
    }

    void prolong(long ns) {
        untilNs = ns;
    }

    /** The number of the recall by which it was wanted back last. */
    OptionalLong recall() {
        return recall;
    }

    void recalledBy(long number) {
        recall = OptionalLong.of(number);
    }
}
