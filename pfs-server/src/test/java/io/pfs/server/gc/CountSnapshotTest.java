package io.pfs.server.gc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.format.ByteWriter;
import io.pfs.row.CellLocation;
import io.pfs.server.change.Change.CellsCounted;
import io.pfs.server.change.Change.Count;
import io.pfs.server.change.Change.IndirectLeft;
import io.pfs.server.change.Change.SegmentsCounted;
import io.pfs.server.change.Change.SegmentsDropped;
import io.pfs.server.change.Change.Total;
import io.pfs.server.change.ChangeCodec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class CountSnapshotTest {
    private static final ShardId SHARD = new ShardId(3);
    private static final ShardId OTHER = new ShardId(4);

    private final SegmentCounts counts = new SegmentCounts(new ServerId(0));
    private final CountSnapshot.Collector collector = new CountSnapshot.Collector();

    private void fill(int segments) {
        for (int i = 1; i <= segments; i++) {
            counts.apply(List.of(
                    new CellsCounted(List.of(new Count(i, 1000L * i, i))),
                    new IndirectLeft(new FileId(i), new CellLocation(i, 64, 20))));
        }
    }

    private CountSnapshot take() {
        return CountSnapshot.of(counts, Map.of(SHARD, 9L, OTHER, 70L), SHARD, 10);
    }

    @Test
    void whatIsPutTogetherFromTheJournalIsWhatWasCounted() {
        fill(10);
        CountSnapshot taken = take();
        taken.parts().forEach(part -> collector.add(SHARD, 10 + part.part(), part));
        CountSnapshot found = collector.last();
        assertEquals(taken, found);
        assertEquals(counts.totals(), found.counts(new ServerId(0)).totals());
        assertEquals(counts.left(), found.counts(new ServerId(0)).left());
        assertEquals(counts.highest(), found.counts(new ServerId(0)).highest());
        assertTrue(found.covers(OTHER, 70));
        assertFalse(found.covers(OTHER, 71));
        assertEquals(71, found.firstNeeded(OTHER));
        assertEquals(10, found.firstNeeded(SHARD));
        assertEquals(1, found.firstNeeded(new ShardId(5)));
    }

    @Test
    void eachPartOfALargeOneFitsARecord() {
        fill(100_000);
        List<SegmentsCounted> parts = take().parts();
        assertTrue(parts.size() > 1, "one record does not hold so many");
        for (SegmentsCounted part : parts) {
            ByteWriter out = new ByteWriter(1024);
            ChangeCodec.encode(List.of(part), out);
            assertTrue(out.length() <= Limits.JOURNAL_RECORD_BYTES_MAX, "part " + part.part() + ": " + out.length());
        }
    }

    @Test
    void oneWithoutItsLastPartCountsNothing() {
        fill(100_000);
        CountSnapshot first = take();
        first.parts().forEach(part -> collector.add(SHARD, 10 + part.part(), part));
        fill(1);
        List<SegmentsCounted> second = take().parts();
        second.subList(0, second.size() - 1).forEach(part -> collector.add(SHARD, 50 + part.part(), part));
        assertEquals(first, collector.last());
    }

    /** Else what was once needed could be taken for what somebody is about to write. */
    @Test
    void segmentsThatNobodyNeedsAreInItUntilTheyAreDropped() {
        counts.apply(List.of(new CellsCounted(List.of(new Count(5, 10, 10)))));
        assertEquals(
                List.of(new Total(5, 10, 0)), take().counts(new ServerId(0)).totals());
        counts.apply(List.of(new SegmentsDropped(List.of(5L))));
        SegmentCounts after = take().counts(new ServerId(0));
        assertEquals(List.of(), after.totals());
        assertEquals(5, after.highest());
    }
}
