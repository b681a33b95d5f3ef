package io.pfs.server.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.server.lz4.Lz4;
import io.pfs.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The small parts that an image is packed with. */
final class PackingTest {
    @Test
    void bitsOfAnyWidthComeBack() {
        Seeds.each("PackingTest#bitsOfAnyWidthComeBack", 200, seed -> {
            Random random = new Random(seed);
            int count = random.nextInt(100);
            int[] widths = new int[count];
            long[] values = new long[count];
            ByteWriter out = new ByteWriter(16);
            out.gap((int) (seed % 9));
            int start = out.length();
            BitWriter bits = new BitWriter(out);
            for (int i = 0; i < count; i++) {
                widths[i] = random.nextInt(65);
                values[i] = widths[i] == 0 ? 0 : random.nextLong() >>> (64 - widths[i]);
                bits.put(values[i], widths[i]);
            }
            bits.finish();
            assertEquals(BitWriter.bytesFor(Arrays.stream(widths).sum()), out.length() - start);
            ByteReader in = new ByteReader("test", 0, out.toBytes(), start, out.length());
            BitReader read = new BitReader(in, "bits", in.remaining());
            for (int i = 0; i < count; i++) {
                assertEquals(values[i], read.get(widths[i]), "value " + i);
            }
            read.finish();
        });
    }

    @Test
    void bitsPastTheEndAndLeftOversAreRefused() {
        ByteReader in = new ByteReader("test", new byte[] {1, 2, 3, 4});
        BitReader bits = new BitReader(in, "bits", 2);
        assertEquals(0x201, bits.get(16));
        assertThrows(PfsException.class, () -> bits.get(1));
        bits.finish();
        assertThrows(PfsException.class, () -> new BitReader(in, "bits", 1).finish());
        assertThrows(PfsException.class, () -> new BitReader(in, "bits", 2));
        BitReader last = new BitReader(in, "bits", 1);
        assertEquals(0, last.get(2));
        assertThrows(PfsException.class, last::finish);
    }

    @Test
    void widths() {
        assertEquals(0, BitWriter.widthFor(1));
        assertEquals(1, BitWriter.widthFor(2));
        assertEquals(2, BitWriter.widthFor(3));
        assertEquals(31, BitWriter.widthFor(1L << 31));
    }

    @Test
    void divisionByTheSizeOfAnAlphabetIsExact() {
        Alphabet alphabet = new Alphabet();
        for (int size = 1; size <= 256; size++) {
            alphabet.add((byte) size);
            alphabet.ranked();
            for (int base : new int[] {0, size, 12_345 * size, Integer.MAX_VALUE / size * size}) {
                for (int number : new int[] {base - 1, base, base + 1, Integer.MAX_VALUE}) {
                    if (number >= 0 && size > 1) {
                        assertEquals(number / size, alphabet.dividedBySize(number), number + " by " + size);
                    }
                }
            }
        }
    }

    @Test
    void columnsComeBack() {
        NumberColumn column = new NumberColumn();
        Seeds.each("PackingTest#columnsComeBack", 600, seed -> {
            Random random = new Random(seed);
            int count = random.nextInt(300);
            Effort effort = random.nextBoolean() ? Effort.FULL : Effort.LITTLE;
            long[] values = numbers(random, count);
            long[] predictions = random.nextBoolean() ? NumberColumn.NO_PREDICTIONS : predictions(random, values);
            ByteWriter out = new ByteWriter(16);
            column.encode(values, predictions, count, effort, out);
            ByteReader in = new ByteReader("test", out.toBytes());
            long[] read = new long[count];
            NumberColumn.decode(in, "number", 0, Long.MAX_VALUE, predictions, read, count);
            in.expectEnd("column");
            assertArrayEquals(values, read);
        });
    }

    private static long[] numbers(Random random, int count) {
        long[] values = new long[count];
        int form = random.nextInt(6);
        long base = random.nextLong() >>> (1 + random.nextInt(60));
        for (int i = 0; i < count; i++) {
            values[i] = switch (form) {
                case 0 -> base;
                case 1 -> random.nextLong() >>> 1;
                case 2 -> Math.max(0, base + random.nextInt(1000));
                case 3 -> random.nextInt(40) == 0 ? random.nextLong() >>> 1 : base;
                case 4 -> random.nextInt(5) * 1_000_003L;
                default -> random.nextBoolean() ? 0 : Long.MAX_VALUE;
            };
        }
        return values;
    }

    private static long[] predictions(Random random, long[] values) {
        long[] predictions = new long[values.length];
        for (int i = 0; i < values.length; i++) {
            predictions[i] = random.nextInt(10) == 0 ? random.nextLong() >>> 1 : values[i] - 48;
        }
        return predictions;
    }

    @Test
    void aConstantColumnCostsNothingARow() {
        assertEquals(sizeOf(new long[] {7}), sizeOf(filled(1000, 7)));
    }

    @Test
    void aFewStrangersDoNotWidenAColumn() {
        long[] values = filled(1000, 1L << 40);
        for (int i = 0; i < 1000; i++) {
            values[i] += i % 16;
        }
        int plain = sizeOf(values);
        values[17] = 0;
        values[500] = 1L << 47;
        assertTrue(sizeOf(values) < plain + 200, sizeOf(values) + " bytes after " + plain);
    }

    @Test
    void aPredictedColumnCostsWhatThePredictionLeaves() {
        Random random = new Random(1);
        long[] values = random.longs(1000, 0, 1L << 40).toArray();
        long[] predictions = Arrays.stream(values).map(v -> v - 52).toArray();
        ByteWriter out = new ByteWriter(16);
        new NumberColumn().encode(values, predictions, values.length, Effort.FULL, out);
        assertTrue(out.length() < 10, out.length() + " bytes");
    }

    @Test
    void numbersOutOfRangeAreRefused() {
        ByteWriter out = new ByteWriter(16);
        new NumberColumn().encode(new long[] {1, 2, 300}, NumberColumn.NO_PREDICTIONS, 3, Effort.FULL, out);
        ByteReader in = new ByteReader("test", out.toBytes());
        long[] read = new long[3];
        PfsException refusal = assertThrows(
                PfsException.class,
                () -> NumberColumn.decode(in, "mode", 0, 299, NumberColumn.NO_PREDICTIONS, read, 3));
        assertTrue(refusal.getMessage().contains("mode"), refusal.getMessage());
    }

    private static int sizeOf(long[] values) {
        ByteWriter out = new ByteWriter(16);
        new NumberColumn().encode(values, NumberColumn.NO_PREDICTIONS, values.length, Effort.FULL, out);
        return out.length();
    }

    private static long[] filled(int count, long value) {
        long[] values = new long[count];
        Arrays.fill(values, value);
        return values;
    }

    @Test
    void namesComeBack() {
        NameBlock block = new NameBlock(() -> {});
        Seeds.each("PackingTest#namesComeBack", 300, seed -> {
            RandomSlices slices = new RandomSlices(seed);
            int form = (int) (seed % RandomSlices.NAME_FORMS);
            RowBatch batch = new RowBatch();
            for (long i = seed % 200; i >= 0; i--) {
                byte[] name = slices.name(form);
                batch.addName(name, 0, name.length);
            }
            isReadAs(batch, encoded(block, batch));
            isReadAs(batch, encoded(block, batch, Effort.LITTLE));
        });
    }

    @Test
    void namesOfOneFormTakeWhatTheyDifferIn() {
        RowBatch hexadecimal = batch(
                1000,
                i -> java.util
                        .UUID
                        .nameUUIDFromBytes(new byte[] {(byte) i, (byte) (i >> 8)})
                        .toString());
        int bytes = encoded(new NameBlock(() -> {}), hexadecimal).length;
        assertTrue(bytes < 1000 * 15.6, bytes + " bytes for 122 bits of each of 1,000 names");
        RowBatch decimal = batch(1000, i -> String.format("IMG_%06d.JPG", i * 7919L % 1_000_000));
        bytes = encoded(new NameBlock(() -> {}), decimal).length;
        assertTrue(bytes < 1000 * 2.6, bytes + " bytes for six digits of each of 1,000 names");
    }

    @Test
    void wordsThatComeAgainAreLeftToLz4() {
        String[] words = {"winter-holidays", "summer-holidays", "grandmother's-birthday", "unsorted", "at-the-sea"};
        RowBatch batch =
                batch(500, i -> words[i * 31 % 5] + "_" + words[i * 17 % 4] + "_" + Integer.toString(i * 7, 36));
        byte[] bytes = encoded(new NameBlock(() -> {}), batch);
        int squeezed = new Lz4().compress(bytes, 0, bytes.length);
        assertTrue(squeezed < 500 * 12, squeezed + " bytes for 500 names");
        isReadAs(batch, bytes);
    }

    private interface Namer {
        String name(int i);
    }

    private static RowBatch batch(int count, Namer namer) {
        RowBatch batch = new RowBatch();
        for (int i = 0; i < count; i++) {
            byte[] name = namer.name(i).getBytes(StandardCharsets.UTF_8);
            batch.addName(name, 0, name.length);
        }
        return batch;
    }

    private static byte[] encoded(NameBlock block, RowBatch batch) {
        return encoded(block, batch, Effort.FULL);
    }

    private static byte[] encoded(NameBlock block, RowBatch batch, Effort effort) {
        ByteWriter out = new ByteWriter(16);
        block.encode(batch, effort, out);
        return out.toBytes();
    }

    private static void isReadAs(RowBatch batch, byte[] bytes) {
        RowBatch read = new RowBatch();
        ByteReader in = new ByteReader("test", bytes);
        NameBlock.decode(in, batch.count(), read);
        in.expectEnd("names");
        assertEquals(batch.count(), read.count());
        for (int i = 0; i < batch.count(); i++) {
            assertArrayEquals(name(batch, i), name(read, i), "name " + i);
        }
    }

    private static byte[] name(RowBatch batch, int i) {
        return Arrays.copyOfRange(batch.names(), batch.nameAt(i), batch.nameAt(i) + batch.nameLength(i));
    }

    @Test
    void namesThatAreNoRowNamesAreRefused() {
        for (String name : new String[] {".", "..", "a/b", "a\0b"}) {
            byte[] bytes = encoded(new NameBlock(() -> {}), batch(2, i -> name));
            RowBatch read = new RowBatch();
            assertThrows(PfsException.class, () -> NameBlock.decode(new ByteReader("test", bytes), 2, read), name);
        }
    }

    @Test
    void whatNoNameHasIsFoundWhereverItStands() {
        for (char forbidden : new char[] {'/', 0}) {
            for (int at = 0; at < 20; at++) {
                String name =
                        "abcdefghijklmnopqrs".substring(0, at) + forbidden + "tuvwxyzabcdefghijk".substring(at / 2);
                byte[] bytes = encoded(new NameBlock(() -> {}), batch(2, i -> name));
                RowBatch read = new RowBatch();
                assertThrows(PfsException.class, () -> NameBlock.decode(new ByteReader("test", bytes), 2, read), name);
            }
        }
        RowBatch near = batch(2, i -> ".0\u0001\u007f\u00af\u0080\u00ff-" + i + "\u00af./".substring(0, 2));
        isReadAs(near, encoded(new NameBlock(() -> {}), near));
    }
}
