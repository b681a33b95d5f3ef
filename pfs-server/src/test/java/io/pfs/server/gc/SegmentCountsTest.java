package io.pfs.server.gc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pfs.FileId;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.row.CellLocation;
import io.pfs.server.change.Change.CellsCounted;
import io.pfs.server.change.Change.Count;
import io.pfs.server.change.Change.IndirectLeft;
import io.pfs.server.change.Change.IndirectSettled;
import io.pfs.server.change.Change.SegmentsDropped;
import io.pfs.server.change.Change.Total;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SegmentCountsTest {
    private final SegmentCounts counts = new SegmentCounts(new ServerId(0));

    private void count(long segment, long added, long dropped) {
        counts.apply(List.of(new CellsCounted(List.of(new Count(segment, added, dropped)))));
    }

    @Test
    void whatIsAddedAndDroppedAmountsToWhatIsLive() {
        count(3, 100, 0);
        count(1, 50, 0);
        count(3, 20, 60);
        assertEquals(List.of(new Total(1, 50, 50), new Total(3, 120, 60)), counts.totals());
        assertEquals(170, counts.counted());
        assertEquals(110, counts.live());
        assertEquals(0, counts.live(2));
    }

    @Test
    void aDroppedSegmentIsForgottenButForItsId() {
        count(7, 100, 0);
        count(7, 0, 100);
        counts.apply(List.of(new SegmentsDropped(List.of(7L, 9L))));
        assertEquals(List.of(), counts.totals());
        assertEquals(0, counts.counted());
        assertEquals(9, counts.highest());
    }

    @Test
    void nothingThatIsNeededIsDroppedAndNothingIsDroppedTwice() {
        count(7, 100, 0);
        assertThrows(PfsException.class, () -> counts.apply(List.of(new SegmentsDropped(List.of(7L)))));
        assertThrows(PfsException.class, () -> count(7, 0, 101));
    }

    @Test
    void indirectRecordsOfRemovedRowsWaitUntilTheyAreSettled() {
        IndirectLeft first = new IndirectLeft(new FileId(1), new CellLocation(3, 64, 20));
        IndirectLeft second = new IndirectLeft(new FileId(2), new CellLocation(3, 128, 20));
        counts.apply(List.of(first, second));
        assertEquals(List.of(first, second), counts.left());
        counts.apply(List.of(new IndirectSettled(first.record())));
        assertEquals(List.of(second), counts.left());
    }
}
