package io.pfs.server.slice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.hash.NameHash;
import io.pfs.row.RowLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SliceTest {
    private static final NameHash HASH = new NameHash(5);
    private static final SliceKey KEY = new SliceKey(new TableId(1), new SliceId(0));
    private static final int TINY = Limits.DEFAULT.tinyRowsMax();

    private final Slice slice = new Slice(KEY, 0, HASH, Limits.DEFAULT);

    @Test
    void aTinySliceHasNoSlots() {
        for (int i = 0; i < TINY; i++) {
            put(slice, "name-" + i, 52);
        }
        long tiny = slice.memoryBytes();
        put(slice, "one-more", 52);
        assertTrue(slice.memoryBytes() >= tiny + 4L * TINY, "one row more than tiny has slots");
        for (int i = 0; i < TINY; i++) {
            assertTrue(has(slice, "name-" + i), "row " + i + " is found through the slots");
        }
        slice.imageWritten();
        remove(slice, "one-more");
        slice.imageWritten();
        assertTrue(has(slice, "name-0") && !has(slice, "one-more"), "rows are found without slots again");
    }

    @Test
    void anEmptySliceTakesNoArrays() {
        long empty = slice.memoryBytes();
        assertTrue(empty < 200, "an empty slice takes " + empty);
        put(slice, "a", 52);
        remove(slice, "a");
        assertEquals(empty, slice.memoryBytes(), "and so does one that is empty again");
    }

    @Test
    void aNameThatNoImageHasIsNotRemembered() {
        put(slice, "new", 52);
        assertTrue(remove(slice, "new"), "there was a row");
        assertEquals(0, slice.removedCount(), "no image can have it");
        put(slice, "old", 52);
        slice.imageWritten();
        assertTrue(remove(slice, "old"), "there was a row");
        assertEquals(1, slice.removedCount(), "the image has it");
        assertFalse(remove(slice, "old"), "there is no row any more");
        assertFalse(remove(slice, "unknown"), "there never was");
        assertEquals(2, slice.removedCount(), "a removal of what is not there may be about an image");
    }

    @Test
    void createAndRemoveForEverTakesNoMemory() {
        for (int i = 0; i < 100_000; i++) {
            put(slice, "temporary-" + i, 52);
            remove(slice, "temporary-" + i);
        }
        assertTrue(slice.memoryBytes() < 2_000, "an empty slice takes " + slice.memoryBytes());
    }

    @Test
    void rowsThatChangeTheirLengthLeaveNoHeapOfDeadBytes() {
        Random random = new Random(1);
        for (int i = 0; i < 100_000; i++) {
            put(slice, "name-" + random.nextInt(100), RowLayout.FIXED_BYTES + 16 * random.nextInt(7));
        }
        assertEquals(100, slice.rowCount(), "rows");
        long live = 100L * (11 + 7 + RowLayout.FIXED_BYTES + 6 * 16);
        assertTrue(slice.memoryBytes() < 2 * live, "100 rows take " + slice.memoryBytes());
    }

    @Test
    void theLargestRowsFit() {
        String longest = "n".repeat(Limits.ROW_NAME_BYTES_MAX);
        put(slice, longest, RowLayout.BYTES_MAX);
        put(slice, "n", RowLayout.BYTES_MAX);
        assertTrue(has(slice, longest) && has(slice, "n"), "both are there");
        int ref = ref(slice, longest);
        assertEquals(Limits.ROW_NAME_BYTES_MAX, slice.nameLength(ref), "name");
        assertEquals(RowLayout.BYTES_MAX, slice.rowLength(ref), "row");
    }

    @Test
    void manyLargeRowsSplitASliceEarly() {
        int rows = 0;
        while (!slice.isOverThreshold()) {
            put(slice, "name-" + rows++, RowLayout.BYTES_MAX);
        }
        assertEquals(rows, slice.rowCount(), "rows");
        assertTrue((long) rows * RowLayout.BYTES_MAX < Limits.SLICE_IMAGE_BYTES_MAX / 2, rows + " rows");
    }

    @Test
    void aSliceThatCannotSplitIsNeverOverItsThreshold() {
        Slice deepest = new Slice(KEY, Limits.SLICE_DEPTH_MAX, HASH, Limits.DEFAULT);
        byte[] name = {'a', 'a'};
        for (int i = 0; i < 2 * Limits.DEFAULT.sliceRowsMax(); i++) {
            name[0] = (byte) (i >> 6 | 0x80);
            name[1] = (byte) (i | 0xc0);
            deepest.put((long) i << 40, name, 0, 2, new byte[52], 0, 52);
        }
        assertFalse(deepest.isOverThreshold(), "there is no depth left");
        PfsException refused = assertThrows(PfsException.class, deepest::split);
        assertEquals(ErrorCode.INVARIANT_BROKEN, refused.code());
    }

    @Test
    void refusesWhatBelongsElsewhere() {
        Slice third = new Slice(new SliceKey(new TableId(1), new SliceId(2)), 2, HASH, Limits.DEFAULT);
        byte[] name = {'x'};
        third.put(0b0110, name, 0, 1, new byte[52], 0, 52);
        for (long foreign : new long[] {0b0111, 0b0100, 0}) {
            PfsException refused =
                    assertThrows(PfsException.class, () -> third.put(foreign, name, 0, 1, new byte[52], 0, 52));
            assertEquals(ErrorCode.INVARIANT_BROKEN, refused.code());
        }
        assertEquals(1, third.rowCount(), "rows");
    }

    @Test
    void itsSequenceOnlyGrows() {
        slice.advance(7);
        slice.advance(7);
        assertEquals(
                ErrorCode.INVARIANT_BROKEN,
                assertThrows(PfsException.class, () -> slice.advance(6)).code());
        assertEquals(7, slice.sequence());
    }

    @Test
    void onlyChangesToTheSameSliceAreMerged() {
        Slice deeper = new Slice(KEY, 1, HASH, Limits.DEFAULT);
        assertEquals(
                ErrorCode.INVARIANT_BROKEN,
                assertThrows(PfsException.class, () -> slice.merge(deeper)).code());
    }

    /** Between splits slices are of all sizes, so the average over a growing table is what counts. */
    @Test
    void aRowTakesAtMost120Bytes() {
        List<Slice> slices = new ArrayList<>(List.of(slice));
        double worst = 0;
        for (int i = 0; i < 150_000; i++) {
            byte[] name = String.format("%016x", i * 0x9e37_79b9_7f4a_7c15L).getBytes(StandardCharsets.US_ASCII);
            long hash = HASH.of(name, 0, name.length);
            Slice owner = slices.stream()
                    .filter(s -> ((hash ^ s.key().slice().value()) & ((1L << s.depth()) - 1)) == 0)
                    .findFirst()
                    .orElseThrow();
            owner.put(hash, name, 0, name.length, new byte[RowLayout.FIXED_BYTES], 0, RowLayout.FIXED_BYTES);
            if (owner.isOverThreshold()) {
                slices.add(owner.split());
            }
            if (i > 20_000 && i % 1_000 == 0) {
                worst = Math.max(
                        worst,
                        (double) slices.stream().mapToLong(Slice::memoryBytes).sum() / i);
            }
        }
        assertTrue(worst <= 120, "bytes a row at the worst moment: " + worst);
        assertTrue(worst >= 90, "a figure that low is a mistake: " + worst);
    }

    private static void put(Slice slice, String name, int rowLength) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        slice.put(HASH.of(bytes, 0, bytes.length), bytes, 0, bytes.length, new byte[rowLength], 0, rowLength);
    }

    private static boolean remove(Slice slice, String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return slice.remove(HASH.of(bytes, 0, bytes.length), bytes, 0, bytes.length);
    }

    private static int ref(Slice slice, String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return slice.find(HASH.of(bytes, 0, bytes.length), bytes, 0, bytes.length);
    }

    private static boolean has(Slice slice, String name) {
        return ref(slice, name) >= 0;
    }
}
