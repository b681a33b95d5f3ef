package io.pfs.server.object;

import io.pfs.ColumnId;
import io.pfs.TableId;
import io.pfs.cell.ObjectFile;
import io.pfs.cell.ObjectLabel;
import io.pfs.cell.ObjectReader;
import io.pfs.cell.Segment;
import io.pfs.cell.SegmentFile;
import io.pfs.pool.AppendFile;
import io.pfs.pool.Pool;
import io.pfs.pool.local.LocalPool;
import io.pfs.row.CellLocation;
import io.pfs.testing.MemoryDisk;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;

/** Writes one object to memory, and reads it back. */
final class ObjectRig {
    static final long ID = 9;
    static final Segment OBJECT = new Segment(ID, 0x1122_3344_5566_7788L);
    static final ObjectLabel LABEL =
            new ObjectLabel(new TableId(0x0102), 0x0a0b_0c0dL, new ColumnId(7), 0x7172_7374_7576_7778L);

    private ObjectRig() {}

    static ObjectWriter writer(Pool pool) {
        return new ObjectWriter(pool, OBJECT, LABEL, 1_700_000_000_000L);
    }

    static byte[] random(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    /** The file of an object that came in these pieces. */
    static byte[] file(byte[]... pieces) {
        MemoryDisk disk = new MemoryDisk();
        ObjectWriter writer = writer(new LocalPool(disk));
        for (byte[] piece : pieces) {
            writer.write(List.of(piece));
        }
        writer.seal();
        return disk.names().get(ObjectFile.name(ID)).forced();
    }

    static Pool poolOf(byte[] file) {
        Pool pool = new LocalPool(new MemoryDisk());
        try (AppendFile out = pool.create(ObjectFile.name(ID))) {
            out.append(ByteBuffer.wrap(file));
        }
        return pool;
    }

    static byte[] read(byte[] file, long bytes, long from, int length) {
        try (SegmentFile open = ObjectFile.open(poolOf(file), ID)) {
            return ObjectReader.readPart(open, CellLocation.ofObject(ID, bytes), from, length);
        }
    }
}
