package io.pfs.server.image;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.Position;
import io.pfs.SliceKey;
import io.pfs.format.ByteWriter;
import io.pfs.format.Checksum;
import io.pfs.server.image.SliceRecord.Kind;
import io.pfs.server.image.SliceRecord.Payload;
import io.pfs.server.lz4.Lz4;
import io.pfs.server.slice.NameFilter;
import io.pfs.server.slice.Replies;
import io.pfs.server.slice.RowCursor;
import io.pfs.server.slice.Slice;
import java.util.Arrays;
import java.util.Optional;

/** Writes slices as records. Keeps its memory from one to the next, so whoever writes many has one. */
public final class SliceEncoder {
    /** Names and packed columns take less than this a row of a delta: more is what rows hold inline, or replies. */
    private static final int DENSE_BYTES = 64;
    /** The same of an image, whose names are packed where that takes fewer bytes than to leave them to be squeezed. */
    private static final int DENSE_IMAGE_BYTES = 16;

    private final Runnable giveWay;
    private final RowBatch batch = new RowBatch();
    private final RowColumns columns = new RowColumns(batch);
    private final RowMerge merge = new RowMerge();
    private final NameBlock names;
    private final Lz4 lz4 = new Lz4();
    private final ByteWriter payload = new ByteWriter(16 << 10);
    /** The payload of a delta, whose newest part was made in the other one. */
    private final ByteWriter parts = new ByteWriter(16 << 10);

    public SliceEncoder() {
        this(() -> {});
    }

    /** @param giveWay is called after every few tens of microseconds of work: others may want the core */
    public SliceEncoder(Runnable giveWay) {
        this.giveWay = giveWay;
        this.names = new NameBlock(giveWay);
    }

    /**
     * A payload, and what its record will say; valid until the next one is made.
     *
     * @param rowCount rows of the slice, or a few more
     * @param isDense whether a second look for what repeats in it would cost more than it finds
     */
    public record Encoded(
            Kind kind,
            SliceKey key,
            int depth,
            long sequence,
            long imageSequence,
            int rowCount,
            ByteWriter payload,
            boolean isDense) {
        public int bytes() {
            return payload.length();
        }
    }

    /** Appends all rows and replies of a slice, and a filter if there is one. The slice itself is left as it is. */
    public SliceRecord image(Slice slice, Optional<NameFilter> filter, Stamp stamp, ByteWriter out) {
        return append(image(slice, filter), stamp, out);
    }

    /** The payload of an image. */
    public Encoded image(Slice slice, Optional<NameFilter> filter) {
        collect(slice.rows());
        return image(filter, slice);
    }

    /**
     * The payload of an image of rows that are on storage, and of what changed since.
     *
     * @param changed has all changes since; its replies stand with the others already
     */
    public Encoded image(StoredRows stored, Slice changed) {
        batch.clear();
        merge.merge(stored, changed, batch);
        return image(Optional.empty(), stored.withoutRows());
    }

    private Encoded image(Optional<NameFilter> filter, Slice slice) {
        payload.clear();
        rows(Effort.FULL);
        payload.varint(0);
        replies(slice);
        filter(filter);
        boolean isDense = payload.length() < (long) DENSE_IMAGE_BYTES * batch.count();
        return encoded(Kind.IMAGE, slice, payload, slice.sequence(), batch.count(), isDense);
    }

    /**
     * A filter of the names in the image that was made last.
     *
     * @param slice of which it was made, for its replies
     */
    public NameFilter imageFilter(Slice slice) {
        return NameFilter.of(batch.hashes(), batch.count(), slice);
    }

    /**
     * Appends what changed since the slice's image: changed rows, removed names; all replies, and a filter if there is
     * one. The slice itself is left as it is.
     *
     * @param imageSequence of that image
     */
    public SliceRecord delta(
            Slice slice, long imageSequence, Optional<NameFilter> filter, Stamp stamp, ByteWriter out) {
        return append(delta(slice, imageSequence, slice.rowCount(), filter, Optional.empty()), stamp, out);
    }

    /**
     * The payload of a delta.
     *
     * @param slice holds what changed since the image, or since an earlier delta
     * @param rowCount rows of the slice, or a few more: an overlay does not know how many there are
     * @param earlier that delta, whose parts stand before this one, as they are
     */
    public Encoded delta(
            Slice slice, long imageSequence, int rowCount, Optional<NameFilter> filter, Optional<SlicePart> earlier) {
        payload.clear();
        collect(slice.changedRows());
        rows(Effort.LITTLE);
        int changes = batch.count();
        removed(slice.removedNames());
        changes += batch.count();
        replies(slice);
        filter(filter);
        changes += slice.replyCount();
        parts.clear();
        earlier.ifPresent(delta -> delta.copyParts(parts));
        DeltaPart.encode(payload, changes, parts);
        int allChanges = changes + earlier.map(SlicePart::changes).orElse(0);
        boolean isDense = parts.length() < (long) DENSE_BYTES * allChanges;
        return encoded(Kind.DELTA, slice, parts, imageSequence, rowCount, isDense);
    }

    private void collect(RowCursor cursor) {
        batch.clear();
        batch.addAll(cursor);
    }

    private void rows(Effort effort) {
        names(effort);
        columns.encode(effort, giveWay, payload);
    }

    private void removed(RowCursor cursor) {
        batch.clear();
        while (cursor.next()) {
            batch.addName(cursor.array(), cursor.nameAt(), cursor.nameLength());
        }
        names(Effort.LITTLE);
    }

    private void names(Effort effort) {
        if (batch.count() > RowBatch.NAMES_MAX) {
            throw tooLarge("a record of a slice", batch.count() + " names", RowBatch.NAMES_MAX);
        }
        payload.varint(batch.count());
        names.encode(batch, effort, payload);
    }

    private static PfsException tooLarge(String what, String has, int max) {
        return new PfsException(ErrorCode.TOO_LARGE, what + " has " + has + ", more than " + max);
    }

    private void replies(Slice slice) {
        payload.varint(slice.replyCount());
        if (slice.replyCount() == 0) {
            return;
        }
        for (Replies.Kept kept : slice.replies().inOrder()) {
            payload.u64(kept.request().clientHigh()).u64(kept.request().clientLow());
            payload.varint(kept.request().sequence()).varint(kept.lowestOpen());
            payload.u64(kept.nameHash()).u48(kept.wallMillis()).varint(kept.order());
            payload.varint(kept.reply().length).bytes(kept.reply());
        }
    }

    private void filter(Optional<NameFilter> filter) {
        payload.u8(filter.isPresent() ? 1 : 0);
        filter.ifPresent(f -> f.encode(payload));
    }

    private static Encoded encoded(
            Kind kind, Slice slice, ByteWriter whole, long imageSequence, int rowCount, boolean isDense) {
        if (whole.length() > Limits.SLICE_IMAGE_BYTES_MAX) {
            throw tooLarge(
                    "the " + kind + " of " + slice.key(), whole.length() + " bytes", Limits.SLICE_IMAGE_BYTES_MAX);
        }
        return new Encoded(kind, slice.key(), slice.depth(), slice.sequence(), imageSequence, rowCount, whole, isDense);
    }

    private SliceRecord append(Encoded encoded, Stamp stamp, ByteWriter out) {
        return unplaced(encoded, stamp).append(stamp.place(), out);
    }

    /** A record of its own with this payload; where the stamp says that it will stand does not matter. */
    public UnplacedRecord unplaced(Encoded encoded, Stamp stamp) {
        int raw = encoded.bytes();
        byte[] plain = encoded.payload.array();
        int compressed = encoded.isDense ? raw : lz4.compress(plain, 0, raw);
        boolean pays = compressed < raw - raw / 32;
        byte[] stored = Arrays.copyOf(pays ? lz4.bytes() : plain, pays ? compressed : raw);
        SliceRecord record = new SliceRecord(
                encoded.kind,
                encoded.key,
                encoded.depth,
                new Position(stamp.epoch(), encoded.sequence),
                encoded.imageSequence,
                stamp.checkpoint(),
                stamp.shard(),
                encoded.rowCount,
                stamp.place(),
                new Payload(stored.length, raw, Checksum.of(stored, 0, stored.length)),
                SliceRecord.VERSION);
        return new UnplacedRecord(record, stored);
    }
}
