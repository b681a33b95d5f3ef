package io.pfs.server.column;

import static io.pfs.server.column.SegmentRig.bytes;
import static io.pfs.server.column.SegmentRig.label;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.cell.Segment;
import io.pfs.cell.SegmentFile;
import io.pfs.cell.SegmentSummary;
import io.pfs.disk.nio.NioDisk;
import io.pfs.server.column.SegmentRig.Written;
import io.pfs.testing.FaultDisk;
import io.pfs.testing.FaultDisk.Call;
import io.pfs.testing.MemoryDisk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SegmentWriterTest {
    private static final int SEGMENT_BYTES = 1 << 20;

    private final MemoryDisk disk = new MemoryDisk();
    private final SegmentRig rig = new SegmentRig(disk, SEGMENT_BYTES);
    private final Random random = new Random(1);

    @TempDir
    Path temp;

    private static void assertRefused(ErrorCode code, Runnable action) {
        assertEquals(code, assertThrows(PfsException.class, action::run).code());
    }

    @Test
    void whatWasForcedIsDurable() {
        List<Written> cells = List.of(rig.random(random, 5000), rig.random(random, 5000), rig.random(random, 300_000));
        assertTrue(rig.writer.collectedBytes() > 0);
        rig.writeAndForce();
        assertEquals(0, rig.writer.collectedBytes());
        SegmentRig.assertReadable(rig.pool, cells);
        byte[] forced = disk.durableNames().get(Segment.fileName(1)).forced();
        SegmentRig.assertReadable(SegmentRig.poolOf(forced), cells);
    }

    @Test
    void aSmallCellIsFramedByAtMostFiftySixBytes() {
        Written first = rig.plain(label(1, 0, 1), new byte[12]);
        Written second = rig.plain(label(2, 0, 1), new byte[13]);
        assertEquals(SegmentScan.BEGIN, first.location().offset());
        assertEquals(64, second.location().offset() - first.location().offset());
    }

    /** The loop goes on while a worker writes: what it adds then is not written with it. */
    @Test
    void cellsAreCollectedWhileOthersAreWritten() {
        List<Written> cells = new ArrayList<>();
        cells.add(rig.random(random, 200_000));
        rig.writer.handOver();
        cells.add(rig.random(random, 200_000));
        rig.writer.write();
        cells.add(rig.random(random, 200_000));
        rig.writer.force();
        rig.writeAndForce();
        SegmentRig.assertReadable(rig.pool, cells);
    }

    @Test
    void aBatchThatWasNotWrittenIsNotReplaced() {
        rig.random(random, 100);
        rig.writer.handOver();
        rig.random(random, 100);
        assertRefused(ErrorCode.INVARIANT_BROKEN, rig.writer::handOver);
    }

    @Test
    void aFullSegmentIsSealedAndTheNextBegun() {
        List<Written> cells = new ArrayList<>();
        while (cells.isEmpty() || cells.get(cells.size() - 1).location().segment() < 4) {
            cells.add(rig.random(random, 150_000));
        }
        rig.writeAndForce();
        rig.writer.seal();
        assertEquals(List.of(1L, 2L, 3L, 4L), Segment.ids(rig.pool));
        SegmentRig.assertReadable(rig.pool, cells);
        for (long id = 1; id <= 4; id++) {
            long segment = id;
            List<Written> own = cells.stream()
                    .filter(c -> c.location().segment() == segment)
                    .toList();
            SegmentSummary summary =
                    new SegmentFile(rig.pool, id, CellBody.UNPACKER).summary().orElseThrow();
            assertEquals(own.size(), summary.records());
            assertTrue(id == 4 || summary.offset() >= SEGMENT_BYTES, "segments are filled");
            assertTrue(summary.offset() < SEGMENT_BYTES + 160_000, "and not by more than a cell");
            SegmentRig.assertSame(own, SegmentRig.scan(rig.pool, id), "segment " + id);
        }
    }

    @Test
    void sealedSegmentsAreDurableWithoutAnotherForce() {
        Written cell = rig.random(random, 1000);
        rig.writer.seal();
        SegmentRig.assertReadable(
                SegmentRig.poolOf(disk.durableNames().get(Segment.fileName(1)).forced()), List.of(cell));
        assertEquals(2, rig.random(random, 10).location().segment());
    }

    @Test
    void nothingIsWrittenForNothing() {
        rig.writeAndForce();
        rig.writer.seal();
        rig.writer.close();
        assertEquals(OptionalLong.empty(), rig.writer.abandon());
        assertTrue(disk.names().isEmpty());
    }

    /** The disk refuses to be touched again where a force failed; what was forced before stays. */
    @Test
    void afterAFailureTheSegmentIsLeftForGood() {
        for (Call call : new Call[] {Call.WRITE, Call.FORCE, Call.FORCE_FOLDER}) {
            for (int n = 0; n < (call == Call.FORCE_FOLDER ? 1 : 3); n++) {
                MemoryDisk below = new MemoryDisk();
                SegmentRig faulty = new SegmentRig(
                        new FaultDisk(below, FaultDisk.failing(call, n, 1, ErrorCode.FORCE_FAILED)), SEGMENT_BYTES);
                List<Written> forced = new ArrayList<>();
                int failures = failures(faulty, forced);
                assertEquals(1, failures, call + " " + n);
                SegmentRig.assertReadable(faulty.pool, forced);
                assertEquals(
                        2, forced.get(forced.size() - 1).location().segment(), "later cells are in another segment");
            }
        }
    }

    private int failures(SegmentRig faulty, List<Written> forced) {
        int failures = 0;
        for (int round = 0; round < 6; round++) {
            Written cell = faulty.random(random, 100);
            try {
                faulty.writeAndForce();
                forced.add(cell);
            } catch (PfsException e) {
                failures++;
                assertRefused(ErrorCode.INVARIANT_BROKEN, faulty.writer::write);
                assertRefused(ErrorCode.INVARIANT_BROKEN, faulty.writer::force);
                faulty.random(random, 100);
                assertEquals(OptionalLong.of(1), faulty.writer.abandon());
            }
        }
        return failures;
    }

    @Test
    void withoutAFileThereIsNoneToLeave() {
        SegmentRig faulty =
                new SegmentRig(new FaultDisk(disk, FaultDisk.failing(Call.CREATE, 0, 1, ErrorCode.NO_SPACE)), 1 << 20);
        faulty.random(random, 100);
        faulty.writer.handOver();
        assertRefused(ErrorCode.NO_SPACE, faulty.writer::write);
        assertEquals(OptionalLong.empty(), faulty.writer.abandon());
        Written cell = faulty.random(random, 100);
        faulty.writeAndForce();
        assertEquals(2, cell.location().segment());
        SegmentRig.assertReadable(faulty.pool, List.of(cell));
    }

    @Test
    void aBodyIsSqueezedOnlyIfThatSavesAnEighth() {
        byte[] dull = bytes(random, 4096, true);
        byte[] noise = bytes(random, 4096, false);
        assertTrue(CellBody.squeezed(dull, 0, dull.length).storedLength() <= dull.length - dull.length / 8);
        assertEquals(noise.length, CellBody.squeezed(noise, 0, noise.length).storedLength());
        byte[] mixed = noise.clone();
        for (int zeros = 0; zeros < mixed.length; zeros += 16) {
            mixed[zeros] = 0;
            CellBody body = CellBody.squeezed(mixed, 0, mixed.length);
            int stored = body.storedLength();
            assertTrue(stored == mixed.length || stored <= mixed.length - mixed.length / 8, "stored as " + stored);
        }
    }

    @Test
    void aCellHasItsLimit() {
        byte[] bytes = new byte[Limits.CELL_BYTES_MAX + 1];
        assertRefused(ErrorCode.TOO_LARGE, () -> CellBody.plain(bytes, 0, bytes.length));
        assertRefused(ErrorCode.TOO_LARGE, () -> CellBody.squeezed(bytes, 0, bytes.length));
        assertRefused(ErrorCode.INVARIANT_BROKEN, () -> CellBody.plain(bytes, 1, bytes.length));
        Written largest = rig.add(
                label(1, 0, 1), CellBody.plain(bytes, 0, Limits.CELL_BYTES_MAX), new byte[Limits.CELL_BYTES_MAX]);
        Written squeezed = rig.add(
                label(1, 0, 2), CellBody.squeezed(bytes, 1, Limits.CELL_BYTES_MAX), new byte[Limits.CELL_BYTES_MAX]);
        rig.writeAndForce();
        SegmentRig.assertReadable(rig.pool, List.of(largest, squeezed));
        assertTrue(squeezed.location().segment() == 2, "a segment takes one cell that is larger than itself");
    }

    @Test
    void onARealDisk() {
        try (NioDisk real = NioDisk.open(temp)) {
            SegmentRig onNio = new SegmentRig(real, SEGMENT_BYTES);
            List<Written> cells = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                cells.add(onNio.random(random, i % 5 == 0 ? 400_000 : 3000));
                if (i % 7 == 0) {
                    onNio.writeAndForce();
                }
            }
            onNio.writer.seal();
            SegmentRig.assertReadable(onNio.pool, cells);
            List<Written> found = new ArrayList<>();
            Segment.ids(onNio.pool).forEach(id -> found.addAll(SegmentRig.scan(onNio.pool, id)));
            SegmentRig.assertSame(cells, found, "all segments");
        }
    }

    @Test
    void namesOfSegments() {
        assertEquals("column-00000000002a", Segment.fileName(42));
        assertRefused(ErrorCode.OUT_OF_RANGE, () -> new Segment(0, 1));
        disk.create("column-00000000002b").close();
        disk.create("column-ffffffffffff").close();
        assertEquals(List.of(43L, (1L << 48) - 1), Segment.ids(rig.pool));
        disk.create("column-2b").close();
        assertRefused(ErrorCode.NOT_OURS, () -> Segment.ids(rig.pool));
        assertFalse(disk.names().isEmpty());
    }
}
