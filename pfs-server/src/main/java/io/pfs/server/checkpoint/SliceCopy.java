package io.pfs.server.checkpoint;

import io.pfs.server.boost.StoredAt;
import io.pfs.server.image.SlicePart;
import io.pfs.server.image.StoredRows;
import io.pfs.server.slice.Slice;
import java.util.Optional;

/**
 * A slice as it was when a checkpoint came to it: a worker encodes this while the slice itself goes on changing.
 *
 * @param rows all of them, or what changed of them
 * @param under what they are laid over, for an image of both
 * @param earlier a delta that what changed is laid over, if not over the image
 * @param base what is on storage, if a delta to it is to be written; else it is an image
 * @param rowCount rows of the slice, or a few more
 * @param isWhole whether all rows are there
 */
record SliceCopy(
        CheckpointPart part,
        Written written,
        Slice rows,
        Optional<StoredRows> under,
        Optional<SlicePart> earlier,
        Optional<StoredAt> base,
        int rowCount,
        boolean isWhole) {
    long bytes() {
        return rows.memoryBytes()
                + under.map(StoredRows::memoryBytes).orElse(0L)
                + earlier.map(SlicePart::memoryBytes).orElse(0);
    }
}
