package io.pfs.server.boost;

import io.pfs.server.metadata.RecordPlace;
import io.pfs.server.slice.NameFilter;
import java.util.Optional;

/**
 * What of a slice is on storage and counts: its newest image, and the newest delta to that image if there is one.
 *
 * @param depth of the slice then
 * @param sequence of the newest change in either
 * @param imageSequence of the newest change in the image, by which a delta names it
 * @param rowCount rows of the slice then, or a few more: a row written again may have been counted twice
 * @param filter of the names on storage; a scan can't tell it
 */
public record StoredAt(
        RecordPlace image,
        Optional<RecordPlace> delta,
        int depth,
        long sequence,
        long imageSequence,
        int rowCount,
        Optional<NameFilter> filter) {

    /** The newest record. */
    public RecordPlace last() {
        return delta.orElse(image);
    }

    /** With another place of the newest record. */
    public StoredAt withLast(RecordPlace place) {
        boolean isDelta = delta.isPresent();
        return new StoredAt(
                isDelta ? image : place,
                isDelta ? Optional.of(place) : delta,
                depth,
                sequence,
                imageSequence,
                rowCount,
                filter);
    }

    /** Without the filter: what a scan finds as well. */
    public StoredAt withoutFilter() {
        return new StoredAt(image, delta, depth, sequence, imageSequence, rowCount, Optional.empty());
    }

    /** With a better count. */
    public StoredAt withRowCount(int rows) {
        return rows == rowCount ? this : new StoredAt(image, delta, depth, sequence, imageSequence, rows, filter);
    }

    /** Whether the same records are meant. */
    public boolean isAtSamePlaces(StoredAt other) {
        return image.equals(other.image) && delta.equals(other.delta);
    }

    public StoredAt withFilter(NameFilter known) {
        return new StoredAt(image, delta, depth, sequence, imageSequence, rowCount, Optional.of(known));
    }
}
