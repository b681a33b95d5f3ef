package io.pfs.server.column;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.cell.CellHeader;
import io.pfs.cell.Segment;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import java.util.Arrays;
import org.junit.jupiter.api.Assertions;

/** Whatever the fields of a header, under a good checksum: refused as damaged, or a header that has just these fields. */
final class CellHeaderFuzzTest {
    private static final Segment SEGMENT = new Segment(1, 2);
    private static final long OFFSET = 64;
    /** Enough for the checksums of any length that three bytes can say. */
    private static final int HEADER_BYTES = CellHeader.length((1 << 24) - 1);

    @FuzzTest
    void decode(byte[] bytes) {
        byte[] header = signed(bytes);
        CellHeader read;
        try {
            read = CellHeader.decode(new ByteReader("fuzz", OFFSET, header, 0, header.length), SEGMENT);
        } catch (PfsException e) {
            Assertions.assertEquals(ErrorCode.CORRUPT, e.code(), e::toString);
            return;
        }
        Assertions.assertTrue(CellHeader.standsAt(header, 0, header.length, SEGMENT, OFFSET));
        Assertions.assertTrue(read.plainLength() <= Limits.CELL_BYTES_MAX && read.storedLength() <= read.plainLength());
        ByteWriter again = new ByteWriter(100);
        CellBody body = CellBody.stored(read, new byte[read.storedLength()], 0);
        read.encode(body.chunkSums(), SEGMENT, OFFSET, again);
        Assertions.assertArrayEquals(fields(header), fields(again.toBytes()));
    }

    private static byte[] fields(byte[] header) {
        return Arrays.copyOfRange(header, 8, CellHeader.FIXED_BYTES);
    }

    /** The bytes with a magic before them and the checksum that a writer of this segment would give them. */
    private static byte[] signed(byte[] bytes) {
        ByteWriter out = new ByteWriter(CellHeader.BYTES_MAX);
        CellBody empty = CellBody.plain(new byte[0], 0, 0);
        empty.header(SegmentRig.label(1, 1, 1)).encode(empty.chunkSums(), SEGMENT, OFFSET, out);
        byte[] header = Arrays.copyOf(out.toBytes(), HEADER_BYTES + bytes.length);
        System.arraycopy(bytes, 0, header, 8, bytes.length);
        CellHeader.sign(header, 0, SEGMENT, OFFSET);
        return header;
    }
}
