package io.pfs.client.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.client.call.Promise;
import io.pfs.client.route.PfsPath;
import io.pfs.client.testing.ClientRig;
import io.pfs.row.CellLocation;
import io.pfs.table.Column;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A cell that became an object. */
final class LargeSpoolTest {
    private static final int IDS = 1000;

    private final ClientRig rig = new ClientRig();

    private static Set<Long> objects(CellSpool spool) {
        Set<Long> found = new TreeSet<>();
        LongStream.range(0, IDS)
                .filter(id -> spool.isIn(CellLocation.ofObject(id, 1)))
                .forEach(found::add);
        return found;
    }

    /** A row may have the beginning of it as another object, which was lost since and which this went on from. */
    @Test
    void whatItWasBeforeIsItsOwnToo() {
        Promise<RowAccess> rows = new Promise<>();
        rig.catalog.keepRows(PfsPath.ROOT, rows);
        CellSpool spool = new CellSpool(Promise.await(rows), RowName.of("f"), Column.CONTENT.id(), false);
        spool.write(new byte[Limits.CELL_BYTES_MAX + 1], 0, Limits.CELL_BYTES_MAX + 1);
        spool.settleSoFar();
        Set<Long> before = objects(spool);
        assertEquals(1, before.size());
        rig.server.loseObjects();
        spool.write(new byte[1], 0, 1);
        spool.settleSoFar();
        Set<Long> after = objects(spool);
        assertEquals(2, after.size());
        assertTrue(after.containsAll(before));
    }
}
