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

/** Reads parts of an object, and never returns a byte that no checksum vouched for. Blocks. */
public final class ObjectReader {
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
     * with these bytes, one by one.
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
        byte[] part = new byte[count];
        fill(part, 0, start, start + count);
        return part;
    }

    /**
     * Fills an array with bytes of the cell that must be there, by a buffer outside of the heap that is used again and again: each is copied once.
     */
    public static void readInto(SegmentFile file, CellLocation location, long from, byte[] target, int at, int length) {
        Check.that(location.isObject(), "only an object is read as one", location.segment());
        Check.inRange("offset in an object", from, 0, location.size());
        Check.inRange("bytes of a part", length, 0, Math.min(target.length - at, location.size() - from));
        new ObjectReader(file, location).fill(target, at, from, from + length);
    }

    private void fill(byte[] target, int at, long from, long end) {
        long chunks = from == end ? 0 : (end - 1) / ObjectFile.CHUNK_BYTES + 1;
        for (long chunk = from / ObjectFile.CHUNK_BYTES; chunk < chunks; chunk++) {
            long chunkStart = chunk * ObjectFile.CHUNK_BYTES;
            int first = (int) Math.max(0, from - chunkStart);
            int some = (int) Math.min(chunkBytes(chunk), end - chunkStart) - first;
            whole(chunk).position(first).get(target, (int) (at + chunkStart + first - from), some);
        }
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

    /** The bytes of a chunk, by a buffer that is used again and again: so they are checked and copied while they are at hand. */
    private ByteBuffer whole(long chunk) {
        long offset = ObjectFile.chunkAt(chunk);
        ByteBuffer record = file.buffer(recordBytes(chunk));
        file.readFully(record, offset, "bytes of an object");
        ByteBuffer bytes = record.flip().limit(chunkBytes(chunk));
        int computed = Checksum.of(bytes) ^ file.segment().placeSum(offset);
        int stored;
        if (isCut(chunk)) {
            computed = CellLocation.partOf(computed);
            stored = location.lastSum().getAsInt();
        } else {
            stored = storedSum(record.duplicate().limit(recordBytes(chunk)).position(chunkBytes(chunk)));
        }
        if (stored != computed) {
            throw Refusals.corrupt(
                    file.name(),
                    offset,
                    "checksum of an object's bytes",
                    "0x" + Integer.toHexString(stored),
                    "0x" + Integer.toHexString(computed));
        }
        return bytes;
    }

    private static int storedSum(ByteBuffer sum) {
        return sum.order(ByteOrder.LITTLE_ENDIAN).getInt();
    }
}
