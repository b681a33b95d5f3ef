package io.pfs.server.shard;

import io.pfs.server.metadata.RecordPlace;
import io.pfs.server.slice.Slice;
import java.util.Optional;

/**
 * What of a slice is on storage and counts: its newest image, and the newest delta to that image if there is one.
 *
 * @param sequence of the newest change in either
 * @param imageSequence of the newest change in the image, by which a delta names it
 * @param rowCount rows of the slice then
 */
record StoredAt(RecordPlace image, Optional<RecordPlace> delta, long sequence, long imageSequence, int rowCount) {

    /** A slice just written as an image. */
    static StoredAt image(RecordPlace place, Slice slice) {
        return new StoredAt(place, Optional.empty(), slice.sequence(), slice.sequence(), slice.rowCount());
    }

    /** The same image with a newer delta. */
    StoredAt withDelta(RecordPlace place, Slice slice) {
        return new StoredAt(image, Optional.of(place), slice.sequence(), imageSequence, slice.rowCount());
    }
}
