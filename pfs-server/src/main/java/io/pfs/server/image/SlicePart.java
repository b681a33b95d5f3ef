package io.pfs.server.image;

import io.pfs.format.ByteReader;
import io.pfs.hash.NameHash;
import io.pfs.server.slice.NameFilter;
import java.util.Arrays;

/** What a record holds of one slice: checked and decompressed, but not read yet. */
public final class SlicePart {
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

    /** A reader of all of it. */
    ByteReader payload() {
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
        ByteReader in = payload();
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
        for (int i = SliceDecoder.replyCount(in); i > 0; i--) {
            long hash = NameFilter.hashOf(SliceDecoder.reply(in).request());
            if (Arrays.stream(sought).anyMatch(wanted -> wanted == hash)) {
                return true;
            }
        }
        return false;
    }
}
