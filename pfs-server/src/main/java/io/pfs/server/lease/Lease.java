package io.pfs.server.lease;

import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.wire.LeaseHolder;
import java.util.ArrayList;
import java.util.List;

/** One lease: on a row, of one holder. Granting it again prolongs it. */
final class Lease {
    /** The row of a directory, wherever its slice is. */
    record LeasedRow(TableId table, RowName name) {}

    private final LeasedRow row;
    private final LeaseHolder holder;
    private long untilNs;
    private List<Long> recalls = List.of();

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

    /** The numbers of the recalls by which it was wanted back: several if more than one wanted it. */
    List<Long> recalls() {
        return recalls;
    }

    void recalledBy(long number) {
        recalls = recalls.isEmpty() ? new ArrayList<>(1) : recalls;
        recalls.add(number);
    }
}
