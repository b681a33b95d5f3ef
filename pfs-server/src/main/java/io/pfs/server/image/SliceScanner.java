package io.pfs.server.image;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import java.util.Optional;

/**
 * Finds every whole record in a stretch of a metadata file, whatever lies between them: garbage, zeros, torn or
 * overwritten records, copies of records. Needs nothing but the bytes, and a time that grows with their number alone:
 * a checksum over a payload is only computed where header and trailer agree, and then what lies between them is done
 * with.
 */
public final class SliceScanner {
    /** Hears, in the order of the scan, what is there. */
    public interface Visitor {
        /** A whole record; false ends the scan. */
        boolean found(SliceRecord record);

        /** A record with a whole header and trailer, but damage between them. It counts as skipped, too. */
        default void damaged(SliceRecord record) {
            // who wants to know overrides this
        }

        /** Nothing whole stands here. Neighbouring stretches are reported as one. */
        default void skipped(long from, long to) {
            // who wants to know overrides this
        }
    }

    private final String file;
    private final long fileId;
    private final ScanWindow window;
    private final long from;
    private final long to;
    private final byte[] header = new byte[SliceRecord.HEADER_BYTES];
    private final byte[] trailer = new byte[SliceRecord.TRAILER_BYTES];

    /**
     * Scans {@code [from, to)} of the metadata file with this id.
     *
     * @param file what messages call it
     */
    public SliceScanner(String file, long fileId, ScanSource source, long from, long to) {
        this.file = file;
        this.fileId = fileId;
        this.window = new ScanWindow(source, from, to);
        this.from = from;
        this.to = to;
    }

    /** From the first record to the last. */
    public void forwards(Visitor visitor) {
        long skippedFrom = from;
        long at = align(from + SliceRecord.ALIGNMENT - 1);
        while (window.contains(at, SliceRecord.HEADER_BYTES)) {
            int index = window.reach(at, SliceRecord.HEADER_BYTES);
            if (!SliceRecord.hasHeader(window.bytes(), index)) {
                at += SliceRecord.ALIGNMENT;
                continue;
            }
            Optional<SliceRecord> framed = framedAt(at);
            if (framed.isEmpty()) {
                at += SliceRecord.ALIGNMENT;
                continue;
            }
            SliceRecord record = framed.get();
            long end = at + record.length();
            if (record.hasWholePayload(window.bytes(), window.reach(at, record.length()))) {
                reportSkipped(visitor, skippedFrom, at);
                skippedFrom = end;
                if (!visitor.found(record)) {
                    return;
                }
            } else {
                visitor.damaged(record);
            }
            at = end;
        }
        reportSkipped(visitor, skippedFrom, to);
    }

    /** From the last record to the first. */
    public void backwards(Visitor visitor) {
        long skippedTo = to;
        long end = align(to);
        while (window.contains(end - SliceRecord.TRAILER_BYTES, SliceRecord.TRAILER_BYTES)) {
            int index = window.reachBackwards(end - SliceRecord.TRAILER_BYTES, SliceRecord.TRAILER_BYTES);
            int length = SliceRecord.lengthInTrailer(window.bytes(), index);
            Optional<SliceRecord> framed = length == 0 ? Optional.empty() : framedAt(end - length);
            if (framed.isEmpty() || framed.get().length() != length) {
                end -= SliceRecord.ALIGNMENT;
                continue;
            }
            SliceRecord record = framed.get();
            if (record.hasWholePayload(window.bytes(), window.reachBackwards(end - length, length))) {
                reportSkipped(visitor, end, skippedTo);
                skippedTo = end - length;
                if (!visitor.found(record)) {
                    return;
                }
            } else {
                visitor.damaged(record);
            }
            end -= length;
        }
        reportSkipped(visitor, from, skippedTo);
    }

    /** The record whose header stands here, if it was written for this place and its trailer stands where it should. */
    private Optional<SliceRecord> framedAt(long offset) {
        if (!window.contains(offset, SliceRecord.HEADER_BYTES)) {
            return Optional.empty();
        }
        window.peek(offset, header, header.length);
        if (!SliceRecord.hasHeader(header, 0) || !SliceRecord.isFor(header, fileId, offset)) {
            return Optional.empty();
        }
        SliceRecord record;
        try {
            record = SliceRecord.decode(new ByteReader(file, offset, header, 0, header.length), fileId);
        } catch (PfsException e) {
            // A record of another version is there, so nobody may believe that it is not.
            if (e.code() != ErrorCode.CORRUPT) {
                throw e;
            }
            return Optional.empty();
        }
        if (!window.contains(offset, record.length())) {
            return Optional.empty();
        }
        window.peek(offset + record.length() - trailer.length, trailer, trailer.length);
        return record.isClosedBy(trailer, 0, header, 0) ? Optional.of(record) : Optional.empty();
    }

    private static long align(long offset) {
        return offset / SliceRecord.ALIGNMENT * SliceRecord.ALIGNMENT;
    }

    private static void reportSkipped(Visitor visitor, long from, long to) {
        if (from < to) {
            visitor.skipped(from, to);
        }
    }
}
