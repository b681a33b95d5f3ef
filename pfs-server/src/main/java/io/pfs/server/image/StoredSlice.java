package io.pfs.server.image;

import io.pfs.format.Refusals;
import io.pfs.server.image.SliceRecord.Kind;
import io.pfs.server.slice.NameFilter;
import io.pfs.server.slice.Slice;
import java.util.Optional;

/**
 * A record as it was read.
 *
 * @param slice of an image: as it was, nothing in it changed; of a delta: an overlay
 * @param filter to be believed only if its sequence says so
 */
public record StoredSlice(SliceRecord record, Slice slice, Optional<NameFilter> filter) {
    /**
     * The slice that this image and its delta make: it is this one's, changed. If the slice was split after the image
     * was written, the rows of its siblings are left behind.
     *
     * @param file what messages call the file of the delta
     */
    public Slice with(StoredSlice delta, String file) {
        requireOf(record, delta.record, file);
        slice.splitTo(delta.record.depth());
        slice.merge(delta.slice);
        return slice;
    }

    /** Refuses a delta that is none to this image. */
    static void requireOf(SliceRecord image, SliceRecord delta, String file) {
        boolean isOfIt = image.kind() == Kind.IMAGE
                && delta.kind() == Kind.DELTA
                && delta.key().equals(image.key())
                && delta.depth() >= image.depth()
                && delta.imageSequence() == image.newest().sequence();
        if (!isOfIt) {
            throw Refusals.corrupt(file, delta.offset(), "delta", "one of " + describe(image), describe(delta));
        }
    }

    private static String describe(SliceRecord record) {
        return record.kind() + " " + record.key() + " at depth " + record.depth() + " of the image at "
                + record.imageSequence();
    }
}
