package io.pfs.server.image;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.Position;
import io.pfs.format.ByteWriter;
import io.pfs.format.Checksum;
import io.pfs.server.image.SliceRecord.Kind;
import io.pfs.server.image.SliceRecord.Payload;
import io.pfs.server.lz4.Lz4;
import io.pfs.server.slice.NameFilter;
import io.pfs.server.slice.Replies;
import io.pfs.server.slice.RowCursor;
import io.pfs.server.slice.Slice;
import java.util.Optional;

/** Writes slices as records. Keeps its memory from one to the next, so a shard has one. */
public final class SliceEncoder {
    private final RowBatch batch = new RowBatch();
    private final NameBlock names = new NameBlock();
    private final Lz4 lz4 = new Lz4();
    private final ByteWriter payload = new ByteWriter(16 << 10);

    /** Appends all rows and replies of a slice, and a filter if there is one. The slice itself is left as it is. */
    public SliceRecord image(Slice slice, Optional<NameFilter> filter, Stamp stamp, ByteWriter out) {
        payload.clear();
        rows(slice.rows());
        payload.varint(0);
        replies(slice);
        filter(filter);
        return record(Kind.IMAGE, slice, slice.sequence(), stamp, out);
    }

    /**
     * Appends what changed since the slice's image: changed rows, removed names; all replies, and a filter if there is
     * one. The slice itself is left as it is.
     *
     * @param imageSequence of that image
     */
    public SliceRecord delta(
            Slice slice, long imageSequence, Optional<NameFilter> filter, Stamp stamp, ByteWriter out) {
        payload.clear();
        rows(slice.changedRows());
        removed(slice.removedNames());
        replies(slice);
        filter(filter);
        return record(Kind.DELTA, slice, imageSequence, stamp, out);
    }

    private void rows(RowCursor cursor) {
        batch.clear();
        while (cursor.next()) {
            batch.add(cursor.array(), cursor.nameAt(), cursor.nameLength(), cursor.rowAt(), cursor.rowLength());
        }
        names();
        RowColumns.encode(batch, payload);
    }

    private void removed(RowCursor cursor) {
        batch.clear();
        while (cursor.next()) {
            batch.addName(cursor.array(), cursor.nameAt(), cursor.nameLength());
        }
        names();
    }

    private void names() {
        if (batch.count() > RowBatch.NAMES_MAX) {
            throw tooLarge("a record of a slice", batch.count() + " names", RowBatch.NAMES_MAX);
        }
        payload.varint(batch.count());
        names.encode(batch, payload);
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

    private SliceRecord record(Kind kind, Slice slice, long imageSequence, Stamp stamp, ByteWriter out) {
        int raw = payload.length();
        if (raw > Limits.SLICE_IMAGE_BYTES_MAX) {
            throw tooLarge("the " + kind + " of " + slice.key(), raw + " bytes", Limits.SLICE_IMAGE_BYTES_MAX);
        }
        int compressed = lz4.compress(payload.array(), 0, raw);
        boolean pays = compressed < raw - raw / 32;
        byte[] stored = pays ? lz4.bytes() : payload.array();
        int length = pays ? compressed : raw;
        SliceRecord record = new SliceRecord(
                kind,
                slice.key(),
                slice.depth(),
                new Position(stamp.epoch(), slice.sequence()),
                imageSequence,
                stamp.checkpoint(),
                stamp.shard(),
                slice.rowCount(),
                stamp.place(),
                new Payload(length, raw, Checksum.of(stored, 0, length)));
        record.encode(stored, out);
        return record;
    }
}
