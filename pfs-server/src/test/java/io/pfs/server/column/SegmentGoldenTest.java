package io.pfs.server.column;

import static io.pfs.server.column.SegmentRig.label;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.cell.CellHeader;
import io.pfs.cell.Segment;
import io.pfs.cell.SegmentFile;
import io.pfs.cell.SegmentSummary;
import io.pfs.testing.Golden;
import io.pfs.testing.MemoryDisk;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SegmentGoldenTest {
    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** A plain cell, a squeezed one, one without bytes. */
    private static byte[] segment(List<SegmentRig.Written> written) {
        MemoryDisk disk = new MemoryDisk();
        SegmentRig rig = new SegmentRig(disk, 1 << 20);
        written.add(rig.plain(label(0x1718, 0, 5), text("a cell")));
        written.add(rig.squeezed(label(0x1719, 0x010203, 0x0102_0304_0506L), text("abcd".repeat(32))));
        written.add(rig.plain(label(0x171a, 1, 1), new byte[0]));
        rig.writer.seal();
        return disk.names().get(Segment.fileName(1)).forced();
    }

    @Test
    void segment() {
        Golden.check(SegmentGoldenTest.class, "segment-v1", segment(new ArrayList<>()));
    }

    /** A cell of more than one chunk, as far as its own bytes. */
    @Test
    void headerOfABigCell() {
        MemoryDisk disk = new MemoryDisk();
        SegmentRig rig = new SegmentRig(disk, 1 << 20);
        rig.plain(label(3, 4, 5), new byte[CellHeader.CHUNK_BYTES + 1]);
        rig.writer.seal();
        byte[] bytes = disk.names().get(Segment.fileName(1)).forced();
        byte[] header = Arrays.copyOfRange(bytes, (int) SegmentScan.BEGIN, (int) SegmentScan.BEGIN + 56);
        Golden.check(SegmentGoldenTest.class, "big-cell-header-v1", header);
    }

    /** What was written once is read for ever. */
    @Test
    void goldenBytesAreRead() {
        List<SegmentRig.Written> written = new ArrayList<>();
        segment(written);
        byte[] golden = Golden.bytes(SegmentGoldenTest.class, "segment-v1");
        SegmentRig.assertReadable(SegmentRig.poolOf(golden), written);
        SegmentRig.assertSame(written, SegmentRig.scan(SegmentRig.poolOf(golden), 1), "golden segment");
        SegmentSummary summary = new SegmentFile(SegmentRig.poolOf(golden), 1, CellBody.UNPACKER)
                .summary()
                .orElseThrow();
        assertEquals(new Segment(1, SegmentRig.OWNER), summary.segment());
        assertEquals(3, summary.records());
        assertEquals(64 + 72 + 48, summary.recordBytes());
    }

    @Test
    void textOfACell() {
        List<SegmentRig.Written> written = new ArrayList<>();
        byte[] bytes = segment(written);
        int at = (int) written.get(0).location().offset() + 52;
        assertArrayEquals(text("a cell"), Arrays.copyOfRange(bytes, at, at + 6), "52 bytes behind the begin");
    }
}
