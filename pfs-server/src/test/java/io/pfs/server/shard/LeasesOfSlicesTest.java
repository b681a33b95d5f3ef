package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.RowName;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.row.TablePointer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A slice that came from another server, which may have granted leases on its rows, and the end of the one that it came to. */
final class LeasesOfSlicesTest {
    private static final int ROWS = 10;

    /** Whenever it ends, also while the record is being forced by which the slice is its own. */
    @Test
    void whoEndsHavingASliceFromElsewhereDoesNotSayThatAllLeasesAreBack() {
        int had = 0;
        boolean isOver = false;
        for (int steps = 0; !isOver; steps++) {
            NameRig rig = new NameRig(2, 2, UnaryOperator.identity()).served();
            TablePointer table = rig.mkdirWide(NameRig.root(), "wide", 0, 1);
            isOver = fill(rig, table, steps);
            rig.groups().get(1).leases().handOver();
            rig.end(1);
            rig.open(1);
            if (hasUpperHalf(rig.groups().get(1), table.table())) {
                had++;
                assertFalse(mayChange(rig.groups().get(1), table.table()), "after " + steps + " steps");
            }
        }
        assertTrue(had > 1, "it had come before all was done");
    }

    /** Does so many steps of what it takes that a slice is split; says whether these were all. */
    private static boolean fill(NameRig rig, TablePointer table, int steps) {
        for (int row = 0; row < ROWS; row++) {
            rig.send(rig.envelope(table.base(), NameRig.put(table, "row" + row, "x")), answer -> {});
        }
        int done = 0;
        while (done < steps && rig.step()) {
            done++;
        }
        return done < steps;
    }

    private static boolean hasUpperHalf(ShardGroup group, TableId table) {
        SliceKey upper = new SliceKey(table, new SliceId(1));
        return group.shards().stream().anyMatch(shard -> shard.state().hasWhole(upper));
    }

    private static boolean mayChange(ShardGroup group, TableId table) {
        AtomicBoolean may = new AtomicBoolean();
        group.leases().recall(table, RowName.of("row0")).then(() -> may.set(true));
        return may.get();
    }
}
