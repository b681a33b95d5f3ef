package io.pfs.server.column;

import io.pfs.PfsException;
import io.pfs.cell.CellHeader;
import io.pfs.cell.Segment;
import io.pfs.cell.SegmentFile;
import io.pfs.cell.SegmentSummary;
import io.pfs.format.FileHeader;
import io.pfs.row.CellLocation;
import java.util.Optional;

/**
 * Walks the whole records of a segment in the order of the file, with large reads, whatever lies between them: damage,
 * a torn tail, copies of records. It takes a time that grows with the number of bytes alone: the bytes of a cell are
 * only looked at behind a whole header, and then they are done with. Blocks.
 */
public final class SegmentScan {
    /** Hears, in the order of the file, what is there. */
    public interface Visitor {
        /** A whole record; false ends the scan behind it. */
        boolean found(FoundCell cell);

        /** A record with a whole header and damage in its bytes: this cell is lost. It counts as skipped, too. */
        default void damaged(CellHeader header, CellLocation location) {
            // who wants to know overrides this
        }

        /** Nothing whole stands here. Neighbouring stretches are reported as one. */
        default void skipped(long from, long to) {
            // who wants to know overrides this
        }
    }

    /** Where the first record of a segment stands. */
    public static final long BEGIN = FileHeader.BYTES;

    private final SegmentFile file;
    private final Segment segment;
    private final Visitor visitor;
    private final long end;
    private final SegmentWindow window;
    private long skippedFrom;

    private SegmentScan(SegmentFile file, long from, Visitor visitor) {
        this.file = file;
        this.segment = file.segment();
        this.visitor = visitor;
        this.end = file.summary().map(SegmentSummary::offset).orElseGet(file::size);
        this.window = new SegmentWindow(file, from, end);
        this.skippedFrom = from;
    }

    /**
     * Walks from an offset on, {@link #BEGIN} or what a scan before returned. Returns where the next scan has to go on, or
     * where the records end.
     */
    public static long run(SegmentFile file, long from, Visitor visitor) {
        return new SegmentScan(file, from, visitor).run(from);
    }

    private long run(long from) {
        long at = align(from);
        while (window.holds(at, CellHeader.FIXED_BYTES)) {
            int index = window.reach(at, CellHeader.FIXED_BYTES);
            boolean isCandidate = CellHeader.hasMagic(window.bytes(), index);
            Optional<CellHeader> header = isCandidate ? framedAt(at) : Optional.empty();
            if (header.isEmpty()) {
                at += CellHeader.ALIGNMENT;
                continue;
            }
            long next = Math.min(at + header.get().recordBytes(), end);
            if (!visit(at, header.get())) {
                return next;
            }
            at = next;
        }
        reportSkipped(end);
        return Math.max(from, end);
    }

    /** The header that stands here, if it is whole and for this place, and the file has room for its cell. */
    private Optional<CellHeader> framedAt(long at) {
        int longest = (int) Math.min(CellHeader.BYTES_MAX, end - at);
        int index = window.reach(at, longest);
        if (!CellHeader.standsAt(window.bytes(), index, index + longest, segment, at)) {
            return Optional.empty();
        }
        return decoded(at, index).filter(header -> window.holds(at, header.unpaddedBytes()));
    }

    /** A header with a right checksum that no writer of ours makes is no header. */
    private Optional<CellHeader> decoded(long at, int index) {
        try {
            return Optional.of(CellHeader.decodeSummed(file.name(), at, window.bytes(), index));
        } catch (PfsException e) {
            return Optional.empty();
        }
    }

    private boolean visit(long at, CellHeader header) {
        int index = window.reach(at, header.unpaddedBytes());
        CellLocation location = new CellLocation(segment.id(), at, header.plainLength());
        if (!isWhole(header, index)) {
            visitor.damaged(header, location);
            return true;
        }
        reportSkipped(at);
        skippedFrom = Math.min(at + header.recordBytes(), end);
        return visitor.found(new FoundCell(file.name(), header, location, window.bytes(), index + header.length()));
    }

    private boolean isWhole(CellHeader header, int index) {
        int chunks = CellHeader.chunks(header.storedLength());
        int at = index + header.length();
        for (int chunk = 0; chunk < chunks; chunk++) {
            if (!header.isWhole(chunk, window.bytes(), index, window.bytes(), at)) {
                return false;
            }
            at += header.chunkBytes(chunk);
        }
        return true;
    }

    private void reportSkipped(long to) {
        if (skippedFrom < to) {
            visitor.skipped(skippedFrom, to);
        }
    }

    private static long align(long offset) {
        return (offset + CellHeader.ALIGNMENT - 1) / CellHeader.ALIGNMENT * CellHeader.ALIGNMENT;
    }
}
