package io.pfs.server.column;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.ColumnId;
import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.TableId;
import io.pfs.cell.CellKey;
import io.pfs.cell.CellLabel;
import io.pfs.cell.CellReader;
import io.pfs.cell.Segment;
import io.pfs.cell.SegmentFile;
import io.pfs.disk.Disk;
import io.pfs.env.Clock;
import io.pfs.pool.Pool;
import io.pfs.pool.local.LocalPool;
import io.pfs.row.CellLocation;
import io.pfs.testing.MemoryDisk;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A writer of segments on some disk, which remembers what it was given. */
final class SegmentRig {
    static final long OWNER = 0x1122_3344_5566_7788L;

    private static final Clock CLOCK = new Clock() {
        @Override
        public long monotonicNs() {
            return 0;
        }

        @Override
        public long wallMillis() {
            return 1_700_000_000_000L;
        }
    };

    /** A cell, and where the writer said it would be. */
    record Written(CellLabel label, byte[] bytes, CellLocation location) {
        CellKey key() {
            return label.key();
        }
    }

    final Pool pool;
    final SegmentWriter writer;
    private long lastId;

    SegmentRig(Disk disk, int segmentBytes) {
        this.pool = new LocalPool(disk);
        Limits d = Limits.DEFAULT;
        Limits limits = new Limits(
                d.sliceRowsMax(),
                d.tinyRowsMax(),
                d.journalFileBytes(),
                d.journalBatchBytesMax(),
                d.metadataFileBytes(),
                d.repliesPerSliceMax(),
                segmentBytes,
                d.cellEmbedBytesMax());
        this.writer = new SegmentWriter(pool, CLOCK, OWNER, limits, () -> ++lastId);
    }

    static CellLabel label(long fileId, int column, long version) {
        return new CellLabel(
                new TableId(0x0102), 0x0a0b_0c0dL, new CellKey(new FileId(fileId), new ColumnId(column)), version);
    }

    Written add(CellLabel label, CellBody body, byte[] bytes) {
        return new Written(label, bytes, writer.add(label, body));
    }

    Written plain(CellLabel label, byte[] bytes) {
        return add(label, CellBody.plain(bytes, 0, bytes.length), bytes);
    }

    Written squeezed(CellLabel label, byte[] bytes) {
        return add(label, CellBody.squeezed(bytes, 0, bytes.length), bytes);
    }

    /** A cell of bytes that LZ4 likes or not, squeezed or not. */
    Written random(Random random, int bytesMax) {
        CellLabel label = label(random.nextInt(1000), random.nextInt(50), 1 + random.nextInt(1 << 30));
        byte[] bytes = bytes(random, random.nextInt(bytesMax + 1), random.nextBoolean());
        return random.nextBoolean() ? plain(label, bytes) : squeezed(label, bytes);
    }

    static byte[] bytes(Random random, int length, boolean isDull) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        for (int i = 0; isDull && i < length; i++) {
            bytes[i] = (byte) (bytes[i] & 1);
        }
        return bytes;
    }

    void writeAndForce() {
        writer.handOver();
        writer.write();
        writer.force();
    }

    /** A segment of a few small cells of every kind, sealed or not, as the bytes of its file. */
    static byte[] small(List<Written> written, boolean isSealed) {
        MemoryDisk disk = new MemoryDisk();
        SegmentRig rig = new SegmentRig(disk, 1 << 20);
        Random random = new Random(7);
        written.add(rig.plain(label(1, 0, 1), bytes(random, 100, false)));
        written.add(rig.squeezed(label(2, 1, 2), bytes(random, 200, true)));
        written.add(rig.plain(label(3, 0, 3), new byte[0]));
        written.add(rig.plain(label(4, 7, 4), bytes(random, 33, false)));
        rig.writeAndForce();
        if (isSealed) {
            rig.writer.seal();
        }
        return disk.names().get(Segment.fileName(1)).forced().clone();
    }

    /** A pool with this file as segment 1. */
    static Pool poolOf(byte[] segment) {
        return new LocalPool(MemoryDisk.of(java.util.Map.of(Segment.fileName(1), segment)));
    }

    static byte[] array(ByteBuffer bytes) {
        byte[] array = new byte[bytes.remaining()];
        bytes.get(array);
        return array;
    }

    static byte[] read(Pool pool, Written cell) {
        try (SegmentFile file = new SegmentFile(pool, cell.location().segment(), CellBody.UNPACKER)) {
            return array(CellReader.read(file, cell.location(), cell.key()));
        }
    }

    static void assertReadable(Pool pool, List<Written> cells) {
        cells.forEach(cell -> assertArrayEquals(cell.bytes(), read(pool, cell), () -> "cell at " + cell.location()));
    }

    /** What a scan of a whole segment finds. */
    static List<Written> scan(Pool pool, long id) {
        List<Written> found = new ArrayList<>();
        try (SegmentFile file = new SegmentFile(pool, id, CellBody.UNPACKER)) {
            SegmentScan.run(
                    file,
                    SegmentScan.BEGIN,
                    cell -> found.add(new Written(cell.header().label(), array(cell.plain()), cell.location())));
        }
        return found;
    }

    static void assertSame(List<Written> expected, List<Written> found, String what) {
        assertEquals(
                expected.stream().map(Written::location).toList(),
                found.stream().map(Written::location).toList(),
                what);
        for (int i = 0; i < expected.size(); i++) {
            assertEquals(expected.get(i).label(), found.get(i).label(), what);
            assertArrayEquals(expected.get(i).bytes(), found.get(i).bytes(), what);
        }
    }
}
