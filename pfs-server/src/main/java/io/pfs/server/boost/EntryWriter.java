package io.pfs.server.boost;

import io.pfs.Check;
import io.pfs.TableId;
import io.pfs.format.ByteWriter;
import io.pfs.server.metadata.RecordPlace;
import java.util.List;
import java.util.Optional;

/** Writes entries, each by what differs from the one before. Layout: see the package. */
final class EntryWriter {
    static final int HAS_DELTA = 1;
    static final int IMAGE_AS_BEFORE = 2;
    static final int DELTA_AS_BEFORE = 4;
    static final int HAS_FILTER = 8;
    static final int ADDS_TO_FILTER = 16;
    static final int FORMS = 31;

    static final RecordPlace NO_PLACE = new RecordPlace(0, 0, 0);

    private final ByteWriter out;
    private long table;
    private long sequence;
    private RecordPlace last = NO_PLACE;

    EntryWriter(ByteWriter out) {
        this.out = out;
    }

    /** Writes the entries of one table; tables come in their order, and so do the slices of one. */
    void table(TableId id, List<BoostEntry> slices) {
        out.varint(id.value() - table).varint(slices.size());
        table = id.value();
        int next = 0;
        for (BoostEntry entry : slices) {
            int index = entry.key().slice().value();
            Check.that(index >= next, "slices of a table are written in their order", index);
            out.varint(index - next);
            next = index + 1;
            slice(entry);
        }
    }

    private void slice(BoostEntry entry) {
        StoredAt stored = entry.stored();
        Optional<RecordPlace> delta = stored.delta();
        boolean isImageAsBefore = stored.image().equals(last);
        boolean isDeltaAsBefore = delta.isPresent() && delta.get().equals(stored.image());
        boolean adds = entry.added().length > 0;
        out.u8(stored.depth());
        out.u8((delta.isPresent() ? HAS_DELTA : 0)
                | (isImageAsBefore ? IMAGE_AS_BEFORE : 0)
                | (isDeltaAsBefore ? DELTA_AS_BEFORE : 0)
                | (stored.filter().isPresent() ? HAS_FILTER : 0)
                | (adds ? ADDS_TO_FILTER : 0));
        if (!isImageAsBefore) {
            place(stored.image());
        }
        if (delta.isPresent() && !isDeltaAsBefore) {
            place(delta.get());
        }
        out.zigzag(stored.sequence() - sequence);
        sequence = stored.sequence();
        if (delta.isPresent()) {
            out.varint(stored.sequence() - stored.imageSequence());
        }
        out.varint(stored.rowCount());
        if (adds) {
            hashes(entry.added());
        } else {
            stored.filter().ifPresent(filter -> filter.encodeBits(out));
        }
    }

    private void place(RecordPlace place) {
        out.zigzag(place.fileId() - last.fileId()).zigzag((place.offset() - last.end()) / 8);
        out.varint(place.length() / 8).varint(place.slices());
        last = place;
    }

    private void hashes(long[] hashes) {
        out.varint(hashes.length);
        for (long hash : hashes) {
            out.u64(hash);
        }
    }
}
