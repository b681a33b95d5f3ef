package io.pfs.cell;

import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.format.Checksum;
import io.pfs.format.FileFooter;
import io.pfs.format.FileHeader;
import io.pfs.format.FileKind;
import io.pfs.pool.ReadFile;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * What stands behind the last record of a sealed segment: what its garbage is measured against. Layout: see the package.
 *
 * @param records in the segment
 * @param offset where the records end, and the summary stands
 */
public record SegmentSummary(Segment segment, long records, long offset) {
    static final int BYTES = 24;
    /** With the footer behind it. */
    public static final int TAIL_BYTES = BYTES + FileFooter.BYTES;

    private static final int MAGIC = 0xCF_53_46_50;
    private static final int SUMMED_FROM = 8;

    /** Bytes of all records, framing included. */
    public long recordBytes() {
        return offset - FileHeader.BYTES;
    }

    /** Writes summary and footer. */
    public void encode(ByteWriter out) {
        int start = out.length();
        out.u32(MAGIC).u32(0).u64(segment.owner()).u64(records);
        out.setU32(start + Integer.BYTES, sum(out.array(), start, segment, offset));
        new FileFooter(FileKind.COLUMN, segment.id(), offset + BYTES).encode(out);
    }

    private static int sum(byte[] bytes, int at, Segment segment, long offset) {
        return Checksum.of(bytes, at + SUMMED_FROM, BYTES - SUMMED_FROM) ^ segment.placeSum(offset);
    }

    /** That of a segment which was sealed and whose end is not damaged. */
    static Optional<SegmentSummary> read(ReadFile file, long id) {
        long offset = file.size() - TAIL_BYTES;
        byte[] tail = new byte[TAIL_BYTES];
        if (offset < FileHeader.BYTES
                || file.read(ByteBuffer.wrap(tail), offset) != TAIL_BYTES
                || !endsInFooter(tail, id, offset)) {
            return Optional.empty();
        }
        ByteReader in = new ByteReader(file.name(), offset, tail, 0, BYTES);
        int magic = in.u32("magic of a summary");
        int sum = in.u32("checksum of a summary");
        Segment segment = new Segment(id, in.u64("owner"));
        SegmentSummary summary = new SegmentSummary(segment, in.u64("records"), offset);
        boolean isWhole = magic == MAGIC && sum == sum(tail, 0, segment, offset);
        return isWhole ? Optional.of(summary) : Optional.empty();
    }

    private static boolean endsInFooter(byte[] tail, long id, long offset) {
        ByteWriter expected = new ByteWriter(FileFooter.BYTES);
        new FileFooter(FileKind.COLUMN, id, offset + BYTES).encode(expected);
        ByteBuffer found = ByteBuffer.wrap(tail, BYTES, FileFooter.BYTES);
        return found.equals(expected.toBuffer());
    }
}
