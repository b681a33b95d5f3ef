package io.pfs.server.image;

import io.pfs.Check;
import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.Position;
import io.pfs.ShardId;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.format.Checksum;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The frame of an image or a delta in a file of the metadata log: what its header says. Layout: see the package.
 *
 * @param newest position of the shard's newest change that is in it
 * @param imageSequence of the image that a delta belongs to; an image's own
 * @param checkpoint number of the checkpoint that wrote it
 * @param shard that wrote it
 * @param rowCount rows of the slice, of a delta's slice too, or a few more; slices of a bundle
 * @param place where it stands
 * @param payload what its payload must be
 * @param version of the layout that it has
 */
public record SliceRecord(
        Kind kind,
        SliceKey key,
        int depth,
        Position newest,
        long imageSequence,
        long checkpoint,
        ShardId shard,
        int rowCount,
        Place place,
        Payload payload,
        int version) {
    public static final int HEADER_BYTES = 104;
    public static final int TRAILER_BYTES = 12;
    /** Records begin at multiples of this in their file. */
    public static final int ALIGNMENT = 8;

    public static final int BYTES_MAX = HEADER_BYTES + Limits.SLICE_IMAGE_BYTES_MAX + ALIGNMENT + TRAILER_BYTES;

    static final int VERSION = 2;
    static final int VERSION_OLDEST = 1;
    /** From this version on a delta has parts. */
    private static final int VERSION_OF_PARTS = 2;
    /** A bundle is of no slice. */
    static final SliceId NO_SLICE = new SliceId(0);

    static final int HEADER_MAGIC = 0xEA_53_46_50;
    static final int TRAILER_MAGIC = 0xAE_53_46_50;

    private static final int CRC_AT = HEADER_BYTES - 4;
    private static final int TABLE_AT = 8;
    private static final int FILE_ID_AT = 16;
    private static final int OFFSET_AT = 24;
    private static final int SLICE_AT = 72;
    private static final int NOT_TABLE_AT = 88;
    private static final int NOT_SLICE_AT = 96;
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** All rows of a slice, what changed since such an image, or several of these of small slices. */
    public enum Kind {
        IMAGE(1),
        DELTA(2),
        BUNDLE(3);

        private final int number;

        Kind(int number) {
            this.number = number;
        }

        static Kind ofNumber(int number) {
            return switch (number) {
                case 1 -> IMAGE;
                case 2 -> DELTA;
                default -> BUNDLE;
            };
        }
    }

    /** Which file of the metadata log, and where in it. */
    public record Place(long fileId, long offset) {
        public Place {
            Check.inRange("file id", fileId, 0, Long.MAX_VALUE);
            Check.inRange("offset of a record", offset, 0, Long.MAX_VALUE - BYTES_MAX);
            Check.that(offset % ALIGNMENT == 0, "a record begins at a multiple of eight", offset);
        }
    }

    /**
     * @param stored bytes of it in the file
     * @param raw bytes of it after decompression; as many as stored if it is not compressed
     * @param crc CRC-32C of the stored bytes
     */
    public record Payload(int stored, int raw, int crc) {}

    /** What stands in a bundle's header in place of a table: how long its directory is, and the checksum of that. */
    static long directory(int length, int crc) {
        return length | (long) crc << 32;
    }

    /** Bytes of the directory of a bundle, which stands behind its header. */
    public int directoryLength() {
        return (int) key.table().value();
    }

    int directoryCrc() {
        return (int) (key.table().value() >>> 32);
    }

    /** What this bundle says of one of its slices. */
    SliceRecord ofSlice(
            Kind itsKind, SliceKey itsKey, int itsDepth, Position itsNewest, long itsImageSequence, int itsRowCount) {
        return new SliceRecord(
                itsKind,
                itsKey,
                itsDepth,
                itsNewest,
                itsImageSequence,
                checkpoint,
                shard,
                itsRowCount,
                place,
                payload,
                version);
    }

    /** The same at another place. */
    SliceRecord at(Place other) {
        return new SliceRecord(
                kind, key, depth, newest, imageSequence, checkpoint, shard, rowCount, other, payload, version);
    }

    /** Whether it is a delta whose payload is in parts; else what would be one part is all of it. */
    boolean hasParts() {
        return kind == Kind.DELTA && version >= VERSION_OF_PARTS;
    }

    /** Where it stands in its file. */
    public long offset() {
        return place.offset();
    }

    /** Bytes of all of it, from the header to the end of the trailer. */
    public int length() {
        return length(payload.stored());
    }

    private static int length(int stored) {
        int content = HEADER_BYTES + stored + TRAILER_BYTES;
        return (content + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    /** Writes header, payload, padding and trailer. */
    void encode(byte[] stored, ByteWriter out) {
        int start = out.length();
        out.u32(HEADER_MAGIC).u8(version).u8(kind.number).u8(depth).u8(0);
        out.u64(key.table().value()).u64(place.fileId()).u64(place.offset());
        out.u64(newest.epoch().value()).u64(newest.sequence());
        out.u64(imageSequence).u64(checkpoint);
        out.u32(shard.value()).u32(rowCount);
        out.u32(key.slice().value());
        out.u32(payload.stored()).u32(payload.raw()).u32(payload.crc());
        out.u64(~key.table().value()).u32(~key.slice().value());
        int crc = Checksum.of(out.array(), start, CRC_AT);
        out.u32(crc);
        out.bytes(stored, 0, payload.stored());
        out.gap(start + length() - TRAILER_BYTES - out.length());
        out.u32(length()).u32(crc).u32(TRAILER_MAGIC);
    }

    /** Whether a header stands here, whole, of any version, whatever file it was written for. */
    static boolean hasHeader(byte[] bytes, int at) {
        return (int) INT.get(bytes, at) == HEADER_MAGIC
                && (long) LONG.get(bytes, at + TABLE_AT) == ~(long) LONG.get(bytes, at + NOT_TABLE_AT)
                && (int) INT.get(bytes, at + SLICE_AT) == ~(int) INT.get(bytes, at + NOT_SLICE_AT)
                && Checksum.of(bytes, at, CRC_AT) == (int) INT.get(bytes, at + CRC_AT);
    }

    /** Whether a header was written for this place; copies of records, inside somebody's data, were not. */
    static boolean isFor(byte[] header, long fileId, long offset) {
        return (long) LONG.get(header, FILE_ID_AT) == fileId && (long) LONG.get(header, OFFSET_AT) == offset;
    }

    /**
     * Reads the header that stands here, the reader being at its place in the file with this id. One that was written
     * for another place, or another file, is refused: it is a copy, inside somebody's data.
     */
    public static SliceRecord decode(ByteReader in, long fileId) {
        int start = in.index();
        long offset = in.offset();
        in.skip("header of a slice record", HEADER_BYTES);
        ByteReader header = new ByteReader(in.file(), offset, in.array(), start, in.index());
        int magic = header.u32("magic of a slice record");
        if (!hasHeader(in.array(), start)) {
            throw in.refuse("header of a slice record", "one with a matching checksum", "magic " + hex(magic));
        }
        int version = header.u8("version of a slice record");
        int kind = header.u8("kind of a slice record");
        int depth = header.u8("slice depth");
        int reserved = header.u8("reserved");
        TableId table = new TableId(header.u64("table"));
        header.inRange("file id of a slice record", header.u64("file id"), fileId, fileId);
        header.inRange("own offset of a slice record", header.u64("offset"), offset, offset);
        requireVersion(in.file(), offset, version);
        header.inRange("kind of a slice record", kind, 1, 3);
        header.inRange("slice depth", depth, 0, Limits.SLICE_DEPTH_MAX);
        header.inRange("reserved byte", reserved, 0, 0);
        Position newest = new Position(new Epoch(sequence(header, "epoch")), sequence(header, "sequence"));
        long imageSequence = sequence(header, "image sequence");
        long checkpoint = sequence(header, "checkpoint number");
        int shard = header.u32("shard");
        int rowCount = header.u32("rows");
        int slice = header.u32("slice");
        header.inRange("shard", shard, 0, Limits.SHARDS_MAX - 1);
        header.inRange("rows", rowCount, 0, Integer.MAX_VALUE);
        header.inRange("slice", slice, 0, (1L << depth) - 1);
        SliceRecord record = new SliceRecord(
                Kind.ofNumber(kind),
                new SliceKey(table, new SliceId(slice)),
                depth,
                newest,
                imageSequence,
                checkpoint,
                new ShardId(shard),
                rowCount,
                new Place(fileId, offset),
                payload(header),
                version);
        if (record.kind == Kind.BUNDLE) {
            header.inRange("length of a directory", record.directoryLength(), 1, record.payload.stored());
        }
        boolean isOfItself = record.kind == Kind.DELTA || imageSequence == newest.sequence();
        if (!isOfItself || imageSequence > newest.sequence()) {
            throw header.refuse("image sequence", "at most " + newest.sequence(), Long.toString(imageSequence));
        }
        return record;
    }

    private static Payload payload(ByteReader header) {
        int stored = header.u32("stored length");
        int raw = header.u32("raw length");
        header.inRange("raw length of a slice record", raw, 0, Limits.SLICE_IMAGE_BYTES_MAX);
        header.inRange("stored length of a slice record", stored, 0, raw);
        return new Payload(stored, raw, header.u32("checksum of the payload"));
    }

    private static long sequence(ByteReader header, String what) {
        return header.inRange(what, header.u64(what), 0, Long.MAX_VALUE);
    }

    private static void requireVersion(String file, long offset, int version) {
        if (version < VERSION_OLDEST || version > VERSION) {
            boolean isNewer = version > VERSION;
            throw new PfsException(
                    isNewer ? ErrorCode.FORMAT_TOO_NEW : ErrorCode.FORMAT_TOO_OLD,
                    file + " holds at offset " + offset + " a slice record of version " + version + ", expected "
                            + VERSION_OLDEST + " to " + VERSION + "; it was written by "
                            + (isNewer ? "a newer PFS, use that" : "no PFS"));
        }
    }

    /** Whether the trailer that stands here closes the record whose header stands at {@code headerAt}. */
    boolean isClosedBy(byte[] trailer, int at, byte[] header, int headerAt) {
        return (int) INT.get(trailer, at) == length()
                && (int) INT.get(trailer, at + 4) == (int) INT.get(header, headerAt + CRC_AT)
                && (int) INT.get(trailer, at + 8) == TRAILER_MAGIC;
    }

    /** The length of the record that a trailer here would close, or 0 if there is none. */
    static int lengthInTrailer(byte[] bytes, int at) {
        int length = (int) INT.get(bytes, at);
        boolean isTrailer = (int) INT.get(bytes, at + 8) == TRAILER_MAGIC
                && length >= HEADER_BYTES + TRAILER_BYTES
                && length <= BYTES_MAX
                && length % ALIGNMENT == 0;
        return isTrailer ? length : 0;
    }

    /** Whether what lies between header and trailer is what was written; the record begins at {@code at}. */
    boolean hasWholePayload(byte[] bytes, int at) {
        int end = at + HEADER_BYTES + payload.stored();
        boolean isPadded = true;
        for (int i = end; i < at + length() - TRAILER_BYTES; i++) {
            isPadded &= bytes[i] == 0;
        }
        return isPadded && Checksum.CRC32C.matches(bytes, at + HEADER_BYTES, payload.stored(), payload.crc());
    }

    private static String hex(int value) {
        return "0x" + Integer.toHexString(value);
    }
}
