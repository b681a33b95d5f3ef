package io.pfs.server.image;

import io.pfs.Limits;
import io.pfs.RequestId;
import io.pfs.format.ByteReader;
import io.pfs.server.slice.NameFilter;
import io.pfs.server.slice.Replies;
import io.pfs.server.slice.Slice;
import java.util.Optional;

/** Reads what a payload has of a slice, in the order in which it stands there. Keeps its memory from one to the next. */
final class SliceContent {
    private static final int REPLIES_MAX = 1 << 20;

    /** More changes than that no part of a delta has. */
    static final long CHANGES_MAX = 2L * RowBatch.NAMES_MAX + REPLIES_MAX;

    private final RowBatch batch = new RowBatch();
    private final RowColumns columns = new RowColumns(batch);

    /** What was read last, with the hashes of the names. */
    RowBatch batch() {
        return batch;
    }

    /** Reads the rows. */
    void rows(ByteReader in, Slice of) {
        names(in, of, "rows", RowBatch.NAMES_MAX);
        columns.decode(in);
    }

    /** Reads the names that are removed. */
    void removed(ByteReader in, Slice of, int countMax) {
        names(in, of, "removed names", countMax);
    }

    /** Each name must belong to the slice and come after the last. */
    private void names(ByteReader in, Slice of, String what, int countMax) {
        batch.clear();
        NameBlock.decode(in, (int) in.varint(what, 0, countMax), batch);
        long ofOthers = (1L << of.depth()) - 1;
        for (int i = 0; i < batch.count(); i++) {
            long hash = of.hash().of(batch.names(), batch.nameAt(i), batch.nameLength(i));
            batch.setHash(i, hash);
            if (((hash ^ of.key().slice().value()) & ofOthers) != 0) {
                throw in.refuse("hash of name " + i, "one of " + of.key(), Long.toHexString(hash));
            }
            if (i > 0 && batch.compare(i - 1, batch, i) >= 0) {
                String last = Long.toHexString(batch.hash(i - 1));
                throw in.refuse("hash of name " + i, "one after " + last, Long.toHexString(hash));
            }
        }
    }

    /** Reads replies, which the slice gets, and the filter, behind which there is nothing. */
    Optional<NameFilter> rest(ByteReader in, Slice slice) {
        for (int i = replyCount(in); i > 0; i--) {
            slice.replies().add(reply(in));
        }
        int present = in.u8("presence of a name filter");
        in.inRange("presence of a name filter", present, 0, 1);
        Optional<NameFilter> filter = present == 0 ? Optional.empty() : Optional.of(NameFilter.decode(in));
        in.expectEnd("payload");
        return filter;
    }

    static int replyCount(ByteReader in) {
        return (int) in.varint("replies", 0, REPLIES_MAX);
    }

    static Replies.Kept reply(ByteReader in) {
        long high = in.u64("client");
        long low = in.u64("client");
        RequestId request = new RequestId(high, low, in.varint("request sequence", 0, Long.MAX_VALUE));
        long lowestOpen = in.varint("lowest open request", 0, request.sequence());
        long nameHash = in.u64("name hash of a reply");
        long wallMillis = in.u48("time of a reply");
        long order = in.varint("order of a reply", 0, Long.MAX_VALUE);
        int length = (int) in.varint("length of a reply", 0, Limits.REPLY_BYTES_MAX);
        return new Replies.Kept(request, lowestOpen, nameHash, wallMillis, order, in.bytes("reply", length));
    }
}
