package io.pfs.server.state;

import io.pfs.PfsException;
import java.util.List;
import java.util.function.Consumer;

/** Brings the rows of a slice back into memory. */
public interface SliceLoader {
    /** Loads the slice on a worker, then runs {@code loaded}, or {@code failed} if storage would not give it. */
    void load(HeldSlice slice, Runnable loaded, Consumer<PfsException> failed);

    /**
     * Finds out whether a slice has a name or a request that its filter takes for present: loads it, as above, unless the filter
     * is mistaken, which it knows then.
     *
     * @param filterHash as filters know it
     * @param isName whether it is that of a name
     */
    void seek(HeldSlice slice, long filterHash, boolean isName, Runnable known, Consumer<PfsException> failed);

    /** Reads what a checkpoint needs of slices whose rows are not in memory, one after the other on one worker. */
    void fetch(List<SliceFetch> slices, Runnable fetched);

    /** Loads the slice here and now: for recovery, when nobody is served yet. */
    void loadNow(HeldSlice slice);
}
