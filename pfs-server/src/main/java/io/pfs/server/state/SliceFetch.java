package io.pfs.server.state;

import io.pfs.PfsException;
import io.pfs.server.boost.StoredAt;
import io.pfs.server.image.SlicePart;
import io.pfs.server.image.StoredRows;
import io.pfs.server.metadata.RecordPlace;
import java.util.Optional;

/**
 * A slice whose rows are not in memory, of which a checkpoint needs what is on storage, without putting it there: the whole
 * of it, or, if there is one and the image may stay, its delta alone, which is not read then.
 */
public final class SliceFetch {
    private final HeldSlice slice;
    private final boolean whole;
    private Optional<StoredRows> rows = Optional.empty();
    private Optional<SlicePart> delta = Optional.empty();
    private Optional<PfsException> failure = Optional.empty();

    /** @param whole with the image, even if the delta is small */
    public SliceFetch(HeldSlice slice, boolean whole) {
        this.slice = slice;
        this.whole = whole;
    }

    public HeldSlice slice() {
        return slice;
    }

    /** What it will take in memory, about: records are compressed to a third or less. */
    public long bytesAbout() {
        StoredAt at = slice.storedOrFail();
        RecordPlace read = whole ? at.image() : at.delta().orElse(at.image());
        return 4L * read.bytesPerSlice();
    }

    public boolean isWhole() {
        return whole;
    }

    void found(StoredRows read) {
        rows = Optional.of(read);
    }

    void foundDelta(SlicePart read) {
        delta = Optional.of(read);
    }

    void failed(PfsException cause) {
        failure = Optional.of(cause);
    }

    /** All rows, unless the delta will do or reading failed. Nobody else's. */
    public Optional<StoredRows> rows() {
        return rows;
    }

    /** The delta, if that will do. */
    public Optional<SlicePart> delta() {
        return delta;
    }

    public Optional<PfsException> failure() {
        return failure;
    }
}
