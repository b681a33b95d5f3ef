package io.pfs.server.column;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.cell.CellHeader;
import io.pfs.cell.CellReader;
import io.pfs.cell.Segment;
import io.pfs.cell.SegmentFile;
import io.pfs.row.CellLocation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assertions;

/** Whatever stands behind the header of a segment: a location leads to a refusal, and a scan comes to its end. */
final class CellReaderFuzzTest {
    private static final byte[] SEGMENT = SegmentRig.small(new ArrayList<>(), false);

    @FuzzTest
    void read(byte[] bytes) {
        int begin = (int) SegmentScan.BEGIN;
        byte[] segment = new byte[begin + bytes.length];
        System.arraycopy(SEGMENT, 0, segment, 0, begin);
        System.arraycopy(bytes, 0, segment, begin, bytes.length);
        sign(segment, begin);
        SegmentFile file = new SegmentFile(SegmentRig.poolOf(segment), 1, CellBody.UNPACKER);
        List<CellLocation> found = new ArrayList<>();
        long end = SegmentScan.run(file, begin, cell -> found.add(cell.location()));
        Assertions.assertTrue(end <= segment.length, "a scan ends with the file");
        CellLocation location = new CellLocation(1, begin, 100);
        try {
            CellReader.read(file, location, SegmentRig.label(1, 0, 1).key());
            Assertions.assertTrue(found.contains(location), "what is read is also found");
        } catch (PfsException e) {
            Assertions.assertEquals(ErrorCode.CORRUPT, e.code(), e::toString);
        }
    }

    /** Half of the inputs get as far as to what the first header speaks of. */
    private static void sign(byte[] segment, int begin) {
        boolean hasRoom = segment.length >= begin + CellHeader.length((1 << 24) - 1);
        if (hasRoom && segment[begin] % 2 == 0) {
            System.arraycopy(SEGMENT, begin, segment, begin, Integer.BYTES);
            CellHeader.sign(segment, begin, new Segment(1, SegmentRig.OWNER), begin);
        }
    }
}
