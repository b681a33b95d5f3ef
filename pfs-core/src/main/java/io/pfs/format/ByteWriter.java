package io.pfs.format;

import io.pfs.Check;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** A growing run of bytes to be written. Reused by its owner: {@link #clear()} keeps the memory. */
public final class ByteWriter {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes;
    private int length;

    public ByteWriter(int capacity) {
        bytes = new byte[capacity];
    }

    public int length() {
        return length;
    }

    /** The memory itself, valid up to {@link #length()} and until the next write. */
    public byte[] array() {
        return bytes;
    }

    public void clear() {
        length = 0;
    }

    public byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    public ByteBuffer toBuffer() {
        return ByteBuffer.wrap(bytes, 0, length).slice();
    }

    public ByteWriter u8(int value) {
        reserve(1);
        bytes[length++] = (byte) value;
        return this;
    }

    public ByteWriter u16(int value) {
        reserve(2);
        SHORT.set(bytes, length, (short) value);
        length += 2;
        return this;
    }

    public ByteWriter u32(int value) {
        reserve(4);
        INT.set(bytes, length, value);
        length += 4;
        return this;
    }

    public ByteWriter u48(long value) {
        u32((int) value);
        return u16((int) (value >>> 32));
    }

    public ByteWriter u64(long value) {
        reserve(8);
        LONG.set(bytes, length, value);
        length += 8;
        return this;
    }

    public ByteWriter varint(long value) {
        reserve(10);
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
        return this;
    }

    public ByteWriter zigzag(long value) {
        return varint((value << 1) ^ (value >> 63));
    }

    public ByteWriter bytes(byte[] source) {
        return bytes(source, 0, source.length);
    }

    public ByteWriter bytes(byte[] source, int offset, int count) {
        reserve(count);
        System.arraycopy(source, offset, bytes, length, count);
        length += count;
        return this;
    }

    /** Skips {@code count} bytes, left zero, to be filled with a {@code set} method; returns where they are. */
    public int gap(int count) {
        reserve(count);
        int at = length;
        Arrays.fill(bytes, at, at + count, (byte) 0);
        length += count;
        return at;
    }

    public void setU32(int at, int value) {
        Check.that(at >= 0 && at + 4 <= length, "a number is set inside what was written", at);
        INT.set(bytes, at, value);
    }

    public void setU64(int at, long value) {
        Check.that(at >= 0 && at + 8 <= length, "a number is set inside what was written", at);
        LONG.set(bytes, at, value);
    }

    private void reserve(int count) {
        if (bytes.length - length < count) {
            long wanted = Math.max((long) length + count, bytes.length + (bytes.length >> 1) + 16L);
            Check.that(wanted <= Integer.MAX_VALUE - 16, "a run of bytes stays below 2 GiB", wanted);
            bytes = Arrays.copyOf(bytes, (int) wanted);
        }
    }
}
