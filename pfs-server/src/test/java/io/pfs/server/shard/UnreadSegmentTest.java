package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.cell.Segment;
import io.pfs.disk.DiskFile;
import io.pfs.server.change.Change.Total;
import io.pfs.server.gc.GcGoal;
import io.pfs.testing.ForwardingDisk;
import io.pfs.testing.ForwardingFile;
import io.pfs.testing.MemoryDisk;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A segment that the disk does not give back stays for the time being, and keeps no other from being collected. */
final class UnreadSegmentTest {
    private static final int ROWS = 48;
    private static final int KEPT = 3;

    private final BadSpot disk = new BadSpot();
    private final ShardRig rig = new ShardRig(disk);

    /** Readings of one file fail when that is wanted. */
    private static final class BadSpot extends ForwardingDisk {
        private Optional<String> unread = Optional.empty();

        BadSpot() {
            super(new MemoryDisk());
        }

        @Override
        protected DiskFile opened(DiskFile file) {
            return new ForwardingFile(file) {
                @Override
                public int read(ByteBuffer target, long offset) {
                    if (unread.equals(Optional.of(name()))) {
                        throw new PfsException(ErrorCode.IO_FAILED, "as the test wants it");
                    }
                    return super.read(target, offset);
                }
            };
        }
    }

    private Set<Long> due() {
        return new TreeSet<>(rig.group().collection().due(GcGoal.WORTHWHILE));
    }

    private Optional<ErrorCode> collect() {
        List<Optional<PfsException>> ended = new ArrayList<>();
        assertTrue(rig.group().collection().start(GcGoal.WORTHWHILE, ended::add), "no other round is under way");
        rig.runUntilIdle();
        return ended.get(0).map(PfsException::code);
    }

    /** Most of what each segment holds is garbage; the one with the least left, which comes first, can't be read. */
    private long makeUnread() {
        rig.open().makeTables();
        rig.group().collection().runInBackground(false);
        for (int row = 0; row < ROWS; row++) {
            rig.ask(rig.put(0, row, 0, new byte[1000]));
        }
        rig.checkpoint();
        Set<Long> all = rig.group().collection().segments();
        for (int row = 0; row < ROWS; row++) {
            if (row % KEPT != 0) {
                rig.ask(rig.remove(0, row));
            }
        }
        assertTrue(all.size() > 4, all + " are several");
        long first = first(all);
        disk.unread = Optional.of(Segment.fileName(first));
        return first;
    }

    private long first(Set<Long> all) {
        return rig.group().collection().totals().stream()
                .filter(total -> all.contains(total.segment()) && total.live() > 0)
                .min(Comparator.comparing(Total::live).thenComparing(Total::segment))
                .orElseThrow()
                .segment();
    }

    private void requireRows() {
        disk.unread = Optional.empty();
        for (int row = 0; row < ROWS; row += KEPT) {
            assertTrue(rig.cell(0, row, 0).isPresent(), "row " + row);
        }
        assertEquals(List.of(), rig.group().collection().miscounted());
    }

    @Test
    void itKeepsNoOtherFromBeingCollected() {
        long unread = makeUnread();
        assertEquals(Optional.of(ErrorCode.IO_FAILED), collect(), "who asked for a collection hears of it");
        assertEquals(Set.of(unread), due(), "all others are gone");
        requireRows();
    }

    @Test
    void whoAsksForACollectionHasItTriedAgain() {
        makeUnread();
        collect();
        disk.unread = Optional.empty();
        assertEquals(Optional.empty(), collect());
        assertEquals(Set.of(), due());
        requireRows();
    }

    /** Nobody asks, but checkpoints come again and again. */
    @Test
    void itIsTriedAgainAfterACheckpoint() {
        makeUnread();
        collect();
        disk.unread = Optional.empty();
        rig.group().collection().runInBackground(true);
        rig.checkpoint();
        assertEquals(Set.of(), due());
        requireRows();
    }

    /** What nobody needs any more goes without being read. */
    @Test
    void itGoesOnceNobodyNeedsIt() {
        makeUnread();
        collect();
        for (int row = 0; row < ROWS; row++) {
            rig.ask(rig.remove(0, row));
        }
        assertEquals(Optional.empty(), collect());
        assertEquals(Set.of(), due());
    }
}
