package io.pfs.server.column;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.cell.CellCodec;
import io.pfs.cell.CellHeader;
import io.pfs.cell.CellLabel;
import io.pfs.cell.Unpacker;
import io.pfs.format.Checksum;
import io.pfs.server.lz4.Lz4;
import java.util.Arrays;

/**
 * The bytes of a cell, ready to be stored: squeezed if that was asked for and helps, and with their checksums. Making one
 * costs time by the byte and touches nothing shared, so a worker can do it as well as a loop.
 */
public final class CellBody {
    /** Brings back what is squeezed here. */
    public static final Unpacker UNPACKER = Lz4::decompress;

    /** A block is kept if it saves at least one in so many bytes: less isn't worth squeezing it out again. */
    private static final int SAVED_PART = 8;

    private final byte[] bytes;
    private final int from;
    private final int storedLength;
    private final int plainLength;
    private final CellCodec codec;
    private final int[] chunkSums;

    private CellBody(byte[] bytes, int from, int storedLength, int plainLength, CellCodec codec) {
        this.bytes = bytes;
        this.from = from;
        this.storedLength = storedLength;
        this.plainLength = plainLength;
        this.codec = codec;
        this.chunkSums = new int[CellHeader.chunks(storedLength)];
        for (int chunk = 0; chunk < chunkSums.length; chunk++) {
            int start = chunk * CellHeader.CHUNK_BYTES;
            chunkSums[chunk] = Checksum.of(bytes, from + start, Math.min(CellHeader.CHUNK_BYTES, storedLength - start));
        }
    }

    /** Bytes as they are. They are not copied here, so they must not change until they are written. */
    public static CellBody plain(byte[] bytes, int from, int length) {
        requireBytes(bytes, from, length);
        return new CellBody(bytes, from, length, length, CellCodec.PLAIN);
    }

    /** Bytes as an LZ4 block, if that saves at least an eighth; else as they are, and not copied. */
    public static CellBody squeezed(byte[] bytes, int from, int length) {
        requireBytes(bytes, from, length);
        Lz4 lz4 = new Lz4();
        int squeezed = length == 0 ? 0 : lz4.compress(bytes, from, length);
        if (length == 0 || squeezed > length - ceilingDivide(length, SAVED_PART)) {
            return plain(bytes, from, length);
        }
        return new CellBody(Arrays.copyOf(lz4.bytes(), squeezed), 0, squeezed, length, CellCodec.LZ4);
    }

    /** What is stored in one segment, to be stored in another; these bytes must not change until then either. */
    static CellBody stored(CellHeader header, byte[] bytes, int from) {
        return new CellBody(bytes, from, header.storedLength(), header.plainLength(), header.codec());
    }

    private static void requireBytes(byte[] bytes, int from, int length) {
        Check.that(from >= 0 && length >= 0 && length <= bytes.length - from, "a cell's bytes are in its array", from);
        if (length > Limits.CELL_BYTES_MAX) {
            throw new PfsException(
                    ErrorCode.TOO_LARGE,
                    "a cell holds at most " + Limits.CELL_BYTES_MAX + " bytes, but this one has " + length);
        }
    }

    private static int ceilingDivide(int value, int by) {
        return (value + by - 1) / by;
    }

    public int plainLength() {
        return plainLength;
    }

    /** Bytes as they will be stored, framing aside. */
    public int storedLength() {
        return storedLength;
    }

    CellHeader header(CellLabel label) {
        return new CellHeader(label, plainLength, storedLength, codec);
    }

    /** Of each chunk of the stored bytes; treat as immutable. */
    int[] chunkSums() {
        return chunkSums;
    }

    byte[] array() {
        return bytes;
    }

    /** Where in {@link #array()} the stored bytes begin. */
    int from() {
        return from;
    }
}
