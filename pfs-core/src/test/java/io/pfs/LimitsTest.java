package io.pfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.row.RowLayout;
import org.junit.jupiter.api.Test;

final class LimitsTest {
    @Test
    void theSmallestOnesForTheSimulatorAreAllowed() {
        Limits tiny = new Limits(4, 0, 1024, 512, 4096, 1, 4096, 0);
        assertEquals(4, tiny.sliceRowsMax());
        assertEquals(1024, Limits.DEFAULT.sliceRowsMax());
    }

    @Test
    void relationsAreChecked() {
        refused("tinyRowsMax", () -> new Limits(8, 9, 1024, 512, 4096, 1, 4096, 0));
        refused("journalFileBytes", () -> new Limits(8, 8, 1023, 512, 4096, 1, 4096, 0));
        refused("sliceRowsMax", () -> new Limits(3, 0, 1024, 512, 4096, 1, 4096, 0));
        refused("journalBatchBytesMax", () -> new Limits(8, 8, 1024, 511, 4096, 1, 4096, 0));
        refused("metadataFileBytes", () -> new Limits(8, 8, 1024, 512, 4095, 1, 4096, 0));
        refused("repliesPerSliceMax", () -> new Limits(8, 8, 1024, 512, 4096, 0, 4096, 0));
        refused("columnFileBytes", () -> new Limits(8, 8, 1024, 512, 4096, 1, 4095, 0));
        refused("cellEmbedBytesMax", () -> new Limits(8, 8, 1024, 512, 4096, 1, 4096, 65537));
    }

    private static void refused(String component, Runnable constructor) {
        PfsException refused = assertThrows(PfsException.class, constructor::run);
        assertEquals(ErrorCode.OUT_OF_RANGE, refused.code());
        assertTrue(refused.getMessage().contains(component + " must be from"), refused.getMessage());
    }

    @Test
    void constantsFitEachOther() {
        int twoRows = 2 * (RowLayout.BYTES_MAX + Limits.ROW_NAME_BYTES_MAX);
        assertTrue(twoRows + Limits.REPLY_BYTES_MAX < Limits.JOURNAL_RECORD_BYTES_MAX, "a rename fits a record");
        assertTrue(Limits.JOURNAL_RECORD_BYTES_MAX < Limits.DEFAULT.journalBatchBytesMax(), "a record fits a batch");
        long fullSlice = (long) Limits.DEFAULT.sliceRowsMax() * (RowLayout.BYTES_MAX + Limits.ROW_NAME_BYTES_MAX);
        assertTrue(fullSlice < Limits.SLICE_IMAGE_BYTES_MAX, "the fattest rows fit an image: " + fullSlice);
        assertEquals(Limits.SLICES_MAX, 1 << Limits.SLICE_DEPTH_MAX);
        assertEquals(1, Integer.bitCount(Limits.SHARDS_DEFAULT));
        assertEquals(1 << 16, Limits.SHARDS_MAX, "a table id has 16 bits for its maker");
    }
}
