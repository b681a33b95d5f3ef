package io.pfs.server.image;

import static io.pfs.server.image.RandomSlices.FILE_ID;
import static io.pfs.server.image.RandomSlices.HASH;
import static io.pfs.server.image.RandomSlices.assertSame;
import static io.pfs.server.image.RandomSlices.stamp;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.hash.NameHash;
import io.pfs.row.Row;
import io.pfs.server.slice.NameFilter;
import io.pfs.server.slice.RowCursor;
import io.pfs.server.slice.Slice;
import io.pfs.testing.Seeds;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SliceImageTest {
    private final SliceEncoder encoder = new SliceEncoder();
    private final SliceDecoder decoder = new SliceDecoder(Limits.DEFAULT);

    @Test
    void imagesOfAnySliceComeBack() {
        Seeds.each("SliceImageTest#imagesOfAnySliceComeBack", 300, seed -> {
            Slice slice = new RandomSlices(seed).slice(sizeFor(seed), 0);
            StoredSlice read = image(slice, Optional.empty());
            assertSame(slice, read.slice(), "image");
            assertFalse(read.slice().isOverlay(), "an image is no overlay");
            assertTrue(read.filter().isEmpty(), "no filter was written");
        });
    }

    @Test
    void anImageAndItsDeltaMakeTheSlice() {
        Seeds.each("SliceImageTest#anImageAndItsDeltaMakeTheSlice", 300, seed -> {
            int rows = sizeFor(seed);
            Slice then = new RandomSlices(seed).slice(rows, 0);
            Slice now = new RandomSlices(seed).slice(rows, (int) (seed % 40));
            StoredSlice image = image(withoutReplies(then), Optional.empty());
            StoredSlice delta = delta(now, then.sequence());
            assertTrue(delta.slice().isOverlay(), "a delta is an overlay");
            assertSame(now, image.with(delta, "test"), "image with delta");
        });
    }

    @Test
    void aDeltaGrowsByPartsThatStayAsTheyAre() {
        Seeds.each("SliceImageTest#aDeltaGrowsByPartsThatStayAsTheyAre", 200, seed -> {
            RandomSlices slices = new RandomSlices(seed);
            Random random = new Random(seed);
            int nameForm = random.nextInt(RandomSlices.NAME_FORMS);
            Slice now = withoutReplies(slices.slice(sizeFor(seed), 0, nameForm, 0));
            StoredSlice image = image(now, Optional.empty());
            Optional<SlicePart> delta = Optional.empty();
            int changes = 0;
            for (int parts = 1 + random.nextInt(5); parts > 0; parts--) {
                now.imageWritten();
                slices.change(now, random.nextInt(30), nameForm, 0);
                slices.reply(now, random.nextInt(3));
                Slice since = now.changes();
                changes += since.rowCount() + since.removedCount() + since.replyCount();
                delta = Optional.of(partOf(since, image.slice().sequence(), delta));
                assertEquals(changes, delta.get().changes(), "changes in all parts");
                assertNamesAreFound(since, delta.get());
            }
            Slice read = image.with(decoder.decode(delta.orElseThrow(), HASH), "test");
            assertSame(withoutReplies(now), withoutReplies(read), "image with delta");
            assertEquals(now.replyCount(), read.replyCount(), "replies");
        });
    }

    @Test
    void rowsThatAreOnlyPutInOrderMakeTheSameImage() {
        Seeds.each("SliceImageTest#rowsThatAreOnlyPutInOrderMakeTheSameImage", 300, seed -> {
            RandomSlices slices = new RandomSlices(seed);
            Random random = new Random(seed);
            int nameForm = random.nextInt(RandomSlices.NAME_FORMS);
            int rowForm = random.nextInt(3);
            Slice now = slices.slice(sizeFor(seed), 0, nameForm, rowForm);
            SlicePart image = partOf(encoder.image(now, Optional.empty()));
            long imageSequence = now.sequence();
            now.splitTo(now.depth() + random.nextInt(3));
            Optional<SlicePart> delta = Optional.empty();
            for (int parts = random.nextInt(4); parts > 0; parts--) {
                delta = Optional.of(partOf(changed(now, slices, random, nameForm, rowForm), imageSequence, delta));
            }
            boolean isSplitSince =
                    delta.isEmpty() && now.depth() > image.record().depth();
            Slice since = isSplitSince
                    ? Slice.overlay(now.key(), image.record().depth(), HASH, Limits.DEFAULT)
                    : changed(now, slices, random, nameForm, rowForm);
            since.advance(now.sequence());

            StoredSlice looked = decoder.decode(image, HASH);
            delta.ifPresent(changes -> looked.with(decoder.decode(changes, HASH), "test"));
            looked.slice().merge(since);
            byte[] expected = bytes(encoder.image(looked.slice(), Optional.empty()));
            NameFilter expectedFilter = NameFilter.of(looked.slice());

            StoredRows stored = decoder.rows(image, delta, HASH, "test");
            stored.withoutRows().mergeReplies(since);
            assertArrayEquals(expected, bytes(encoder.image(stored, since)), "image");
            assertArrayEquals(bits(expectedFilter), bits(encoder.imageFilter(stored.withoutRows())), "filter");
            assertEquals(
                    expectedFilter.sequence(),
                    encoder.imageFilter(stored.withoutRows()).sequence());
        });
    }

    /** Puts and removes some rows, and answers some requests; returns these changes alone. */
    private static Slice changed(Slice now, RandomSlices slices, Random random, int nameForm, int rowForm) {
        now.imageWritten();
        slices.change(now, random.nextInt(30), nameForm, rowForm);
        slices.reply(now, random.nextInt(3));
        return now.changes();
    }

    private byte[] bytes(SliceEncoder.Encoded encoded) {
        ByteWriter out = new ByteWriter(16);
        encoder.unplaced(encoded, stamp(0)).append(stamp(0).place(), out);
        return out.toBytes();
    }

    private static byte[] bits(NameFilter filter) {
        ByteWriter out = new ByteWriter(16);
        filter.encode(out);
        return out.toBytes();
    }

    /** Of a delta of many parts that name the same rows again and again the record says little of what they take. */
    @Test
    void aDeltaThatTakesFarMoreThanItsBytesIsRefused() {
        Slice slice = new RandomSlices(4).slice(6000, 0, 1, 0);
        SlicePart image = partOf(encoder.image(slice, Optional.empty()));
        Slice all = withoutReplies(slice).changes();
        all.advance(slice.sequence() + 1);
        Optional<SlicePart> delta = Optional.empty();
        for (int parts = 0; parts < 60; parts++) {
            delta = Optional.of(partOf(all, slice.sequence(), delta));
        }
        Optional<SlicePart> grown = delta;
        PfsException refusal = assertThrows(PfsException.class, () -> decoder.rows(image, grown, HASH, "some.meta"));
        assertEquals(ErrorCode.CORRUPT, refusal.code());
    }

    @Test
    void whatIsNoImageIsNotWrittenAnew() {
        Slice slice = new RandomSlices(4).slice(30, 0);
        SlicePart delta = partOf(slice.changes(), slice.sequence(), Optional.empty());
        PfsException refusal =
                assertThrows(PfsException.class, () -> decoder.rows(delta, Optional.empty(), HASH, "some.meta"));
        assertEquals(ErrorCode.CORRUPT, refusal.code());
    }

    @Test
    void aDeltaDoesNotGrowForEver() {
        Slice slice = new RandomSlices(4).slice(30, 0);
        Slice since = Slice.overlay(slice.key(), slice.depth(), HASH, Limits.DEFAULT);
        long image = slice.sequence();
        since.advance(image + 1);
        SlicePart delta = partOf(since, image, Optional.empty());
        for (int parts = 1; parts < DeltaPart.PARTS_MAX; parts++) {
            assertTrue(delta.mayGrow(image, slice.depth(), 0), parts + " parts");
            delta = partOf(since, image, Optional.of(delta));
        }
        assertFalse(delta.mayGrow(image, slice.depth(), 0), "as many parts as there may be");
        SlicePart tooMany = partOf(since, image, Optional.of(delta));
        PfsException refusal = assertThrows(PfsException.class, () -> decoder.decode(tooMany, HASH));
        assertEquals(ErrorCode.CORRUPT, refusal.code());
    }

    @Test
    void aDeltaGrowsOnlyForItsImageAndWhileItIsNotTooLarge() {
        Slice slice = new RandomSlices(4).slice(30, 0);
        SlicePart delta = partOf(slice.changes(), slice.sequence(), Optional.empty());
        assertTrue(delta.mayGrow(slice.sequence(), slice.depth(), 1000));
        assertFalse(delta.mayGrow(slice.sequence() + 1, slice.depth(), 1000), "another image");
        assertFalse(delta.mayGrow(slice.sequence(), slice.depth() + 1, 1000), "the slice has split");
        assertFalse(delta.mayGrow(slice.sequence(), slice.depth(), Limits.SLICE_IMAGE_BYTES_MAX / 4), "too large");
    }

    private void assertNamesAreFound(Slice since, SlicePart delta) {
        RowCursor rows = since.rows();
        while (rows.next()) {
            assertTrue(delta.hasAny(HASH, new long[] {rows.hash()}, false), "a row of the newest part");
        }
    }

    private SlicePart partOf(Slice since, long imageSequence, Optional<SlicePart> earlier) {
        return partOf(encoder.delta(since, imageSequence, since.rowCount(), Optional.empty(), earlier));
    }

    private SlicePart partOf(SliceEncoder.Encoded encoded) {
        return SliceDecoder.part(new ByteReader("test", bytes(encoded)), FILE_ID, encoded.key());
    }

    /** The replies of the two runs of the generator differ, being drawn last. */
    private static Slice withoutReplies(Slice slice) {
        Slice copy = new Slice(slice.key(), slice.depth(), HASH, Limits.DEFAULT);
        RowCursor rows = slice.rows();
        while (rows.next()) {
            copy.put(
                    rows.hash(),
                    rows.array(),
                    rows.nameAt(),
                    rows.nameLength(),
                    rows.array(),
                    rows.rowAt(),
                    rows.rowLength());
        }
        copy.advance(slice.sequence());
        return copy;
    }

    @Test
    void aDeltaAfterASplitLeavesTheSiblingsRowsBehind() {
        Seeds.each("SliceImageTest#aDeltaAfterASplitLeavesTheSiblingsRowsBehind", 50, seed -> {
            Slice slice = withoutReplies(new RandomSlices(seed).slice(200, 0));
            StoredSlice image = image(slice, Optional.empty());
            slice.imageWritten();
            slice.split();
            slice.split();
            slice.advance(slice.sequence() + 1);
            StoredSlice delta = delta(slice, image.slice().sequence());
            assertSame(slice, image.with(delta, "test"), "lower half");
        });
    }

    @Test
    void aFilterRidesAlong() {
        Slice slice = new RandomSlices(1).slice(500, 0);
        StoredSlice read = image(slice, Optional.of(NameFilter.of(slice)));
        NameFilter filter = read.filter().orElseThrow();
        assertEquals(slice.sequence(), filter.sequence());
        RowCursor rows = slice.rows();
        while (rows.next()) {
            assertTrue(filter.mightContain(rows.hash()), "a row that is there may be there");
        }
    }

    @Test
    void aDeltaOfAnotherImageIsRefused() {
        Slice slice = new RandomSlices(3).slice(20, 0);
        StoredSlice image = image(slice, Optional.empty());
        StoredSlice delta = delta(slice, slice.sequence() - 1);
        PfsException refusal = assertThrows(PfsException.class, () -> image.with(delta, "other.meta"));
        assertEquals(ErrorCode.CORRUPT, refusal.code());
        assertTrue(refusal.getMessage().contains("other.meta"), refusal.getMessage());
        assertThrows(PfsException.class, () -> image.with(image, "other.meta"));
    }

    @Test
    void anImageUnderAnotherHashIsRefused() {
        Slice slice = new RandomSlices(5).slice(100, 0);
        ByteWriter out = new ByteWriter(1 << 10);
        encoder.image(slice, Optional.empty(), stamp(0), out);
        ByteReader in = new ByteReader("test", out.toBytes());
        PfsException refusal =
                assertThrows(PfsException.class, () -> decoder.decode(in, FILE_ID, new NameHash(HASH.seed() + 1)));
        assertEquals(ErrorCode.CORRUPT, refusal.code());
    }

    @Test
    void aSliceTooLargeForARecordIsRefused() {
        Slice slice = new Slice(new RandomSlices(1).slice(0, 0).key(), 0, HASH, Limits.DEFAULT);
        Random random = new Random(1);
        Row empty = Row.emptyFile(new FileId(1), 0644, 0, 0, 1);
        for (int i = 0; i < 5000; i++) {
            byte[] inline = new byte[Limits.ROW_INLINE_BYTES_MAX];
            random.nextBytes(inline);
            byte[] row = new Row(empty.fileId(), 1, 0, empty.times(), 0, 0, 0, empty.kind(), empty.cells(), inline)
                    .toBytes();
            byte[] name = ("row" + i).getBytes(java.nio.charset.StandardCharsets.UTF_8);
            slice.put(HASH.of(name, 0, name.length), name, 0, name.length, row, 0, row.length);
        }
        PfsException refusal = assertThrows(
                PfsException.class, () -> encoder.image(slice, Optional.empty(), stamp(0), new ByteWriter(16)));
        assertEquals(ErrorCode.TOO_LARGE, refusal.code());
    }

    private static int sizeFor(long seed) {
        return switch ((int) (seed % 5)) {
            case 0 -> 0;
            case 1 -> 1;
            case 2 -> 5;
            case 3 -> 100;
            default -> 600;
        };
    }

    private StoredSlice image(Slice slice, Optional<NameFilter> filter) {
        ByteWriter out = new ByteWriter(16);
        out.gap(24);
        SliceRecord record = encoder.image(slice, filter, stamp(24), out);
        return read(record, out);
    }

    private StoredSlice delta(Slice slice, long imageSequence) {
        ByteWriter out = new ByteWriter(16);
        out.gap(24);
        SliceRecord record = encoder.delta(slice, imageSequence, Optional.empty(), stamp(24), out);
        return read(record, out);
    }

    private StoredSlice read(SliceRecord record, ByteWriter out) {
        assertEquals(out.length(), record.offset() + record.length(), "a record is as long as it says");
        ByteReader in = new ByteReader("test", 24, out.toBytes(), 24, out.length());
        StoredSlice read = decoder.decode(in, FILE_ID, HASH);
        assertEquals(record, read.record());
        in.expectEnd("record");
        return read;
    }
}
