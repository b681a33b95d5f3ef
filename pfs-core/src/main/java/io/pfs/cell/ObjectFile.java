package io.pfs.cell;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.FileFooter;
import io.pfs.format.FileHeader;
import io.pfs.format.FileKind;
import io.pfs.pool.Pool;
import io.pfs.pool.PoolReader;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** The file of an object: its name, its size, and where its chunks stand. Layout: see the package. */
public final class ObjectFile {
    /** Bytes that one checksum covers. */
    public static final int CHUNK_BYTES = 64 << 10;

    public static final int LABEL_AT = FileHeader.BYTES;
    public static final int SUM_BYTES = 4;
    public static final int CHUNK_RECORD_BYTES = SUM_BYTES + CHUNK_BYTES;
    /** Where the first chunk stands. */
    public static final long BEGIN = LABEL_AT + ObjectLabel.BYTES;

    private static final String PREFIX = "object-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "[0-9a-f]{12}");
    private static final int HEXADECIMAL = 16;
    private static final int FILE_DIGITS = 12;

    private ObjectFile() {}

    /** The name of an object's file in the pool. */
    public static String name(long id) {
        return PREFIX + HexFormat.of().toHexDigits(id, FILE_DIGITS);
    }

    /** The ids of all objects in a pool, ascending. Blocks. */
    public static List<Long> ids(Pool pool) {
        return pool.list(PREFIX).stream().map(ObjectFile::idOf).toList();
    }

    /** What the files of all objects take. Blocks. */
    public static long bytes(Pool pool) {
        return Segment.bytes(pool, PREFIX);
    }

    /** The id in the name of a file, if it is the name of an object. */
    public static OptionalLong idIn(String name) {
        return NAME.matcher(name).matches()
                ? OptionalLong.of(Long.parseLong(name.substring(PREFIX.length()), HEXADECIMAL))
                : OptionalLong.empty();
    }

    private static long idOf(String name) {
        long id = idIn(name).orElse(0);
        if (id == 0) {
            throw new PfsException(ErrorCode.NOT_OURS, name + " is not an object of ours; move it elsewhere");
        }
        return id;
    }

    /** A file to read this object from, by {@link ObjectReader}. */
    public static SegmentFile open(PoolReader pool, long id) {
        return new SegmentFile(pool, id, FileKind.OBJECT, name(id), Unpacker.NONE);
    }

    /** Bytes of the file of an object that holds so many. */
    public static long fileBytes(long bytes) {
        return chunksEnd(bytes) + FileFooter.BYTES;
    }

    /** Where the chunks of so many bytes end, and the footer stands. */
    public static long chunksEnd(long bytes) {
        long chunks = (bytes + CHUNK_BYTES - 1) / CHUNK_BYTES;
        return BEGIN + bytes + chunks * SUM_BYTES;
    }

    /** Bytes of the object in a file whose footer says that so many come before it. */
    public static long bytesOf(long chunksEnd) {
        long records = chunksEnd - BEGIN;
        long chunks = (records + CHUNK_RECORD_BYTES - 1) / CHUNK_RECORD_BYTES;
        return records - chunks * SUM_BYTES;
    }

    /** Bytes of whole chunks in a file that was not sealed, at the most: what stands behind them has no checksum there. */
    public static long bytesWithin(long fileBytes) {
        return Math.max(0, fileBytes - BEGIN) / CHUNK_RECORD_BYTES * CHUNK_BYTES;
    }

    /** Where the chunk stands that holds this byte of the object. */
    public static long offsetOf(long at) {
        return chunkAt(at / CHUNK_BYTES);
    }

    public static long chunkAt(long chunk) {
        return BEGIN + chunk * CHUNK_RECORD_BYTES;
    }
}
