package io.pfs.format;

import io.pfs.Check;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A growing run of bytes to be written. Reused by its owner: {@link #clear()} keeps the memory. An owner who asks for it, by
 * {@link #borrowing}, is spared the copy of long arrays: these stand between the bytes of the memory, so that there are several
 * runs ({@link #runs}).
 */
public final class ByteWriter {
    /** Shorter ones cost less to copy than to keep apart. */
    private static final int BORROWED_BYTES_MIN = 8 << 10;

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final boolean borrows;
    private List<Borrowed> borrowed = List.of();
    private int borrowedBytes;
    private byte[] bytes;
    private int length;

    /** A run of another's array. */
    private record Borrowed(int at, byte[] bytes, int from, int count) {}

    /** Somebody who takes bytes, run by run. */
    @FunctionalInterface
    public interface Taker {
        void take(byte[] bytes, int from, int count);
    }

    public ByteWriter(int capacity) {
        this(capacity, false);
    }

    private ByteWriter(int capacity, boolean borrows) {
        this.bytes = new byte[capacity];
        this.borrows = borrows;
    }

    /** One that does not copy what {@link #lend} brings. Its bytes are those of {@link #runs}. */
    public static ByteWriter borrowing(int capacity) {
        return new ByteWriter(capacity, true);
    }

    /** Bytes in the memory, without those that are borrowed. */
    public int length() {
        return length;
    }

    /** All bytes. */
    public int totalLength() {
        return length + borrowedBytes;
    }

    /** The memory itself, valid up to {@link #length()} and until the next write. */
    public byte[] array() {
        return bytes;
    }

    public void clear() {
        length = 0;
        borrowed = List.of();
        borrowedBytes = 0;
    }

    /** Another one with the same up to this place of the memory, and memory of its own. */
    public ByteWriter upTo(int end, int capacityMin) {
        ByteWriter begin = new ByteWriter(Math.max(end, capacityMin), borrows);
        System.arraycopy(bytes, 0, begin.bytes, 0, end);
        begin.length = end;
        for (Borrowed run : borrowed) {
            if (run.at <= end) {
                begin.keep(run);
            }
        }
        return begin;
    }

    public byte[] toBytes() {
        ByteWriter all = new ByteWriter(totalLength());
        runs(0, all::bytes);
        return all.bytes;
    }

    /** All bytes in their order, from one of the memory on. */
    public void runs(int from, Taker taker) {
        int at = from;
        for (int i = 0; i < borrowed.size(); i++) {
            Borrowed run = borrowed.get(i);
            if (run.at >= from) {
                take(at, run.at, taker);
                taker.take(run.bytes, run.from, run.count);
                at = run.at;
            }
        }
        take(at, length, taker);
    }

    private void take(int from, int to, Taker taker) {
        if (to > from) {
            taker.take(bytes, from, to - from);
        }
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

    /** Adds an array that nobody changes any more, so that it need not be copied. */
    public ByteWriter lend(byte[] source) {
        return lend(source, 0, source.length);
    }

    /** Adds a part of such an array. */
    public ByteWriter lend(byte[] source, int offset, int count) {
        if (!borrows || count < BORROWED_BYTES_MIN) {
            return bytes(source, offset, count);
        }
        keep(new Borrowed(length, source, offset, count));
        return this;
    }

    private void keep(Borrowed run) {
        requireBelowMax((long) bytes.length + borrowedBytes + run.count);
        if (borrowed.isEmpty()) {
            borrowed = new ArrayList<>(2);
        }
        borrowed.add(run);
        borrowedBytes += run.count;
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
            requireBelowMax(wanted + borrowedBytes);
            bytes = Arrays.copyOf(bytes, (int) wanted);
        }
    }

    private static void requireBelowMax(long wanted) {
        Check.that(wanted <= Integer.MAX_VALUE - 16, "a run of bytes stays below 2 GiB", wanted);
    }
}
