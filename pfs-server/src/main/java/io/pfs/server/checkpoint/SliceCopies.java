package io.pfs.server.checkpoint;

import io.pfs.server.slice.Slice;
import io.pfs.server.state.DeltaShare;
import io.pfs.server.state.GroupContext;
import io.pfs.server.state.HeldSlice;
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
        delta(part, held, copy, copy, held.rowsAtMost());
        return true;
    }

    private void fromRows(CheckpointPart part, HeldSlice held, boolean wantsImage) {
        Slice slice = held.loaded();
        part.shard().expireReplies(slice);
        Slice copy = slice.copy();
        if (!wantsImage && held.stored().isPresent() && DeltaShare.isDeltaWorthIt(slice, slice.rowCount())) {
            delta(part, held, copy, copy, slice.rowCount());
        } else {
            image(part, held, copy);
            slice.imageWritten();
        }
    }

    /**
     * Adds a slice whose rows are not in memory to its part.
     *
     * @param stored what was fetched of it: all of it, or its delta; it is nobody else's
     */
    void fromStorage(CheckpointPart part, HeldSlice held, Slice stored) {
        Slice overlay = held.overlay().copyToWrite();
        stored.merge(overlay);
        if (stored.isOverlay()) {
            delta(part, held, stored, overlay, held.storedOrFail().rowCount() + overlay.rowCount());
        } else {
            part.shard().expireReplies(stored);
            image(part, held, stored);
        }
    }

    private void image(CheckpointPart part, HeldSlice held, Slice rows) {
        held.imageEncoded();
        add(new SliceCopy(part, new Written(held, true), rows, rows, Optional.empty(), rows.rowCount(), true));
    }

    private void delta(CheckpointPart part, HeldSlice held, Slice changed, Slice since, int rowCount) {
        add(new SliceCopy(
                part,
                new Written(held, false),
                changed,
                since,
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
