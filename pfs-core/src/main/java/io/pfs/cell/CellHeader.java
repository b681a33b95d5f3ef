package io.pfs.cell;

import io.pfs.Check;
import io.pfs.ColumnId;
import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.format.Checksum;
import io.pfs.format.Refusals;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * What stands before the bytes of a cell in a segment. Layout: see the package.
 *
 * @param plainLength bytes of the cell
 * @param storedLength bytes of it in the segment
 */
public record CellHeader(CellLabel label, int plainLength, int storedLength, CellCodec codec) {
    public static final int FIXED_BYTES = 48;
    /** Stored bytes have a checksum for each so many, so that part of a cell can be read and be known to be right. */
    public static final int CHUNK_BYTES = 64 << 10;

    static final int CHUNKS_MAX = chunks(Limits.CELL_BYTES_MAX);
    /** With the checksums of a cell of the greatest length. */
    public static final int BYTES_MAX = FIXED_BYTES + CHUNKS_MAX * Integer.BYTES;
    /** Records begin at multiples of this in their segment. */
    public static final int ALIGNMENT = 8;

    private static final int MAGIC = 0xCE_53_46_50;
    private static final int SUM_AT = 4;
    private static final int SUMMED_FROM = 8;
    private static final int COLUMN_AT = 32;
    private static final int PLAIN_AT = 35;
    private static final int STORED_AT = 38;
    private static final int CODEC_AT = 41;
    private static final int U24_MAX = (1 << 24) - 1;
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    static {
        Check.inRange("columns and lengths of cells fit three bytes", Limits.COLUMNS_MAX - 1, 0, U24_MAX);
        Check.inRange("columns and lengths of cells fit three bytes", Limits.CELL_BYTES_MAX, 0, U24_MAX);
    }

    /** How many chunks so many stored bytes are. */
    public static int chunks(int storedLength) {
        return (storedLength + CHUNK_BYTES - 1) / CHUNK_BYTES;
    }

    /** Bytes before those of the cell. */
    public int length() {
        return length(storedLength);
    }

    /** Bytes before those of a cell of so many stored bytes. */
    public static int length(int storedLength) {
        return FIXED_BYTES + chunks(storedLength) * Integer.BYTES;
    }

    /** Bytes of the record up to the last one of the cell. */
    public int unpaddedBytes() {
        return length() + storedLength;
    }

    /** Bytes from the begin of the record to that of the next: what a cell takes up in its segment. */
    public int recordBytes() {
        return recordBytes(storedLength);
    }

    /** What a cell of so many stored bytes takes up in its segment. */
    public static int recordBytes(int storedLength) {
        return (length(storedLength) + storedLength + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    /** Writes the header of a cell, with the checksums of its chunks, for its place. */
    public void encode(int[] chunkSums, Segment segment, long offset, ByteWriter out) {
        int start = out.length();
        out.u32(MAGIC).u32(0);
        out.u64(label.table().value()).u64(label.nameHash());
        out.u64(label.key().fileId().value());
        out.u48(label.key().column().value() | ((long) plainLength << 24));
        out.u32(storedLength | (codec.number() << 24)).u48(label.version());
        for (int sum : chunkSums) {
            out.u32(sum);
        }
        sign(out.array(), start, segment, offset);
    }

    /** Sets the checksum of a header whose other fields are there. */
    public static void sign(byte[] bytes, int at, Segment segment, long offset) {
        int length = length(u24(bytes, at + STORED_AT));
        INT.set(bytes, at + SUM_AT, sum(bytes, at, length, segment, offset));
    }

    private static int sum(byte[] bytes, int at, int length, Segment segment, long offset) {
        return Checksum.of(bytes, at + SUMMED_FROM, length - SUMMED_FROM) ^ segment.placeSum(offset);
    }

    public static boolean hasMagic(byte[] bytes, int at) {
        return (int) INT.get(bytes, at) == MAGIC;
    }

    /** Whether a whole header that was written for this place stands here, in bytes that end at {@code limit}. */
    public static boolean standsAt(byte[] bytes, int at, int limit, Segment segment, long offset) {
        if (limit - at < FIXED_BYTES || !hasMagic(bytes, at)) {
            return false;
        }
        int stored = u24(bytes, at + STORED_AT);
        return stored <= Limits.CELL_BYTES_MAX
                && limit - at >= length(stored)
                && sum(bytes, at, length(stored), segment, offset) == (int) INT.get(bytes, at + SUM_AT);
    }

    /** Reads the header that stands here, the reader being at its place in the file of this segment. */
    public static CellHeader decode(ByteReader in, Segment segment) {
        int start = in.index();
        long offset = in.offset();
        int magic = in.u32("magic of a cell record");
        if (magic != MAGIC) {
            throw Refusals.corrupt(in.file(), offset, "magic of a cell record", hex(MAGIC), hex(magic));
        }
        in.skip("header of a cell record", FIXED_BYTES - Integer.BYTES);
        int stored = u24(in.array(), start + STORED_AT);
        in.inRange("stored length of a cell", stored, 0, Limits.CELL_BYTES_MAX);
        in.skip("checksums of a cell", chunks(stored) * Integer.BYTES);
        int computed = sum(in.array(), start, length(stored), segment, offset);
        int found = (int) INT.get(in.array(), start + SUM_AT);
        if (computed != found) {
            throw Refusals.corrupt(in.file(), offset, "checksum of a cell record's header", hex(computed), hex(found));
        }
        return decodeSummed(in.file(), offset, in.array(), start);
    }

    /** Reads a header whose checksum is right. That vouches for the bytes, but not for whoever wrote them. */
    public static CellHeader decodeSummed(String file, long offset, byte[] header, int at) {
        ByteReader in = new ByteReader(file, offset + SUMMED_FROM, header, at + SUMMED_FROM, at + FIXED_BYTES);
        TableId table = new TableId(in.u64("table"));
        long nameHash = in.u64("name hash");
        FileId fileId = new FileId(in.inRange("file id of a cell", in.u64("file id"), 0, Long.MAX_VALUE));
        int start = in.index() - COLUMN_AT;
        in.skip("column and lengths", CODEC_AT + 1 - COLUMN_AT);
        byte[] bytes = in.array();
        int column = u24(bytes, start + COLUMN_AT);
        int plain = u24(bytes, start + PLAIN_AT);
        int stored = u24(bytes, start + STORED_AT);
        int codec = bytes[start + CODEC_AT] & 0xff;
        in.inRange("column of a cell", column, 0, Limits.COLUMNS_MAX - 1);
        in.inRange("codec of a cell", codec, CellCodec.PLAIN.number(), CellCodec.LZ4.number());
        in.inRange("length of a cell", plain, 0, Limits.CELL_BYTES_MAX);
        boolean isPlain = codec == CellCodec.PLAIN.number();
        in.inRange("stored length of a cell", stored, isPlain ? plain : 1, isPlain ? plain : plain - 1L);
        CellKey key = new CellKey(fileId, new ColumnId(column));
        CellLabel label = new CellLabel(table, nameHash, key, in.u48("row version"));
        return new CellHeader(label, plain, stored, CellCodec.ofNumber(codec));
    }

    /** Stored bytes that one checksum covers; the last chunk of a cell is shorter. */
    public int chunkBytes(int chunk) {
        return Math.min(CHUNK_BYTES, storedLength - chunk * CHUNK_BYTES);
    }

    /** Whether the bytes at {@code at} are this chunk, by the header at {@code headerAt} of {@code header}. */
    public boolean isWhole(int chunk, byte[] header, int headerAt, byte[] bytes, int at) {
        return Checksum.CRC32C.matches(bytes, at, chunkBytes(chunk), chunkSum(chunk, header, headerAt));
    }

    static int chunkSum(int chunk, byte[] header, int headerAt) {
        return (int) INT.get(header, headerAt + FIXED_BYTES + chunk * Integer.BYTES);
    }

    private static int u24(byte[] bytes, int at) {
        return (bytes[at] & 0xff) | ((bytes[at + 1] & 0xff) << 8) | ((bytes[at + 2] & 0xff) << 16);
    }

    private static String hex(int value) {
        return "0x" + Integer.toHexString(value);
    }
}
