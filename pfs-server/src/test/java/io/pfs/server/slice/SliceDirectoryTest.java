package io.pfs.server.slice;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.hash.SliceBitmap;
import org.junit.jupiter.api.Test;

final class SliceDirectoryTest {
    private static final int HASHES = 1 << 10;
    private static final int SPLITS = 200;

    @Test
    void itFindsWhatTheBitmapFinds() {
        SliceBitmap bitmap = new SliceBitmap();
        Integer[] directory = {0};
        for (int i = 0; i < SPLITS; i++) {
            // uneven: some parts are split again and again
            int child = bitmap.split(bitmap.sliceOf((long) i * i % 61));
            directory = SliceDirectory.with(directory, child, child);
            requireSame(bitmap, directory);
            if (bitmap.radix() == 10) {
                return;
            }
        }
    }

    @Test
    void anotherValueOfASliceTakesAllOfItsPlacesAndNoOther() {
        Integer[] directory = {0};
        for (int slice : new int[] {1, 3, 7}) {
            directory = SliceDirectory.with(directory, slice, slice);
        }
        directory = SliceDirectory.with(directory, 0, 100);
        directory = SliceDirectory.with(directory, 3, 103);
        int[] expected = {100, 1, 100, 103, 100, 1, 100, 7};
        for (int hash = 0; hash < expected.length; hash++) {
            assertEquals(expected[hash], directory[SliceDirectory.place(hash, directory.length)], "hash " + hash);
        }
    }

    private static void requireSame(SliceBitmap bitmap, Integer[] directory) {
        for (int hash = 0; hash < HASHES; hash++) {
            int found = directory[SliceDirectory.place(hash, directory.length)];
            assertEquals(bitmap.sliceOf(hash), found, bitmap + ", hash " + hash);
        }
    }
}
