package io.pfs.server.image;

import io.pfs.Limits;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.hash.NameHash;
import io.pfs.server.image.SliceRecord.Kind;
import io.pfs.server.slice.NameFilter;
import java.util.Arrays;
import java.util.List;

/** What a record holds of one slice: checked and decompressed, but not read yet. */
public final class SlicePart {
    /** Far enough from what a record may have. */
    private static final int GROWN_BYTES_MAX = Limits.SLICE_IMAGE_BYTES_MAX / 4;

    private final SliceRecord record;
    private final ByteReader start;

    /** @param payload that begins where the reader stands, and ends with it */
    SlicePart(SliceRecord record, ByteReader payload) {
        this.record = record;
        this.start = payload;
    }

    SliceRecord record() {
        return record;
    }

    /** Its payloads, each laid over the one before: several only of a delta. */
    List<ByteReader> payloads() {
        return record.hasParts() ? parts().stream().map(DeltaPart::payload).toList() : List.of(payload());
    }

    private List<DeltaPart> parts() {
        return DeltaPart.decode(payload());
    }

    /** Whether it is a delta to this image, written when the slice had this depth, that has room for a part of at most so many bytes. */
    public boolean mayGrow(long imageSequence, int depth, long bytes) {
        boolean isOfIt =
                record.kind() == Kind.DELTA && record.imageSequence() == imageSequence && record.depth() == depth;
        return isOfIt
                && start.remaining() + bytes <= GROWN_BYTES_MAX
                && (!record.hasParts() || parts().size() < DeltaPart.PARTS_MAX);
    }

    /** What it keeps in memory. */
    public int memoryBytes() {
        return start.array().length;
    }

    /** How many rows, removed names and replies this delta holds; what changed in several of its parts counts in each. */
    public int changes() {
        if (record.hasParts()) {
            return parts().stream().mapToInt(DeltaPart::changes).sum();
        }
        ByteReader in = payload();
        int rows = (int) in.varint("rows", 0, RowBatch.NAMES_MAX);
        NameBlock.skip(in, rows);
        RowColumns.skip(in, rows);
        int removed = (int) in.varint("removed names", 0, RowBatch.NAMES_MAX);
        NameBlock.skip(in, removed);
        return rows + removed + SliceContent.replyCount(in);
    }

    /** Appends the parts of this delta. */
    void copyParts(ByteWriter out) {
        ByteReader in = payload();
        if (record.hasParts()) {
            out.bytes(in.array(), in.index(), in.remaining());
        } else {
            ByteWriter whole = new ByteWriter(in.remaining());
            whole.bytes(in.array(), in.index(), in.remaining());
            DeltaPart.encode(whole, changes(), out);
        }
    }

    /** A reader of all of it. */
    private ByteReader payload() {
        int at = start.index();
        return start.of(start.offset(), start.array(), at, at + start.remaining());
    }

    /**
     * Whether it has a row with one of these names, or a reply to one of these requests. Of the names few are read for that,
     * and no row is made.
     *
     * @param hash of the slice's table
     * @param sought hashes, as a {@link NameFilter} knows them
     * @param isRequestSought whether any of them is of a request: those stand behind the rows
     */
    public boolean hasAny(NameHash hash, long[] sought, boolean isRequestSought) {
        return payloads().stream().anyMatch(payload -> hasAny(payload, hash, sought, isRequestSought));
    }

    private static boolean hasAny(ByteReader in, NameHash hash, long[] sought, boolean isRequestSought) {
        int count = (int) in.varint("rows", 0, RowBatch.NAMES_MAX);
        if (count > 0 && new NameSearch(in, count, hash).hasAny(sought)) {
            return true;
        }
        if (!isRequestSought) {
            return false;
        }
        RowColumns.skip(in, count);
        NameBlock.skip(in, (int) in.varint("removed names", 0, RowBatch.NAMES_MAX));
        return hasReply(in, sought);
    }

    private static boolean hasReply(ByteReader in, long[] sought) {
        for (int i = SliceContent.replyCount(in); i > 0; i--) {
            long hash = NameFilter.hashOf(SliceContent.reply(in).request());
            if (Arrays.stream(sought).anyMatch(wanted -> wanted == hash)) {
                return true;
            }
        }
        return false;
    }
}
