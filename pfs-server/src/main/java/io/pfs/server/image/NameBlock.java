package io.pfs.server.image;

import io.pfs.Limits;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.server.lz4.Lz4;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The names of a batch together: what all share once, the lengths of the rest as a column, and the rest in the
 * smallest of three ways, as far as a part of the names tells: as it is (for LZ4, which squeezes the whole payload
 * later), or as numbers of mixed radix, with one alphabet or one a place.
 */
final class NameBlock {
    /** How the middles of names are written. */
    static final int PLAIN = 0;

    static final int ONE_ALPHABET = 1;
    static final int ALPHABET_A_PLACE = 2;

    /** So much of the names is tried first. */
    private static final int PARTS = 4;

    private static final int PART_BYTES_MIN = 512;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGHEST_BITS = ONES << 7;
    private static final long SLASHES = '/' * ONES;

    private final NumberColumn column = new NumberColumn();
    private final Lz4 lz4 = new Lz4();
    private final ByteWriter plain = new ByteWriter(1024);
    private final ByteWriter alphabets = new ByteWriter(256);
    private final ByteWriter alphabetsApart = new ByteWriter(1024);
    private final Runnable giveWay;
    private long[] lengths = new long[0];

    /** @param giveWay see {@link SliceEncoder} */
    NameBlock(Runnable giveWay) {
        this.giveWay = giveWay;
    }

    /** Writes all names; nothing if there are none. */
    void encode(RowBatch batch, Effort effort, ByteWriter out) {
        if (batch.count() == 0) {
            return;
        }
        Middles middles = Middles.of(batch);
        byte[] names = batch.names();
        out.u8(middles.prefix()).bytes(names, batch.nameAt(0), middles.prefix());
        int suffixAt = batch.nameAt(0) + batch.nameLength(0) - middles.suffix();
        out.u8(middles.suffix()).bytes(names, suffixAt, middles.suffix());
        encodeLengths(middles, effort, out);
        giveWay.run();
        if (effort == Effort.LITTLE) {
            collect(middles);
            out.u8(PLAIN).bytes(plain.array(), 0, plain.length());
        } else {
            encodeMiddles(middles, out);
        }
    }

    private void encodeLengths(Middles middles, Effort effort, ByteWriter out) {
        if (lengths.length < middles.count()) {
            lengths = new long[middles.count()];
        }
        for (int i = 0; i < middles.count(); i++) {
            lengths[i] = middles.length(i);
        }
        column.encode(lengths, NumberColumn.NO_PREDICTIONS, middles.count(), effort, out);
    }

    private void encodeMiddles(Middles middles, ByteWriter out) {
        NameCode apart = NameCode.of(middles);
        giveWay.run();
        NameCode shared = apart.withOneAlphabet();
        alphabets.clear();
        shared.encodeAlphabets(alphabets);
        alphabetsApart.clear();
        apart.encodeAlphabets(alphabetsApart);
        int sharedBytes = alphabets.length() + BitWriter.bytesFor(shared.costBits(middles));
        int apartBytes = alphabetsApart.length() + BitWriter.bytesFor(apart.costBits(middles));
        giveWay.run();
        boolean isPlainSmallest = isPlainWithin(middles, Math.min(sharedBytes, apartBytes));
        giveWay.run();
        if (isPlainSmallest) {
            out.u8(PLAIN).bytes(plain.array(), 0, plain.length());
        } else if (sharedBytes <= apartBytes) {
            out.u8(ONE_ALPHABET);
            encodeCoded(middles, shared, alphabets, out);
        } else {
            out.u8(ALPHABET_A_PLACE);
            encodeCoded(middles, apart, alphabetsApart, out);
        }
    }

    private void collect(Middles middles) {
        plain.clear();
        for (int i = 0; i < middles.count(); i++) {
            plain.bytes(middles.bytes(), middles.at(i), middles.length(i));
        }
    }

    /**
     * Whether the names take no more than so many bytes as they are, after LZ4. That takes long to find out. If a part of
     * them lets expect no more, it is so: more names give LZ4 more to refer to. If a part lets expect far more, it is taken
     * for the whole.
     */
    private boolean isPlainWithin(Middles middles, int bytes) {
        collect(middles);
        int part = plain.length() / PARTS;
        if (part >= PART_BYTES_MIN) {
            long expected = (long) PARTS * lz4.compress(plain.array(), 0, part);
            if (expected <= bytes || bytes * 5L < expected * 3) {
                return expected <= bytes;
            }
        }
        return Math.min(plain.length(), lz4.compress(plain.array(), 0, plain.length())) <= bytes;
    }

    private static void encodeCoded(Middles middles, NameCode code, ByteWriter alphabets, ByteWriter out) {
        out.bytes(alphabets.array(), 0, alphabets.length());
        out.varint(BitWriter.bytesFor(code.costBits(middles)));
        BitWriter bits = new BitWriter(out);
        for (int i = 0; i < middles.count(); i++) {
            code.encode(middles.bytes(), middles.at(i), middles.length(i), bits);
        }
        bits.finish();
    }

    /** Reads {@code count} names into an empty batch. Each is a valid row name. */
    static void decode(ByteReader in, int count, RowBatch batch) {
        if (count == 0) {
            return;
        }
        int prefixLength = in.u8("length of the common prefix");
        int prefixAt = in.skip("common prefix", prefixLength);
        int suffixLength = in.u8("length of the common suffix");
        int suffixAt = in.skip("common suffix", suffixLength);
        long[] lengths = decodeLengths(in, prefixLength + suffixLength, count);
        ByteWriter names = batch.nameWriter();
        MiddleReader middles = MiddleReader.of(in, lengths);
        middles.expectAll(count);
        for (int i = 0; i < count; i++) {
            int length = (int) lengths[i];
            batch.startName();
            names.bytes(in.array(), prefixAt, prefixLength);
            int at = names.gap(length);
            middles.next(names.array(), at, length);
            names.bytes(in.array(), suffixAt, suffixLength);
            batch.endName();
            requireValid(in, batch, i);
        }
        middles.finish();
    }

    /** Goes past so many names. */
    static void skip(ByteReader in, int count) {
        if (count > 0) {
            int prefixLength = in.u8("length of the common prefix");
            in.skip("common prefix", prefixLength);
            int suffixLength = in.u8("length of the common suffix");
            in.skip("common suffix", suffixLength);
            MiddleReader.of(in, decodeLengths(in, prefixLength + suffixLength, count));
        }
    }

    /** @param sharedLength of what all names share */
    static long[] decodeLengths(ByteReader in, int sharedLength, int count) {
        long[] lengths = new long[count];
        long lengthMax = (long) Limits.ROW_NAME_BYTES_MAX - sharedLength;
        NumberColumn.decode(in, "length of a name", 0, lengthMax, NumberColumn.NO_PREDICTIONS, lengths, count);
        return lengths;
    }

    private static boolean hasForbidden(byte[] names, int from, int to) {
        int at = from;
        for (; to - at >= Long.BYTES; at += Long.BYTES) {
            long eight = (long) LONG.get(names, at);
            if ((zeros(eight) | zeros(eight ^ SLASHES)) != 0) {
                return true;
            }
        }
        for (; at < to; at++) {
            if (names[at] == 0 || names[at] == '/') {
                return true;
            }
        }
        return false;
    }

    /** Whether any of eight bytes is zero: only such a one borrows from what it had not. */
    private static long zeros(long eight) {
        return (eight - ONES) & ~eight & HIGHEST_BITS;
    }

    private static void requireValid(ByteReader in, RowBatch batch, int i) {
        byte[] names = batch.names();
        int at = batch.nameAt(i);
        int length = batch.nameLength(i);
        boolean onlyDots = (length == 1 || length == 2) && names[at] == '.' && names[at + length - 1] == '.';
        if (length == 0 || onlyDots || hasForbidden(names, at, at + length)) {
            throw in.refuse("name of row " + i, "a valid row name", "one of " + length + " bytes that is none");
        }
    }
}
