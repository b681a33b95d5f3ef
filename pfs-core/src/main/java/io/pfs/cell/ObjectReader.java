package io.pfs.cell;

import io.pfs.Check;
import io.pfs.Limits;
import io.pfs.format.ByteReader;
import io.pfs.format.Checksum;
import io.pfs.format.FileFooter;
import io.pfs.format.FileKind;
import io.pfs.format.Refusals;
import io.pfs.row.CellLocation;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/** Reads parts of an object, and never returns a byte that no checksum vouched for. Blocks. */
public final class ObjectReader {
    private static final int CHUNKS_OF_BUFFER = 4;

    private final SegmentFile file;
    private final CellLocation location;
    private final long bytes;

    private ObjectReader(SegmentFile file, CellLocation location) {
        this.file = file;
        this.location = location;
        this.bytes = location.size();
    }

    /**
     * The bytes of a cell from an offset on, as many as {@code length}, or as there are. No more is read than the chunks
     * with these bytes, by one read.
     */
    public static byte[] readPart(SegmentFile file, CellLocation location, long from, int length) {
        Check.that(location.isObject(), "only an object is read as one", location.segment());
        Check.inRange("offset in an object", from, 0, Long.MAX_VALUE);
        Check.inRange("bytes of a part", length, 0, Limits.CELL_BYTES_MAX);
        long start = Math.min(from, location.size());
        int count = (int) Math.min(length, location.size() - start);
        return new ObjectReader(file, location).part(start, count);
    }

    /** How many bytes the object in a file has, by its footer; refused if that is not whole. */
    public static long size(SegmentFile file) {
        long footerAt = file.size() - FileFooter.BYTES;
        if (footerAt < ObjectFile.BEGIN) {
            throw Refusals.corrupt(file.name(), file.size(), "footer of an object", "one", "the end of the file");
        }
        byte[] footer = new byte[FileFooter.BYTES];
        file.readFully(footer, 0, footer.length, footerAt, "footer of an object");
        ByteReader in = new ByteReader(file.name(), footerAt, footer, 0, footer.length);
        long id = FileFooter.decode(in, FileKind.OBJECT).fileId();
        in.inRange("object id in the footer", id, file.id(), file.id());
        return in.inRange("bytes of an object", ObjectFile.bytesOf(footerAt), 0, CellLocation.OFFSET_MAX);
    }

    /** For whom the object in a file was begun. */
    public static ObjectLabel label(SegmentFile file) {
        byte[] label = new byte[ObjectLabel.BYTES];
        file.readFully(label, 0, label.length, ObjectFile.LABEL_AT, "label of an object");
        return ObjectLabel.decode(
                new ByteReader(file.name(), ObjectFile.LABEL_AT, label, 0, label.length), file.segment());
    }

    private byte[] part(long start, int count) {
        if (count == 0) {
            return new byte[0];
        }
        long first = start / ObjectFile.CHUNK_BYTES;
        long last = (start + count - 1) / ObjectFile.CHUNK_BYTES;
        long offset = ObjectFile.chunkAt(first);
        byte[] chunks = new byte[(int) (ObjectFile.chunkAt(last) + recordBytes(last) - offset)];
        file.readFully(chunks, 0, chunks.length, offset, "bytes of an object");
        byte[] part = new byte[count];
        int at = 0;
        for (long chunk = first; chunk <= last; chunk++) {
            requireWhole(chunks, at, chunk);
            long chunkStart = chunk * ObjectFile.CHUNK_BYTES;
            int from = (int) Math.max(0, start - chunkStart);
            int to = (int) Math.min(chunkBytes(chunk), start + count - chunkStart);
            System.arraycopy(chunks, at + from, part, (int) (chunkStart + from - start), to - from);
            at += ObjectFile.CHUNK_RECORD_BYTES;
        }
        return part;
    }

    /**
     * Fills an array with bytes of the cell that must be there, by a buffer outside of the heap that is used again and again: each is copied once.
     */
    public static void readInto(SegmentFile file, CellLocation location, long from, byte[] target, int at, int length) {
        Check.that(location.isObject(), "only an object is read as one", location.segment());
        Check.inRange("offset in an object", from, 0, location.size());
        Check.inRange("bytes of a part", length, 0, Math.min(target.length - at, location.size() - from));
        ObjectReader reader = new ObjectReader(file, location);
        long end = from + length;
        long next = from;
        while (next < end) {
            next = reader.readSome(next, end, target, at + (int) (next - from));
        }
    }

    /** Reads what chunks a buffer has room for; returns where the rest begins. */
    private long readSome(long from, long end, byte[] target, int at) {
        long first = from / ObjectFile.CHUNK_BYTES;
        long last = Math.min((end - 1) / ObjectFile.CHUNK_BYTES, first + CHUNKS_OF_BUFFER - 1);
        long offset = ObjectFile.chunkAt(first);
        int recordBytes = (int) (ObjectFile.chunkAt(last) + recordBytes(last) - offset);
        ByteBuffer buffer = file.wideBuffer(CHUNKS_OF_BUFFER * ObjectFile.CHUNK_RECORD_BYTES)
                .limit(recordBytes);
        int count = file.read(buffer, offset);
        if (count != recordBytes) {
            throw Refusals.corrupt(
                    file.name(),
                    offset + count,
                    "bytes of an object",
                    recordBytes + " bytes from " + offset,
                    "the end of the file");
        }
        long done = from;
        int chunkAt = 0;
        int targetAt = at;
        for (long chunk = first; chunk <= last; chunk++) {
            buffer.limit(chunkAt + recordBytes(chunk)).position(chunkAt);
            requireWhole(buffer, chunk);
            int skipped = (int) (done - chunk * ObjectFile.CHUNK_BYTES);
            int some = (int) Math.min(chunkBytes(chunk) - skipped, end - done);
            buffer.get(chunkAt + skipped, target, targetAt, some);
            targetAt += some;
            done += some;
            chunkAt += ObjectFile.CHUNK_RECORD_BYTES;
        }
        return done;
    }

    /** The chunk that the buffer holds, and its checksum behind it. */
    private void requireWhole(ByteBuffer record, long chunk) {
        int begin = record.position();
        int end = begin + chunkBytes(chunk);
        int limit = record.limit();
        CRC32C crc = new CRC32C();
        crc.update(record.limit(end));
        record.limit(limit);
        int stored = isCut(chunk) ? 0 : record.order(ByteOrder.LITTLE_ENDIAN).getInt(end);
        requireSum(chunk, (int) crc.getValue(), stored);
    }

    private int chunkBytes(long chunk) {
        return (int) Math.min(ObjectFile.CHUNK_BYTES, bytes - chunk * ObjectFile.CHUNK_BYTES);
    }

    /** Whether the row vouches for the bytes of this chunk, since their checksum stands further on, or nowhere. */
    private boolean isCut(long chunk) {
        return chunkBytes(chunk) < ObjectFile.CHUNK_BYTES && location.lastSum().isPresent();
    }

    private int recordBytes(long chunk) {
        return chunkBytes(chunk) + (isCut(chunk) ? 0 : ObjectFile.SUM_BYTES);
    }

    private void requireWhole(byte[] chunks, int at, long chunk) {
        int sumAt = at + chunkBytes(chunk);
        int inFile = isCut(chunk)
                ? 0
                : new ByteReader(file.name(), ObjectFile.chunkAt(chunk), chunks, sumAt, chunks.length)
                        .u32("checksum of an object's bytes");
        requireSum(chunk, Checksum.of(chunks, at, chunkBytes(chunk)), inFile);
    }

    /** @param inFile the checksum that stands behind the chunk, if one does */
    private void requireSum(long chunk, int bytesSum, int inFile) {
        long offset = ObjectFile.chunkAt(chunk);
        int placed = bytesSum ^ file.segment().placeSum(offset);
        int computed = isCut(chunk) ? CellLocation.partOf(placed) : placed;
        int stored = isCut(chunk) ? location.lastSum().getAsInt() : inFile;
        if (stored != computed) {
            throw Refusals.corrupt(
                    file.name(),
                    offset,
                    "checksum of an object's bytes",
                    "0x" + Integer.toHexString(stored),
                    "0x" + Integer.toHexString(computed));
        }
    }
}
