package io.pfs.server.boost;

import static io.pfs.server.boost.EntryWriter.ADDS_TO_FILTER;
import static io.pfs.server.boost.EntryWriter.DELTA_AS_BEFORE;
import static io.pfs.server.boost.EntryWriter.FORMS;
import static io.pfs.server.boost.EntryWriter.HAS_DELTA;
import static io.pfs.server.boost.EntryWriter.HAS_FILTER;
import static io.pfs.server.boost.EntryWriter.IMAGE_AS_BEFORE;

import io.pfs.Limits;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.server.metadata.RecordPlace;
import io.pfs.server.slice.NameFilter;
import java.util.Optional;
import java.util.function.Function;

/** Reads what {@link EntryWriter} wrote. */
final class EntryReader {
    private static final int HASHES_MAX = 1 << 20;
    private static final int RECORD_BYTES_MAX = Limits.SLICE_IMAGE_BYTES_MAX + 4096;

    private final ByteReader in;
    private final Function<SliceKey, Optional<NameFilter>> before;
    private final Visitor visitor;
    private long table;
    private long sequence;
    private RecordPlace last = EntryWriter.NO_PLACE;

    /** Hears of each entry. */
    interface Visitor {
        void entry(SliceKey key, StoredAt stored);
    }

    /** @param before the filters that entries add to */
    EntryReader(ByteReader in, Function<SliceKey, Optional<NameFilter>> before, Visitor visitor) {
        this.in = in;
        this.before = before;
        this.visitor = visitor;
    }

    /** Reads the entries of one table. */
    void table() {
        table += in.varint("table");
        TableId id = new TableId(table);
        int count = (int) in.varint("slices of a table", 1, Limits.SLICES_MAX);
        long next = 0;
        for (int i = 0; i < count; i++) {
            long index = next + in.varint("slice", 0, Limits.SLICES_MAX - 1 - next);
            next = index + 1;
            slice(new SliceKey(id, new SliceId((int) index)));
        }
    }

    private void slice(SliceKey key) {
        int depth = (int) in.inRange("slice depth", in.u8("slice depth"), 0, Limits.SLICE_DEPTH_MAX);
        in.inRange("slice", key.slice().value(), 0, (1L << depth) - 1);
        int form = (int) in.inRange("form of an entry", in.u8("form of an entry"), 0, FORMS);
        RecordPlace image = (form & IMAGE_AS_BEFORE) != 0 ? last : place();
        Optional<RecordPlace> delta = Optional.empty();
        if ((form & HAS_DELTA) != 0) {
            delta = Optional.of((form & DELTA_AS_BEFORE) != 0 ? image : place());
        }
        sequence = in.inRange("sequence", sequence + in.zigzag("sequence"), 0, Long.MAX_VALUE);
        long imageSequence = delta.isEmpty() ? sequence : sequence - in.varint("image sequence", 0, sequence);
        int rows = (int) in.varint("rows", 0, Integer.MAX_VALUE);
        Optional<NameFilter> filter = filter(key, form);
        visitor.entry(key, new StoredAt(image, delta, depth, sequence, imageSequence, rows, filter));
    }

    private Optional<NameFilter> filter(SliceKey key, int form) {
        if ((form & ADDS_TO_FILTER) != 0) {
            int count = (int) in.varint("hashes", 1, Math.min(HASHES_MAX, in.remaining() / Long.BYTES));
            long[] hashes = new long[count];
            for (int i = 0; i < count; i++) {
                hashes[i] = in.u64("hash");
            }
            long of = sequence;
            return before.apply(key).map(filter -> filter.with(hashes, of));
        }
        return (form & HAS_FILTER) != 0 ? Optional.of(NameFilter.decodeBits(in, sequence)) : Optional.empty();
    }

    private RecordPlace place() {
        long fileId = in.inRange("file id", last.fileId() + in.zigzag("file id"), 0, Long.MAX_VALUE);
        long units = last.end() / 8 + in.zigzag("offset of a record");
        long offset = 8 * in.inRange("offset of a record", units, 0, Long.MAX_VALUE / 16);
        int length = 8 * (int) in.varint("length of a record", 1, RECORD_BYTES_MAX / 8);
        int slices = (int) in.varint("slices of a record", 1, length);
        last = new RecordPlace(fileId, offset, length, slices);
        return last;
    }
}
