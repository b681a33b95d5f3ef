package io.pfs.server.image;

import static io.pfs.server.image.RandomSlices.FILE_ID;
import static io.pfs.server.image.RandomSlices.stamp;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.format.ByteWriter;
import io.pfs.testing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SliceScannerTest {
    private record Range(long from, long to) {}

    /** A file as it was written, and where its whole records are. */
    private static final class Written {
        final ByteWriter out = new ByteWriter(1 << 16);
        final List<SliceRecord> whole = new ArrayList<>();
        final SliceEncoder encoder = new SliceEncoder();

        void record(RandomSlices slices, Random random) {
            out.gap(-out.length() & (SliceRecord.ALIGNMENT - 1));
            whole.add(encoder.image(slices.slice(random.nextInt(60), 0), Optional.empty(), stamp(out.length()), out));
        }

        byte[] copyOfARecord(Random random) {
            SliceRecord record = whole.get(random.nextInt(whole.size()));
            int at = (int) record.offset();
            return Arrays.copyOfRange(out.array(), at, at + record.length());
        }
    }

    private static final class Seen implements SliceScanner.Visitor {
        final List<SliceRecord> found = new ArrayList<>();
        final List<SliceRecord> damaged = new ArrayList<>();
        final List<Range> skipped = new ArrayList<>();

        @Override
        public boolean found(SliceRecord record) {
            return found.add(record);
        }

        @Override
        public void damaged(SliceRecord record) {
            damaged.add(record);
        }

        @Override
        public void skipped(long from, long to) {
            skipped.add(new Range(from, to));
        }
    }

    @Test
    void findsAllRecordsBetweenGarbage() {
        Seeds.each("SliceScannerTest#findsAllRecordsBetweenGarbage", 150, seed -> {
            Random random = new Random(seed);
            RandomSlices slices = new RandomSlices(seed);
            Written written = new Written();
            written.out.gap(64);
            for (int i = random.nextInt(12); i >= 0; i--) {
                written.record(slices, random);
                garbage(written, slices, random);
            }
            Seen forwards = scan(written.out.toBytes(), true);
            Seen backwards = scan(written.out.toBytes(), false);
            assertEquals(written.whole, forwards.found, "records found forwards");
            assertEquals(written.whole, reversed(backwards.found), "records found backwards");
            assertEquals(forwards.skipped, reversed(backwards.skipped), "what is skipped, either way");
            assertEquals(gaps(written), forwards.skipped, "what is skipped lies between the records");
        });
    }

    /** Noise, zeros, copies of records and pieces of them, in other records and alone. */
    private static void garbage(Written written, RandomSlices slices, Random random) {
        for (int pieces = random.nextInt(4); pieces > 0; pieces--) {
            byte[] copy = written.copyOfARecord(random);
            int cut = random.nextInt(copy.length);
            switch (random.nextInt(7)) {
                case 0 -> written.out.bytes(slices.bytes(random.nextInt(300)));
                case 1 -> written.out.gap(random.nextInt(300));
                case 2 -> written.out.gap(-written.out.length() & 7);
                case 3 -> written.out.bytes(copy);
                case 4 -> written.out.bytes(copy, 0, cut);
                case 5 -> written.out.bytes(copy, cut, copy.length - cut);
                default -> torn(written, slices, random);
            }
        }
    }

    /** A record for just this place, whose end or middle was not written, or overwritten. */
    private static void torn(Written written, RandomSlices slices, Random random) {
        written.record(slices, random);
        SliceRecord record = written.whole.remove(written.whole.size() - 1);
        byte[] bytes = written.out.array();
        int from = (int) record.offset() + random.nextInt(record.length());
        int end = written.out.length();
        boolean isChanged = false;
        for (int i = from; i < Math.min(end, from + 1 + random.nextInt(500)); i++) {
            byte old = bytes[i];
            bytes[i] = random.nextBoolean() ? 0 : (byte) random.nextInt();
            isChanged |= bytes[i] != old;
        }
        bytes[from] ^= isChanged ? (byte) 0 : 1;
    }

    @Test
    void aRecordInsideAPayloadIsNotFound() {
        Written written = new Written();
        RandomSlices slices = new RandomSlices(3);
        Random random = new Random(3);
        written.record(slices, random);
        byte[] outer = new byte[4096];
        ByteWriter innerBytes = new ByteWriter(16);
        written.encoder.image(
                slices.slice(5, 0, 1, 0), Optional.empty(), stamp(written.out.length() + 800), innerBytes);
        System.arraycopy(innerBytes.array(), 0, outer, 800 - SliceRecord.HEADER_BYTES, innerBytes.length());
        SliceRecord first = written.whole.get(0);
        SliceRecord hiding = new SliceRecord(
                first.kind(),
                first.key(),
                first.depth(),
                first.newest(),
                first.imageSequence(),
                first.checkpoint(),
                first.shard(),
                first.rowCount(),
                stamp(written.out.length()).place(),
                new SliceRecord.Payload(outer.length, outer.length, io.pfs.format.Checksum.of(outer, 0, outer.length)),
                SliceRecord.VERSION);
        hiding.encode(outer, written.out);
        for (boolean isForwards : new boolean[] {true, false}) {
            assertEquals(
                    2,
                    scan(written.out.toBytes(), isForwards).found.size(),
                    "the inner one is no record, though made for its place");
        }
        written.out.array()[(int) hiding.offset() + 500] ^= 1;
        for (boolean isForwards : new boolean[] {true, false}) {
            Seen seen = scan(written.out.toBytes(), isForwards);
            assertEquals(List.of(first), seen.found, "only the first is whole");
            assertEquals(List.of(hiding), seen.damaged, "and the other known to be damaged");
        }
    }

    @Test
    void crossesTheStepsOfItsWindow() {
        Written written = new Written();
        RandomSlices slices = new RandomSlices(9);
        Random random = new Random(9);
        while (written.out.length() < 3 * ScanWindow.STEP_BYTES) {
            written.record(slices, random);
        }
        written.out.gap(2 * ScanWindow.STEP_BYTES);
        written.record(slices, random);
        assertEquals(written.whole, scan(written.out.toBytes(), true).found);
        assertEquals(written.whole, reversed(scan(written.out.toBytes(), false).found));
    }

    @Test
    void readsEachByteAFewTimesAtMost() {
        Seeds.each("SliceScannerTest#readsEachByteAFewTimesAtMost", 10, seed -> {
            // headers for their places, one after the other, each claiming all the rest
            int size = 1 << 20;
            ByteWriter out = new ByteWriter(size);
            SliceRecord record = new SliceEncoder()
                    .image(new RandomSlices(seed).slice(3, 0), Optional.empty(), stamp(0), new ByteWriter(16));
            while (out.length() < size) {
                int at = out.length();
                int claimed = Math.max(0, size - at - 200);
                SliceRecord header = new SliceRecord(
                        record.kind(),
                        record.key(),
                        record.depth(),
                        record.newest(),
                        record.imageSequence(),
                        record.checkpoint(),
                        record.shard(),
                        record.rowCount(),
                        stamp(at).place(),
                        new SliceRecord.Payload(claimed, claimed, 0),
                        SliceRecord.VERSION);
                ByteWriter whole = new ByteWriter(size);
                header.encode(new byte[claimed], whole);
                out.bytes(whole.array(), 0, SliceRecord.HEADER_BYTES);
                out.gap(seed % 2 == 0 ? 0 : 8);
                if (out.length() > 20_000) {
                    out.gap(size - out.length());
                }
            }
            byte[] bytes = out.toBytes();
            long[] read = {0};
            ScanSource source = (offset, target, at, length) -> {
                read[0] += length;
                System.arraycopy(bytes, (int) offset, target, at, length);
            };
            new SliceScanner("test", FILE_ID, source, 0, bytes.length).forwards(new Seen());
            assertTrue(read[0] <= 2L * bytes.length, "read " + read[0] + " of " + bytes.length);
        });
    }

    @Test
    void aVisitorEndsTheScan() {
        Written written = new Written();
        RandomSlices slices = new RandomSlices(4);
        for (int i = 0; i < 3; i++) {
            written.record(slices, new Random(i));
        }
        List<SliceRecord> found = new ArrayList<>();
        scanner(written.out.toBytes()).backwards(record -> !found.add(record));
        assertEquals(List.of(written.whole.get(2)), found);
    }

    private static List<Range> gaps(Written written) {
        List<Range> gaps = new ArrayList<>();
        long at = 0;
        for (SliceRecord record : written.whole) {
            if (record.offset() > at) {
                gaps.add(new Range(at, record.offset()));
            }
            at = record.offset() + record.length();
        }
        if (at < written.out.length()) {
            gaps.add(new Range(at, written.out.length()));
        }
        return gaps;
    }

    private static Seen scan(byte[] bytes, boolean isForwards) {
        Seen seen = new Seen();
        if (isForwards) {
            scanner(bytes).forwards(seen);
        } else {
            scanner(bytes).backwards(seen);
        }
        return seen;
    }

    static SliceScanner scanner(byte[] bytes) {
        ScanSource source = (offset, target, at, length) -> System.arraycopy(bytes, (int) offset, target, at, length);
        return new SliceScanner("test", FILE_ID, source, 0, bytes.length);
    }

    private static <T> List<T> reversed(List<T> list) {
        List<T> reversed = new ArrayList<>(list);
        Collections.reverse(reversed);
        return reversed;
    }
}
