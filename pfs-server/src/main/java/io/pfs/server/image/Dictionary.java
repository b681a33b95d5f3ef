package io.pfs.server.image;

import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import java.util.Arrays;
import java.util.Optional;

/**
 * Numbers as indexes into the few different ones there are: owners, modes, segments.
 *
 * @param sorted the different numbers, ascending
 * @param costBits about what all of it takes
 */
record Dictionary(long[] sorted, long costBits) {
    static final int ENTRIES_MAX = 64;

    private static final int ENTRY_BITS = 4 * Byte.SIZE;

    /** A dictionary of these numbers, if they are few enough. */
    static Optional<Dictionary> of(long[] values, int count) {
        long[] sorted = new long[ENTRIES_MAX];
        int size = 0;
        long last = values[0] ^ 1;
        for (int i = 0; i < count; i++) {
            if (values[i] == last) {
                continue;
            }
            last = values[i];
            int at = Arrays.binarySearch(sorted, 0, size, last);
            if (at < 0) {
                if (size == ENTRIES_MAX) {
                    return Optional.empty();
                }
                System.arraycopy(sorted, -at - 1, sorted, -at, size + at + 1);
                sorted[-at - 1] = last;
                size++;
            }
        }
        long cost = (long) size * ENTRY_BITS + (long) count * BitWriter.widthFor(size);
        return Optional.of(new Dictionary(Arrays.copyOf(sorted, size), cost));
    }

    void encode(long[] values, int count, ByteWriter out) {
        out.u8(sorted.length).zigzag(sorted[0]);
        for (int i = 1; i < sorted.length; i++) {
            out.varint(sorted[i] - sorted[i - 1]);
        }
        int width = BitWriter.widthFor(sorted.length);
        BitWriter bits = new BitWriter(out);
        for (int i = 0; i < count; i++) {
            bits.put(Arrays.binarySearch(sorted, values[i]), width);
        }
        bits.finish();
    }

    static void decode(ByteReader in, long[] values, int count) {
        int size = (int) in.inRange("dictionary size", in.u8("dictionary size"), 1, ENTRIES_MAX);
        long[] entries = new long[size];
        entries[0] = in.zigzag("dictionary entry");
        for (int i = 1; i < size; i++) {
            entries[i] = entries[i - 1] + in.varint("dictionary entry");
        }
        int width = BitWriter.widthFor(size);
        BitReader bits = new BitReader(in, "packed column", BitWriter.bytesFor((long) count * width));
        for (int i = 0; i < count; i++) {
            int index = (int) bits.get(width);
            if (index >= size) {
                throw in.refuse("index into a dictionary", "less than " + size, Integer.toString(index));
            }
            values[i] = entries[index];
        }
        bits.finish();
    }
}
