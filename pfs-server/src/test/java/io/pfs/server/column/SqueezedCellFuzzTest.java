package io.pfs.server.column;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.cell.CellCodec;
import io.pfs.cell.CellHeader;
import io.pfs.testing.MemoryDisk;
import org.junit.jupiter.api.Assertions;

/** Whatever the LZ4 block under good checksums: refused as damaged, or as many bytes as the cell has. */
final class SqueezedCellFuzzTest {
    @FuzzTest
    void read(byte[] bytes) {
        if (bytes.length < 4) {
            return;
        }
        int plain = bytes.length + 1 + ((bytes[0] & 0xff) << (bytes[1] & 7));
        CellHeader header = new CellHeader(
                SegmentRig.label(1, 2, 3), Math.min(plain, Limits.CELL_BYTES_MAX), bytes.length - 2, CellCodec.LZ4);
        SegmentRig rig = new SegmentRig(new MemoryDisk(), 1 << 20);
        SegmentRig.Written cell = rig.add(header.label(), CellBody.stored(header, bytes, 2), bytes);
        rig.writeAndForce();
        try {
            Assertions.assertEquals(header.plainLength(), SegmentRig.read(rig.pool, cell).length);
        } catch (PfsException e) {
            Assertions.assertEquals(ErrorCode.CORRUPT, e.code(), e::toString);
        }
    }
}
