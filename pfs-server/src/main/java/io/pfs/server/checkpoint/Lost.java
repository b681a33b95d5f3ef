package io.pfs.server.checkpoint;

import io.pfs.SliceKey;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * What becomes of what can't be read: of shards whose records the journal has lost, and of slices.
 *
 * @param isGivenUp whether it is served as what is left makes it, as somebody has decided; else it is refused
 * @param elsewhere what leads to tables that other servers have
 * @param rotten the slices that it was decided about: what fails to be read beside them is refused
 */
public record Lost(boolean isGivenUp, LeadingRows elsewhere, Set<SliceKey> rotten) {
    /** It is not served. */
    public static final Lost SET_APART = new Lost(false, LeadingRows.NONE, new TreeSet<>());

    /** Somebody has decided. */
    public static Lost givenUp(LeadingRows elsewhere, Collection<SliceKey> rotten) {
        return new Lost(true, elsewhere, new TreeSet<>(rotten));
    }
}
