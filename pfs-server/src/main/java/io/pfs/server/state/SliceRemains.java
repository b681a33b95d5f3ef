package io.pfs.server.state;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.slice.Slice;
import java.util.Optional;

/**
 * What storage still gives of a slice that it does not give whole.
 *
 * @param image its rows as they were when the image was written, as far as they are in it now
 * @param changes what came since, and how it is now
 * @param isAll whether there is nothing else of it on storage
 */
public record SliceRemains(Optional<Slice> image, Optional<Slice> changes, boolean isAll) {
    /** Whether bytes are not what was written, or can't be had, so that only a copy brings them back. All else is for another version, or another day. */
    public static boolean isLoss(PfsException why) {
        return why.code() == ErrorCode.CORRUPT || why.code() == ErrorCode.IO_FAILED;
    }
}
