package io.pfs.server.checkpoint;

import io.pfs.Check;
import io.pfs.server.image.SlicePart;
import io.pfs.server.image.StoredRows;
import io.pfs.server.slice.Slice;
import io.pfs.server.state.DeltaShare;
import io.pfs.server.state.GroupContext;
import io.pfs.server.state.HeldSlice;
import io.pfs.server.state.SliceFetch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Takes copies of slices for a checkpoint, and decides whether each becomes an image or a delta. A slice whose rows are not
 * in memory is not put there for that: a delta is made of what is laid over it, or of the delta before and that.
 */
final class SliceCopies {
    private final GroupContext context;
    private List<SliceCopy> taken = new ArrayList<>();
    private long bytes;

    SliceCopies(GroupContext context) {
        this.context = context;
    }

    /** What the copies take that nobody has come for. */
    long bytes() {
        return bytes;
    }

    /** Hands over what was taken. */
    List<SliceCopy> handOver() {
        List<SliceCopy> all = taken;
        taken = new ArrayList<>();
        bytes = 0;
        return all;
    }

    /** Whether only an image will do. */
    boolean wantsImage(HeldSlice held) {
        return held.needsImage() || context.faultPoints().maybe("checkpoint.image");
    }

    /** Copies a slice and adds it to its part, if nothing has to be read for that; says whether it did. */
    boolean fromMemory(CheckpointPart part, HeldSlice held, boolean wantsImage) {
        if (held.isLoaded()) {
            fromRows(part, held, wantsImage);
            return true;
        }
        Slice overlay = held.overlay();
        if (wantsImage
                || !held.coversImage()
                || !DeltaShare.isDeltaWorthIt(overlay, held.rowsAtMost() - overlay.rowCount())) {
            return false;
        }
        Slice copy = overlay.copyToWrite();
        delta(part, held, copy, Optional.empty(), held.rowsAtMost());
        return true;
    }

    private void fromRows(CheckpointPart part, HeldSlice held, boolean wantsImage) {
        Slice slice = held.loaded();
        part.shard().expireReplies(slice);
        Slice copy = slice.copy();
        if (!wantsImage && held.stored().isPresent() && DeltaShare.isDeltaWorthIt(slice, slice.rowCount())) {
            delta(part, held, copy, Optional.empty(), slice.rowCount());
        } else {
            image(part, held, copy, Optional.empty());
            slice.imageWritten();
        }
    }

    /** Adds a slice whose rows are not in memory to its part, with all of it or its delta having been fetched. */
    void fromStorage(CheckpointPart part, SliceFetch fetched) {
        HeldSlice held = fetched.slice();
        Slice overlay = held.overlay().copyToWrite();
        if (fetched.delta().isPresent()) {
            delta(part, held, overlay, fetched.delta(), held.storedOrFail().rowCount() + overlay.rowCount());
            return;
        }
        StoredRows stored = Check.present(fetched.rows().orElse(null), "what was read is there");
        stored.withoutRows().mergeReplies(overlay);
        part.shard().expireReplies(stored.withoutRows());
        image(part, held, overlay, fetched.rows());
    }

    private void image(CheckpointPart part, HeldSlice held, Slice rows, Optional<StoredRows> under) {
        held.imageEncoded();
        add(new SliceCopy(
                part, new Written(held, true), rows, under, Optional.empty(), Optional.empty(), rows.rowCount(), true));
    }

    private void delta(CheckpointPart part, HeldSlice held, Slice changed, Optional<SlicePart> earlier, int rowCount) {
        add(new SliceCopy(
                part,
                new Written(held, false),
                changed,
                Optional.empty(),
                earlier,
                Optional.of(held.storedOrFail()),
                rowCount,
                held.isLoaded()));
    }

    private void add(SliceCopy copy) {
        copy.part().add(copy.written());
        taken.add(copy);
        bytes += copy.bytes();
    }
}
