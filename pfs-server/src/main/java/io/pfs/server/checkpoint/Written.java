package io.pfs.server.checkpoint;

import io.pfs.Check;
import io.pfs.server.boost.BoostEntry;
import io.pfs.server.boost.StoredAt;
import io.pfs.server.metadata.RecordPlace;
import io.pfs.server.state.HeldSlice;
import org.jspecify.annotations.Nullable;

/** What a checkpoint writes of a slice, to count once the journal says so. Known to both loop and worker, one at a time. */
final class Written {
    private static final long[] NO_HASHES = {};

    private final HeldSlice slice;
    private final boolean isImage;
    private final boolean fromStorage;
    private long[] added = NO_HASHES;
    private @Nullable StoredAt stored;

    Written(HeldSlice slice, boolean isImage) {
        this.slice = slice;
        this.isImage = isImage;
        this.fromStorage = !slice.isLoaded();
    }

    HeldSlice slice() {
        return slice;
    }

    /** Whether it is an image; else a delta. */
    boolean isImage() {
        return isImage;
    }

    StoredAt stored() {
        return Check.present(stored, "what is asked for is written");
    }

    /** Whether it was made of what is on storage, the rows not being in memory. */
    boolean isFromStorage() {
        return fromStorage;
    }

    /**
     * It is encoded; its place is told later.
     *
     * @param moreNames hashes that its filter has and that of what was stored before has not; none: it is to be told whole
     */
    void encoded(StoredAt as, long[] moreNames) {
        stored = as;
        added = moreNames;
    }

    void placedAt(RecordPlace place) {
        stored = stored().withLast(place);
    }

    BoostEntry entry() {
        return new BoostEntry(slice.key(), stored(), added);
    }
}
