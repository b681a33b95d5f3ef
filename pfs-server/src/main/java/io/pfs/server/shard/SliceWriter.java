package io.pfs.server.shard;

import io.pfs.server.boost.StoredAt;
import io.pfs.server.image.BundleEncoder;
import io.pfs.server.image.SliceEncoder;
import io.pfs.server.image.SliceEncoder.Encoded;
import io.pfs.server.image.SliceRecord;
import io.pfs.server.image.Stamp;
import io.pfs.server.metadata.MetadataWriter;
import io.pfs.server.metadata.RecordPlace;
import io.pfs.server.slice.NameFilter;
import io.pfs.server.slice.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decides whether a slice is written as an image or as a delta, and encodes it: a small one into a bundle with others of
 * its shard. One whose rows are not in memory is not put there for that: a delta is made of what is laid over it, or of
 * the delta before and that.
 */
final class SliceWriter {
    /** A delta that repeats more than one row in so many is worth an image. */
    private static final int DELTA_SHARE = 4;
    /** What is as small as this goes into a bundle: its own frame would be a good part of it. */
    private static final int BUNDLED_BYTES_MAX = 1024;

    private static final RecordPlace NO_PLACE = new RecordPlace(0, 0, 0);
    private static final long[] NO_HASHES = {};

    private final GroupContext context;
    private final MetadataWriter writer;
    private final SliceEncoder encoder = new SliceEncoder();
    private final BundleEncoder bundle = new BundleEncoder();
    private final List<Written> bundled = new ArrayList<>();
    private Optional<CheckpointPart> bundledOf = Optional.empty();

    SliceWriter(GroupContext context, MetadataWriter writer) {
        this.context = context;
        this.writer = writer;
    }

    /** Whether only an image will do. */
    boolean wantsImage(HeldSlice held) {
        return held.needsImage() || context.faultPoints().maybe("checkpoint.image");
    }

    /** Encodes a slice and adds it to its part, if nothing has to be read for that; says whether it did. */
    boolean fromMemory(CheckpointPart part, HeldSlice held, boolean wantsImage) {
        if (held.isLoaded()) {
            fromRows(part, held, wantsImage);
            return true;
        }
        Slice overlay = held.overlay();
        if (wantsImage || !held.coversImage() || !isDeltaWorthIt(overlay, held.rowsAtMost() - overlay.rowCount())) {
            return false;
        }
        delta(part, held, overlay, overlay, held.rowsAtMost());
        return true;
    }

    private void fromRows(CheckpointPart part, HeldSlice held, boolean wantsImage) {
        Slice slice = held.loaded();
        part.shard().expireReplies(slice);
        if (!wantsImage && held.stored().isPresent() && isDeltaWorthIt(slice, slice.rowCount())) {
            delta(part, held, slice, slice, slice.rowCount());
        } else {
            image(part, held, slice);
            slice.imageWritten();
        }
    }

    /**
     * Encodes a slice whose rows are not in memory, and adds it to its part.
     *
     * @param stored what was fetched of it: all of it, or its delta
     */
    void fromStorage(CheckpointPart part, HeldSlice held, Slice stored) {
        Slice overlay = held.overlay();
        stored.merge(overlay);
        if (stored.isOverlay()) {
            delta(part, held, stored, overlay, held.storedOrFail().rowCount() + overlay.rowCount());
        } else {
            part.shard().expireReplies(stored);
            image(part, held, stored);
        }
    }

    private void image(CheckpointPart part, HeldSlice held, Slice slice) {
        Encoded encoded = encoder.image(slice, Optional.empty());
        held.imageEncoded();
        StoredAt stored = new StoredAt(
                NO_PLACE,
                Optional.empty(),
                slice.depth(),
                slice.sequence(),
                slice.sequence(),
                slice.rowCount(),
                Optional.of(NameFilter.of(slice)));
        append(part, encoded, new Written(held, stored, NO_HASHES));
    }

    /**
     * The filter grows with the names that came since the image; the next image makes it anew.
     *
     * @param changed since the image
     * @param sinceStored changed since what is on storage, or more
     */
    private void delta(CheckpointPart part, HeldSlice held, Slice changed, Slice sinceStored, int rowCount) {
        StoredAt base = held.storedOrFail();
        Encoded encoded = encoder.delta(changed, base.imageSequence(), rowCount, Optional.empty());
        Optional<NameFilter> filter = base.filter()
                .map(known -> known.with(sinceStored))
                .or(() -> held.isLoaded() ? Optional.of(NameFilter.of(held.loaded())) : Optional.empty());
        StoredAt stored = new StoredAt(
                base.image(),
                Optional.of(NO_PLACE),
                changed.depth(),
                changed.sequence(),
                base.imageSequence(),
                rowCount,
                filter);
        long[] added = base.filter().isPresent() ? NameFilter.hashesIn(sinceStored) : NO_HASHES;
        boolean isShorter =
                filter.isPresent() && added.length * Long.BYTES < filter.get().encodedBytes();
        append(part, encoded, new Written(held, stored, isShorter ? added : NO_HASHES));
    }

    private void append(CheckpointPart part, Encoded encoded, Written written) {
        part.add(written);
        // Nothing works without the table of tables: it is not to suffer with anybody.
        if (encoded.bytes() > BUNDLED_BYTES_MAX || written.slice().isResident()) {
            long offset = begin();
            encoder.append(encoded, stamp(part, offset), writer.begin());
            written.placedAt(writer.end(offset, 1));
            return;
        }
        if (bundle.isFull() || bundledOf.filter(of -> of == part).isEmpty()) {
            flush();
        }
        bundle.add(encoded);
        bundled.add(written);
        bundledOf = Optional.of(part);
    }

    /** Encodes what was collected for a bundle, and tells where it is. */
    void flush() {
        if (bundledOf.isPresent() && bundle.count() > 0) {
            long offset = begin();
            bundle.encode(stamp(bundledOf.get(), offset), writer.begin());
            RecordPlace place = writer.end(offset, bundled.size());
            bundled.forEach(written -> written.placedAt(place));
            bundled.clear();
        }
    }

    private long begin() {
        writer.begin();
        return writer.length();
    }

    private Stamp stamp(CheckpointPart part, long offset) {
        SliceRecord.Place place = new SliceRecord.Place(writer.fileId(), offset);
        return new Stamp(part.shard().id(), context.epoch(), part.number(), place);
    }

    private static boolean isDeltaWorthIt(Slice changed, int rowCount) {
        return (changed.changedCount() + changed.removedCount()) * DELTA_SHARE <= rowCount;
    }

    /** Whether a delta and what is laid over it would make a delta again. */
    static boolean isDeltaWorthIt(Slice delta, Slice overlay, int rowCount) {
        int changes = delta.rowCount() + delta.removedCount() + overlay.rowCount() + overlay.removedCount();
        return changes * DELTA_SHARE <= rowCount;
    }
}
