package io.pfs.format;

import io.pfs.Check;
import io.pfs.PfsException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads what {@link ByteWriter} wrote, trusting nothing: each read is checked against the end, and every refusal names
 * the file and the offset in it.
 */
public final class ByteReader {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final Object file;
    private final long fileOffset;
    private final byte[] bytes;
    private final int start;
    private final int end;
    private int at;

    /**
     * Reads {@code bytes[start, end)}, which stand at {@code fileOffset} of {@code file}.
     *
     * @param file or what else they are of; its text is asked for only to refuse something
     */
    public ByteReader(Object file, long fileOffset, byte[] bytes, int start, int end) {
        Check.that(start >= 0 && start <= end && end <= bytes.length, "a reader stays inside its bytes", end);
        this.file = file;
        this.fileOffset = fileOffset;
        this.bytes = bytes;
        this.start = start;
        this.end = end;
        this.at = start;
    }

    public ByteReader(Object file, byte[] bytes) {
        this(file, 0, bytes, 0, bytes.length);
    }

    public String file() {
        return file.toString();
    }

    /** A reader of bytes that are part of the same, and stand at {@code fileOffset} of it. */
    public ByteReader of(long fileOffset, byte[] bytes, int start, int end) {
        return new ByteReader(file, fileOffset, bytes, start, end);
    }

    /** Where in the file the next byte stands. */
    public long offset() {
        return fileOffset + (at - start);
    }

    /** Where in {@link #array()} the next byte stands. */
    public int index() {
        return at;
    }

    public byte[] array() {
        return bytes;
    }

    public int remaining() {
        return end - at;
    }

    public int u8(String what) {
        need(1, what);
        return bytes[at++] & 0xff;
    }

    public int u16(String what) {
        need(2, what);
        int value = (short) SHORT.get(bytes, at) & 0xffff;
        at += 2;
        return value;
    }

    public int u32(String what) {
        need(4, what);
        int value = (int) INT.get(bytes, at);
        at += 4;
        return value;
    }

    public long u48(String what) {
        need(6, what);
        long low = u32(what) & 0xffff_ffffL;
        return low | ((long) u16(what) << 32);
    }

    public long u64(String what) {
        need(8, what);
        long value = (long) LONG.get(bytes, at);
        at += 8;
        return value;
    }

    public long varint(String what) {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int b = u8(what);
            value |= (long) (b & 0x7f) << shift;
            if ((b & 0x80) == 0) {
                boolean overflows = shift == 63 && b > 1;
                boolean overlong = shift > 0 && b == 0;
                if (overflows || overlong) {
                    throw refuse(what, "a varint in its shortest form", "a last byte of " + b);
                }
                return value;
            }
        }
        throw refuse(what, "a varint of at most ten bytes", "a longer one");
    }

    /** A varint that must lie in {@code [min, max]}: counts and lengths are checked before anything is allocated. */
    public long varint(String what, long min, long max) {
        return inRange(what, varint(what), min, max);
    }

    public long zigzag(String what) {
        long folded = varint(what);
        return (folded >>> 1) ^ -(folded & 1);
    }

    /** A value already read that must lie in {@code [min, max]}. */
    public long inRange(String what, long value, long min, long max) {
        if (value < min || value > max) {
            throw refuse(what, min + " to " + max, Long.toString(value));
        }
        return value;
    }

    public byte[] bytes(String what, int count) {
        int from = skip(what, count);
        return Arrays.copyOfRange(bytes, from, from + count);
    }

    /** UTF-8 of {@code count} bytes. Others are refused: they would be others again when the text is written. */
    public String text(String what, int count) {
        int from = skip(what, count);
        String text = new String(bytes, from, count, StandardCharsets.UTF_8);
        byte[] again = text.getBytes(StandardCharsets.UTF_8);
        if (!Arrays.equals(again, 0, again.length, bytes, from, from + count)) {
            throw refuse(what, "UTF-8", "other bytes");
        }
        return text;
    }

    /** Passes over {@code count} bytes and returns their index in {@link #array()}. */
    public int skip(String what, int count) {
        need(count, what);
        int from = at;
        at += count;
        return from;
    }

    /** Refuses bytes that are left over: a decoder that stops early has misread something. */
    public void expectEnd(String what) {
        if (at != end) {
            throw refuse(what, "the end", remaining() + " more bytes");
        }
    }

    /** The refusal of what stands here, for the caller to throw. */
    public PfsException refuse(String what, String expected, String found) {
        return Refusals.corrupt(file(), offset(), what, expected, found);
    }

    private void need(int count, String what) {
        if (count < 0 || count > end - at) {
            throw refuse(what, count + " bytes", "only " + (end - at) + " left");
        }
    }
}
