package io.pfs.server.shard;

import io.pfs.server.boost.BoostEntry;
import io.pfs.server.boost.StoredAt;
import io.pfs.server.metadata.RecordPlace;

/** What a checkpoint has written of a slice, to count once the journal says so. */
final class Written {
    private final HeldSlice slice;
    private final long[] added;
    private final boolean fromStorage;
    private StoredAt stored;

    /**
     * Its place is told later.
     *
     * @param added hashes that its filter has and that of what was stored before has not; none: it is to be told whole
     */
    Written(HeldSlice slice, StoredAt stored, long[] added) {
        this.slice = slice;
        this.stored = stored;
        this.added = added;
        this.fromStorage = !slice.isLoaded();
    }

    HeldSlice slice() {
        return slice;
    }

    StoredAt stored() {
        return stored;
    }

    /** Whether it was made of what is on storage, the rows not being in memory. */
    boolean isFromStorage() {
        return fromStorage;
    }

    void placedAt(RecordPlace place) {
        stored = stored.withLast(place);
    }

    BoostEntry entry() {
        return new BoostEntry(slice.key(), stored, added);
    }
}
