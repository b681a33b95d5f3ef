package io.pfs.server.column;

import static io.pfs.server.column.SegmentRig.bytes;
import static io.pfs.server.column.SegmentRig.label;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.cell.CellHeader;
import io.pfs.cell.Segment;
import io.pfs.cell.SegmentFile;
import io.pfs.format.ByteWriter;
import io.pfs.pool.Pool;
import io.pfs.row.CellLocation;
import io.pfs.server.column.SegmentRig.Written;
import io.pfs.testing.MemoryDisk;
import io.pfs.testing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SegmentScanTest {
    private record Range(long from, long to) {}

    /** All that a scan said. */
    private static final class Seen implements SegmentScan.Visitor {
        final List<CellLocation> found = new ArrayList<>();
        final List<CellLocation> damaged = new ArrayList<>();
        final List<Range> skipped = new ArrayList<>();

        @Override
        public boolean found(FoundCell cell) {
            return found.add(cell.location());
        }

        @Override
        public void damaged(CellHeader header, CellLocation location) {
            damaged.add(location);
        }

        @Override
        public void skipped(long from, long to) {
            skipped.add(new Range(from, to));
        }

        static Seen of(Pool pool) {
            Seen seen = new Seen();
            SegmentScan.run(new SegmentFile(pool, 1, CellBody.UNPACKER), SegmentScan.BEGIN, seen);
            return seen;
        }
    }

    private final MemoryDisk disk = new MemoryDisk();
    private final SegmentRig rig = new SegmentRig(disk, 64 << 20);
    private final Random random = new Random(1);

    private byte[] segment() {
        return disk.names().get(Segment.fileName(1)).bytes();
    }

    private static List<CellLocation> locations(List<Written> cells) {
        return cells.stream().map(Written::location).toList();
    }

    @Test
    void aWholeSegmentIsWalkedWithoutGaps() {
        List<Written> cells = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            cells.add(rig.random(random, i % 20 == 0 ? 2 << 20 : 10_000));
        }
        for (int i = 0; i < 2; i++) {
            rig.writeAndForce();
            CountingPool counting = new CountingPool(rig.pool);
            Seen seen = Seen.of(counting);
            assertEquals(locations(cells), seen.found);
            assertEquals(List.of(), seen.skipped, "sealed or not");
            assertTrue(counting.bytesRead <= segment().length + 1024, "each byte is read once");
            assertTrue(counting.reads < 10 + segment().length / (700 << 10), counting.reads + " large reads");
            rig.writer.seal();
        }
        SegmentRig.assertSame(cells, SegmentRig.scan(rig.pool, 1), "bytes");
    }

    @Test
    void damageIsSkippedAndReported() {
        Seeds.each("SegmentScanTest#damageIsSkippedAndReported", 200, seed -> {
            Random choices = new Random(seed);
            MemoryDisk own = new MemoryDisk();
            SegmentRig writing = new SegmentRig(own, 64 << 20);
            List<Written> cells = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                cells.add(writing.random(choices, choices.nextInt(10) == 0 ? 200_000 : 500));
            }
            writing.writeAndForce();
            byte[] segment = own.names().get(Segment.fileName(1)).bytes();
            byte[] before = segment.clone();
            for (int i = choices.nextInt(5); i >= 0; i--) {
                damage(choices, segment);
            }
            Seen seen = Seen.of(writing.pool);
            assertEquals(intact(cells, before, segment), seen.found, "every whole record, and nothing else");
            assertEquals(gaps(cells, seen.found, segment.length), seen.skipped, "what lies between them");
        });
    }

    private static void damage(Random random, byte[] segment) {
        int begin = (int) SegmentScan.BEGIN;
        int from = begin + random.nextInt(segment.length - begin);
        int length = Math.min(segment.length - from, 1 + random.nextInt(random.nextBoolean() ? 8 : 3000));
        switch (random.nextInt(3)) {
            case 0 -> Arrays.fill(segment, from, from + length, (byte) 0);
            case 1 -> {
                byte[] noise = bytes(random, length, false);
                System.arraycopy(noise, 0, segment, from, length);
            }
            default -> {
                int source = begin + random.nextInt(segment.length - length - begin + 1) / 8 * 8;
                System.arraycopy(segment, source, segment, from / 8 * 8, Math.min(length, segment.length - from));
            }
        }
    }

    private static List<CellLocation> intact(List<Written> cells, byte[] before, byte[] after) {
        List<CellLocation> intact = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            int from = (int) cells.get(i).location().offset();
            SegmentFile file = new SegmentFile(SegmentRig.poolOf(before), 1, CellBody.UNPACKER);
            int[] length = {0};
            SegmentScan.run(file, from, cell -> {
                length[0] = cell.header().unpaddedBytes();
                return false;
            });
            if (Arrays.equals(before, from, from + length[0], after, from, from + length[0])) {
                intact.add(cells.get(i).location());
            }
        }
        return intact;
    }

    private static List<Range> gaps(List<Written> cells, List<CellLocation> found, long end) {
        List<Range> gaps = new ArrayList<>();
        long from = SegmentScan.BEGIN;
        for (int i = 0; i < cells.size(); i++) {
            long next = i + 1 < cells.size() ? cells.get(i + 1).location().offset() : end;
            if (found.contains(cells.get(i).location())) {
                long at = cells.get(i).location().offset();
                if (from < at) {
                    gaps.add(new Range(from, at));
                }
                from = next;
            }
        }
        if (from < end) {
            gaps.add(new Range(from, end));
        }
        return gaps;
    }

    /** A cell may hold a copy of the segment: even where the record around it rots, none of that is a record. */
    @Test
    void aCopyOfASegmentInsideACellIsNoRecord() {
        List<Written> cells = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            cells.add(rig.random(random, 300));
        }
        rig.writeAndForce();
        byte[] copy = segment().clone();
        byte[] carried = new byte[copy.length + 4];
        System.arraycopy(copy, 0, carried, 4, copy.length);
        Written carrier = rig.plain(label(77, 0, 1), carried);
        cells.add(rig.random(random, 300));
        rig.writeAndForce();
        segment()[(int) carrier.location().offset() + 9] ^= 1;
        Seen seen = Seen.of(rig.pool);
        assertEquals(locations(cells), seen.found);
        assertEquals(List.of(), seen.damaged, "nobody knows what it was");
    }

    /** Nor is one that somebody made for just its place, who does not know the owner. */
    @Test
    void aRecordMadeForItsPlaceByAStrangerIsNone() {
        Segment stranger = new Segment(1, SegmentRig.OWNER + 1);
        for (Segment maker : List.of(stranger, new Segment(1, SegmentRig.OWNER))) {
            MemoryDisk own = new MemoryDisk();
            SegmentRig writing = new SegmentRig(own, 64 << 20);
            long place = SegmentScan.BEGIN + 52 + 4;
            ByteWriter forged = new ByteWriter(200);
            forged.gap(4);
            CellBody body = CellBody.plain(new byte[8], 0, 8);
            body.header(label(666, 0, 1)).encode(body.chunkSums(), maker, place, forged);
            forged.gap(8);
            Written carrier = writing.plain(label(1, 0, 1), forged.toBytes());
            writing.writeAndForce();
            assertEquals(locations(List.of(carrier)), Seen.of(writing.pool).found, "inside a whole record");
            own.names().get(Segment.fileName(1)).bytes()[70] ^= 1;
            boolean isStranger = maker.equals(stranger);
            assertEquals(isStranger ? 0 : 1, Seen.of(writing.pool).found.size(), "the header before it is damaged");
        }
    }

    @Test
    void damageInTheBytesTellsWhoseTheyWere() {
        Written first = rig.plain(label(1, 2, 3), bytes(random, 100_000, false));
        Written second = rig.plain(label(4, 5, 6), new byte[10]);
        rig.writeAndForce();
        segment()[(int) first.location().offset() + 90_000] ^= 1;
        Seen seen = Seen.of(rig.pool);
        assertEquals(List.of(first.location()), seen.damaged);
        assertEquals(List.of(second.location()), seen.found);
        assertEquals(List.of(new Range(SegmentScan.BEGIN, second.location().offset())), seen.skipped);
    }

    @Test
    void aScanGoesOnWhereItEnded() {
        List<Written> cells = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            cells.add(rig.random(random, 2000));
        }
        rig.writer.seal();
        List<CellLocation> found = new ArrayList<>();
        long at = SegmentScan.BEGIN;
        long end = new SegmentFile(rig.pool, 1, CellBody.UNPACKER)
                .summary()
                .orElseThrow()
                .offset();
        int runs = 0;
        while (at < end) {
            int[] left = {7};
            at = SegmentScan.run(new SegmentFile(rig.pool, 1, CellBody.UNPACKER), at, cell -> {
                found.add(cell.location());
                return --left[0] > 0;
            });
            runs++;
        }
        assertEquals(end, at);
        assertEquals(8, runs);
        assertEquals(locations(cells), found);
        assertEquals(end, SegmentScan.run(new SegmentFile(rig.pool, 1, CellBody.UNPACKER), at, new Seen()));
    }

    /** GC moves what it finds as it is stored, without squeezing it again. */
    @Test
    void foundCellsAreAddedToAnotherSegment() {
        List<Written> cells = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            cells.add(rig.random(random, i == 7 ? 200_000 : 2000));
        }
        rig.writer.seal();
        List<Written> moved = new ArrayList<>();
        SegmentScan.run(new SegmentFile(rig.pool, 1, CellBody.UNPACKER), SegmentScan.BEGIN, cell -> {
            CellBody body = cell.toBody();
            assertEquals(cell.header().storedLength(), body.storedLength());
            return moved.add(
                    rig.add(cell.header().label(), body, cells.get(moved.size()).bytes()));
        });
        rig.writer.seal();
        SegmentRig.assertReadable(rig.pool, moved);
        byte[] before = disk.names().get(Segment.fileName(1)).bytes();
        byte[] after = disk.names().get(Segment.fileName(2)).bytes();
        assertEquals(before.length, after.length);
        int at = (int) cells.get(3).location().offset() + CellHeader.FIXED_BYTES;
        assertArrayEquals(Arrays.copyOfRange(before, at, at + 4), Arrays.copyOfRange(after, at, at + 4));
    }

    /** Headers for their places, one in each other, each claiming the rest: no byte is looked at more than a few times. */
    @Test
    void hostileBytesCostNoMoreThanOthers() {
        ByteWriter out = new ByteWriter(1 << 20);
        CellBody body = CellBody.plain(new byte[400_000], 0, 400_000);
        Segment segment = new Segment(1, SegmentRig.OWNER);
        CellHeader header = body.header(label(1, 0, 1));
        rig.random(random, 0);
        rig.writeAndForce();
        out.bytes(segment());
        while (out.length() < 600_000) {
            header.encode(body.chunkSums(), segment, out.length(), out);
            out.gap(-out.length() & 7);
        }
        CountingPool counting = new CountingPool(SegmentRig.poolOf(out.toBytes()));
        Seen seen = Seen.of(counting);
        assertTrue(counting.bytesRead <= out.length() + 1024);
        assertEquals(1, seen.damaged.size(), "what it claims is passed over once");
    }
}
