package io.pfs.server.shard;

import io.pfs.PfsException;
import io.pfs.server.slice.Slice;
import java.util.function.Consumer;

/** Brings the rows of a slice back into memory. */
interface SliceLoader {
    /** Loads the slice on a worker, then runs {@code loaded}, or {@code failed} if storage would not give it. */
    void load(HeldSlice slice, Runnable loaded, Consumer<PfsException> failed);

    /**
     * Reads what a checkpoint needs of a slice whose rows are not in memory, without putting it there: the whole of it as
     * it is on storage, or, if there is one and the image may stay, its delta alone, as an overlay.
     */
    void fetch(HeldSlice slice, boolean whole, Consumer<Slice> fetched, Consumer<PfsException> failed);

    /** Loads the slice here and now: for recovery, when nobody is served yet. */
    void loadNow(HeldSlice slice);
}
