package io.pfs.server.image;

import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import java.util.Arrays;

/**
 * A frame of reference: numbers as distances from a base in as few bits as nearly all of them need; the few that need
 * more are exceptions, listed apart. Distances are counted upwards from the smallest number, or, when
 * {@code centred}, in both directions from a typical one.
 *
 * @param width bits of a distance
 * @param costBits about what all of it takes
 */
record Frame(boolean centred, long base, int width, long costBits) {
    private static final int SAMPLES = 31;

    /** The cheapest frame of these numbers. */
    static Frame best(long[] values, int count) {
        Frame upwards = upwards(values, count);
        Frame bothWays = cheapestWidth(values, count, true, typical(values, count));
        return upwards.costBits <= bothWays.costBits ? upwards : bothWays;
    }

    /** The cheapest frame that counts from the smallest of these numbers. */
    static Frame upwards(long[] values, int count) {
        long min = values[0];
        for (int i = 1; i < count; i++) {
            min = Math.min(min, values[i]);
        }
        return cheapestWidth(values, count, false, min);
    }

    /** Of numbers that are all the same. */
    static Frame constant(long value) {
        return new Frame(false, value, 0, headerCost(value) - 2 * Byte.SIZE);
    }

    private static long typical(long[] values, int count) {
        long[] sample = new long[Math.min(count, SAMPLES)];
        for (int i = 0; i < sample.length; i++) {
            sample[i] = values[(int) ((long) i * count / sample.length)];
        }
        Arrays.sort(sample);
        return sample[sample.length / 2];
    }

    private static Frame cheapestWidth(long[] values, int count, boolean centred, long base) {
        int[] countByBits = new int[Long.SIZE + 1];
        for (int i = 0; i < count; i++) {
            countByBits[bits(distance(values[i], base, centred))]++;
        }
        int bestWidth = Long.SIZE;
        long bestCost = Long.MAX_VALUE;
        long exceptionBits = 0;
        for (int width = Long.SIZE; width >= 0; width--) {
            long cost = (long) count * width + exceptionBits;
            if (cost < bestCost) {
                bestCost = cost;
                bestWidth = width;
            }
            exceptionBits += (long) countByBits[width] * exceptionCost(width);
        }
        return new Frame(centred, base, bestWidth, bestCost + headerCost(base));
    }

    /** The form, the base, the width and the count of exceptions; a constant needs but the first two. */
    private static int headerCost(long base) {
        int baseBits = Math.max(1, bits((base << 1) ^ (base >> 63)));
        return (3 + (baseBits + 6) / 7) * Byte.SIZE;
    }

    /** A gap to the one before, of one or two bytes, and a varint. */
    private static int exceptionCost(int bits) {
        return 12 + (bits + 6) / 7 * Byte.SIZE;
    }

    private static int bits(long distance) {
        return Long.SIZE - Long.numberOfLeadingZeros(distance);
    }

    private static long distance(long value, long base, boolean centred) {
        long difference = value - base;
        return centred ? (difference << 1) ^ (difference >> 63) : difference;
    }

    private long value(long distance) {
        return base + (centred ? (distance >>> 1) ^ -(distance & 1) : distance);
    }

    void encode(long[] values, int count, ByteWriter out) {
        int exceptions = 0;
        for (int i = 0; i < count; i++) {
            exceptions += isException(distance(values[i], base, centred)) ? 1 : 0;
        }
        out.zigzag(base).u8(width).varint(exceptions);
        int next = 0;
        for (int i = 0; exceptions > 0 && i < count; i++) {
            long distance = distance(values[i], base, centred);
            if (isException(distance)) {
                out.varint(i - next).varint(distance);
                next = i + 1;
            }
        }
        BitWriter bits = new BitWriter(out);
        for (int i = 0; i < count; i++) {
            long distance = distance(values[i], base, centred);
            bits.put(isException(distance) ? 0 : distance, width);
        }
        bits.finish();
    }

    private boolean isException(long distance) {
        return width < Long.SIZE && distance >>> width != 0;
    }

    static void decode(ByteReader in, boolean centred, long[] values, int count) {
        long base = in.zigzag("base of a column");
        int width = (int) in.inRange("bits of a column", in.u8("bits of a column"), 0, Long.SIZE);
        Frame frame = new Frame(centred, base, width, 0);
        int exceptions = (int) in.varint("exceptions of a column", 0, count);
        int exceptionsAt = in.index();
        for (int i = 0; i < exceptions; i++) {
            in.varint("place of an exception");
            in.varint("exception");
        }
        ByteReader again = new ByteReader(
                in.file(), in.offset() - (in.index() - exceptionsAt), in.array(), exceptionsAt, in.index());
        frame.decodePacked(in, values, count);
        frame.decodeExceptions(again, exceptions, values, count);
    }

    private void decodePacked(ByteReader in, long[] values, int count) {
        BitReader bits = new BitReader(in, "packed column", BitWriter.bytesFor((long) count * width));
        for (int i = 0; i < count; i++) {
            values[i] = value(bits.get(width));
        }
        bits.finish();
    }

    private void decodeExceptions(ByteReader in, int exceptions, long[] values, int count) {
        int next = 0;
        for (int i = 0; i < exceptions; i++) {
            int at = next + (int) in.varint("place of an exception", 0, count - 1L - next);
            values[at] = value(in.varint("exception"));
            next = at + 1;
        }
    }
}
