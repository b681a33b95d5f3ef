package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.cell.Segment;
import io.pfs.disk.DiskFile;
import io.pfs.server.change.Change.Total;
import io.pfs.server.gc.GcGoal;
import io.pfs.testing.ForwardingDisk;
import io.pfs.testing.ForwardingFile;
import io.pfs.testing.MemoryDisk;
import io.pfs.wire.CellPut;
import io.pfs.wire.Expected;
import io.pfs.wire.RowEdit;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A segment that the disk does not give back stays for the time being, and keeps no other from being collected. */
final class UnreadSegmentTest {
    private static final int ROWS = 48;
    private static final int KEPT = 3;

    private final BadSpot disk = new BadSpot();
    private final ShardRig rig = new ShardRig(disk);

    /** Readings of one file fail when that is wanted. */
    private static final class BadSpot extends ForwardingDisk {
        private Set<String> unread = Set.of();
        /** What begins so can't be read. */
        private Optional<String> away = Optional.empty();

        private int tried;

        BadSpot() {
            super(new MemoryDisk());
        }

        @Override
        protected DiskFile opened(DiskFile file) {
            return new ForwardingFile(file) {
                @Override
                public int read(ByteBuffer target, long offset) {
                    if (unread.contains(name())
                            || away.filter(name()::startsWith).isPresent()) {
                        tried++;
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
        long first = leastNeeded(1).iterator().next();
        disk.unread = Set.of(Segment.fileName(first));
        return first;
    }

    /** The first that a collection takes up. */
    private Set<Long> leastNeeded(int count) {
        return rig.group().collection().totals().stream()
                .filter(total -> total.live() > 0)
                .sorted(Comparator.comparing(Total::live).thenComparing(Total::segment))
                .limit(count)
                .map(Total::segment)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private void requireRows() {
        disk.unread = Set.of();
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
        disk.unread = Set.of();
        assertEquals(Optional.empty(), collect());
        assertEquals(Set.of(), due());
        requireRows();
    }

    /** Nobody asks, but checkpoints come again and again. */
    @Test
    void itIsTriedAgainAfterACheckpoint() {
        makeUnread();
        collect();
        disk.unread = Set.of();
        rig.group().collection().runInBackground(true);
        rig.checkpoint();
        assertEquals(Set.of(), due());
        requireRows();
    }

    /** Else each change that drops something would have it read. */
    @Test
    void untilThenItIsNotTriedAgain() {
        long unread = makeUnread();
        collect();
        int tried = disk.tried;
        assertTrue(tried > 0, "it was tried");
        rig.group().collection().runInBackground(true);
        for (int row = ROWS; row < 3 * ROWS; row++) {
            rig.ask(rig.put(0, row, 0, new byte[1000]));
            rig.ask(rig.remove(0, row));
        }
        rig.runUntilIdle();
        assertEquals(tried, disk.tried);
        assertEquals(Set.of(unread), due(), "all that was dropped since was collected");
        requireRows();
    }

    /** What nobody needs any more goes without being read. */
    @Test
    void itGoesOnceNobodyNeedsIt() {
        long unread = makeUnread();
        collect();
        int tried = disk.tried;
        rig.group().collection().runInBackground(true);
        for (int row = 0; row < ROWS; row++) {
            rig.ask(rig.remove(0, row));
        }
        rig.runUntilIdle();
        assertFalse(rig.group().collection().segments().contains(unread));
        assertEquals(tried, disk.tried);
    }

    /** Those that could not be read before are tried last. */
    @Test
    void severalKeepNoOtherFromBeingCollected() {
        makeUnread();
        Set<Long> bad = leastNeeded(5);
        disk.unread = bad.stream().map(Segment::fileName).collect(Collectors.toSet());
        collect();
        assertEquals(Optional.of(ErrorCode.IO_FAILED), collect());
        assertEquals(bad, due(), "all others are gone");
        requireRows();
        assertEquals(Optional.empty(), collect());
        assertEquals(Set.of(), due());
    }

    /** One that can't be read may be all that is wrong, or there is a cable between. */
    @Test
    void whenNothingCanBeReadItIsNotTriedWithEachOfThem() {
        makeUnread();
        int segments = rig.group().collection().segmentFiles();
        disk.away = Optional.of("column-");
        assertEquals(Optional.of(ErrorCode.IO_FAILED), collect());
        assertTrue(disk.tried < segments / 2, disk.tried + " of " + segments);
        disk.away = Optional.empty();
        disk.unread = Set.of();
        assertEquals(Optional.empty(), collect());
        assertEquals(Set.of(), due());
        requireRows();
    }

    /** Their cells stay where they are, and nothing is set aside for the whole of a life. */
    @Test
    void whatRowsCanNotBeReadStaysForTheTimeBeing() {
        makeUnread();
        disk.unread = Set.of();
        rig.checkpoint();
        rig.open(); // no row is in memory
        rig.group().collection().runInBackground(false);
        Set<Long> before = due();
        disk.away = Optional.of("metadata-");
        assertEquals(Optional.of(ErrorCode.IO_FAILED), collect());
        assertEquals(before, due());
        assertEquals(0, rig.group().collection().counters().segmentsSetAside());
        disk.away = Optional.empty();
        assertEquals(Optional.empty(), collect());
        assertEquals(Set.of(), due());
        requireRows();
    }

    /** What they led to is not known before they are read: what else is garbage goes all the same. */
    @Test
    void recordsOfRemovedRowsInItKeepNoOtherFromBeingCollected() {
        rig.open().makeTables();
        rig.group().collection().runInBackground(false);
        rig.ask(rig.edit(1, 0, Expected.ANY, RowEdit.ofCells(cells(8))));
        rig.checkpoint();
        Set<Long> first = rig.group().collection().segments();
        for (int row = 0; row < ROWS; row++) {
            rig.ask(rig.put(0, row, 0, new byte[1000]));
        }
        rig.checkpoint();
        for (int row = 0; row < ROWS; row++) {
            rig.ask(rig.remove(0, row));
        }
        rig.ask(rig.remove(1, 0));
        rig.open(); // what was read before is forgotten
        rig.group().collection().runInBackground(false);
        disk.unread = first.stream().map(Segment::fileName).collect(Collectors.toSet());
        assertEquals(Optional.of(ErrorCode.IO_FAILED), collect(), "who asked for a collection hears of it");
        assertTrue(disk.tried > 0, "it was tried");
        assertEquals(first, rig.group().collection().segments(), "nothing else is left");
        disk.unread = Set.of();
        rig.group().collection().runInBackground(true);
        rig.checkpoint();
        assertEquals(Set.of(), rig.group().collection().segments());
        assertEquals(List.of(), rig.group().collection().miscounted());
    }

    private static List<CellPut> cells(int count) {
        return IntStream.range(0, count)
                .mapToObj(column -> new CellPut(new ColumnId(column), new byte[100], false))
                .toList();
    }
}
