package io.pfs.cell;

import io.pfs.Check;
import io.pfs.Limits;
import io.pfs.format.ByteReader;
import io.pfs.format.Checksum;
import io.pfs.format.Refusals;
import io.pfs.row.CellLocation;
import java.nio.ByteBuffer;

/**
 * Reads a cell by its location, and never returns a byte that no checksum vouched for. Blocks. What it reads must be the
 * cell that the row means: a location that leads elsewhere is refused like damage.
 */
public final class CellReader {
    private final SegmentFile file;
    private final CellLocation location;
    private final CellKey key;

    CellReader(SegmentFile file, CellLocation location, CellKey key) {
        Check.that(file.id() == location.segment(), "a cell is read from the segment that it is in", file.id());
        this.file = file;
        this.location = location;
        this.key = key;
    }

    /** The bytes of a cell, by one positional read. */
    public static ByteBuffer read(SegmentFile file, CellLocation location, CellKey key) {
        return new CellReader(file, location, key).whole();
    }

    /** The same in an array of its own. */
    static byte[] readOwn(SegmentFile file, CellLocation location, CellKey key) {
        requireLength(location);
        byte[] bytes = new byte[location.length()];
        readInto(file, location, key, bytes, 0);
        return bytes;
    }

    /**
     * Puts all bytes of a cell into an array from {@code at} on, by one positional read; those of one that is not big by a buffer outside of the heap that is
     * used again and again, so that each is copied once. If this throws, anything may stand there.
     */
    public static void readInto(SegmentFile file, CellLocation location, CellKey key, byte[] target, int at) {
        requireLength(location);
        Check.inRange("bytes of a cell", location.length(), 0, target.length - at);
        CellReader reader = new CellReader(file, location, key);
        int headLength = CellHeader.length(location.length());
        if (headLength + location.length() <= SegmentFile.BUFFER_BYTES) {
            reader.fill(headLength, target, at);
        } else {
            reader.whole().get(target, at, location.length());
        }
    }

    /**
     * The bytes of a cell from {@code from} on, as many as {@code length}, or as there are. Of a big cell that is stored
     * plain no more is read than the header and the chunks with these bytes.
     */
    public static ByteBuffer readPart(SegmentFile file, CellLocation location, CellKey key, long from, int length) {
        Check.that(from >= 0 && length >= 0, "part of a cell is asked for by a place and a length", from);
        int start = (int) Math.min(from, location.length());
        int end = start + Math.min(length, location.length() - start);
        return new CellReader(file, location, key).part(start, end);
    }

    /** What stands before the bytes of a cell, which are not looked at. */
    public static CellHeader header(SegmentFile file, CellLocation location, CellKey key) {
        CellReader reader = new CellReader(file, location, key);
        requireLength(location);
        byte[] head = new byte[CellHeader.length(location.length())];
        return reader.header(head, 0, file.read(ByteBuffer.wrap(head), location.offset()));
    }

    private ByteBuffer whole() {
        requireLength(location);
        byte[] bytes = new byte[CellHeader.length(location.length()) + location.length()];
        int count = file.read(ByteBuffer.wrap(bytes), location.offset());
        return wholeIn(bytes, 0, count);
    }

    /** By a buffer that is used again and again: what is read is copied once, unless it is compressed or less than it should be. */
    private void fill(int headLength, byte[] target, int at) {
        ByteBuffer buffer = file.buffer(headLength + location.length());
        int count = file.read(buffer, location.offset());
        byte[] head = new byte[headLength];
        buffer.flip().get(head, 0, Math.min(count, headLength));
        CellHeader header = header(head, 0, Math.min(count, headLength));
        if (header.codec() == CellCodec.PLAIN && count == header.unpaddedBytes()) {
            buffer.get(target, at, location.length());
            requireChunks(header, head, 0, 0, target, at);
        } else {
            byte[] all = new byte[count];
            buffer.rewind().get(all);
            wholeIn(all, 0, count).get(target, at, location.length());
        }
    }

    static byte[] toArray(ByteBuffer cell) {
        byte[] bytes = new byte[cell.remaining()];
        cell.get(bytes);
        return bytes;
    }

    /** The cell's bytes, its record standing at {@code at} in bytes that were read up to {@code limit}; maybe not copied. */
    ByteBuffer wholeIn(byte[] bytes, int at, int limit) {
        CellHeader header = header(bytes, at, limit);
        if (limit - at < header.unpaddedBytes()) {
            throw cutOff(limit - at, header.unpaddedBytes());
        }
        int bodyAt = at + header.length();
        requireChunks(header, bytes, at, 0, bytes, bodyAt);
        return plain(header, bytes, bodyAt);
    }

    private ByteBuffer part(int start, int end) {
        requireLength(location);
        if (location.length() <= CellHeader.CHUNK_BYTES) {
            return slice(whole(), start, end);
        }
        int firstChunk = start / CellHeader.CHUNK_BYTES;
        int lastChunk = Math.max(start, end - 1) / CellHeader.CHUNK_BYTES;
        byte[] head = new byte[CellHeader.length(location.length())];
        CellHeader header = header(head, 0, file.read(ByteBuffer.wrap(head), location.offset()));
        if (header.codec() != CellCodec.PLAIN) {
            return slice(whole(), start, end);
        }
        if (start == end) {
            return ByteBuffer.allocate(0);
        }
        int from = firstChunk * CellHeader.CHUNK_BYTES;
        int to = lastChunk * CellHeader.CHUNK_BYTES + header.chunkBytes(lastChunk);
        byte[] chunks = new byte[to - from];
        long offset = location.offset() + header.length() + from;
        file.readFully(chunks, 0, chunks.length, offset, "bytes of a cell");
        requireChunks(header, head, 0, firstChunk, chunks, 0);
        return slice(ByteBuffer.wrap(chunks), start - from, end - from);
    }

    /** Before anything is allocated by it. */
    static void requireLength(CellLocation location) {
        if (location.length() > Limits.CELL_BYTES_MAX) {
            throw Refusals.corrupt(
                    Segment.fileName(location.segment()),
                    location.offset(),
                    "length of a cell",
                    "at most " + Limits.CELL_BYTES_MAX,
                    text(location.length()));
        }
    }

    /** The header that stands at {@code at} in bytes that end at {@code limit}, if it is that of the cell that is meant. */
    private CellHeader header(byte[] bytes, int at, int limit) {
        Segment segment = file.segment();
        CellHeader header =
                CellHeader.decode(new ByteReader(file.name(), location.offset(), bytes, at, limit), segment);
        CellKey found = header.label().key();
        if (!found.equals(key)) {
            throw refuse(0, "cell", text(key), text(found));
        }
        if (header.plainLength() != location.length()) {
            throw refuse(0, "length of a cell", text(location.length()), text(header.plainLength()));
        }
        return header;
    }

    /** Checks the chunks that {@code bytes} hold from {@code at} to the end of the cell or of the array. */
    private void requireChunks(CellHeader header, byte[] head, int headAt, int firstChunk, byte[] bytes, int at) {
        int chunks = CellHeader.chunks(header.storedLength());
        int next = at;
        for (int chunk = firstChunk; chunk < chunks && next < bytes.length; chunk++) {
            if (!header.isWhole(chunk, head, headAt, bytes, next)) {
                int offset = header.length() + chunk * CellHeader.CHUNK_BYTES;
                int found = Checksum.of(bytes, next, header.chunkBytes(chunk));
                throw refuse(
                        offset,
                        "checksum of a cell's bytes",
                        hex(CellHeader.chunkSum(chunk, head, headAt)),
                        hex(found));
            }
            next += header.chunkBytes(chunk);
        }
    }

    /** The bytes of a cell of which the stored ones stand, checked, at {@code at}. */
    private ByteBuffer plain(CellHeader header, byte[] bytes, int at) {
        return file.unpacker().plain(header, bytes, at, file.name(), location.offset());
    }

    private static ByteBuffer slice(ByteBuffer bytes, int from, int to) {
        return bytes.slice(from, to - from);
    }

    private RuntimeException cutOff(int count, int expected) {
        return refuse(count, "bytes of a cell", expected + " from " + location.offset(), "the end of the file");
    }

    private RuntimeException refuse(int at, String what, String expected, String found) {
        return Refusals.corrupt(file.name(), location.offset() + at, what, expected, found);
    }

    private static String text(CellKey key) {
        return key.fileId() + " " + key.column();
    }

    private static String hex(int value) {
        return "0x" + Integer.toHexString(value);
    }

    private static String text(int value) {
        return Integer.toString(value);
    }
}
