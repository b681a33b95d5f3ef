package io.pfs.server.state;

import io.pfs.Check;
import io.pfs.server.image.SliceDecoder;
import io.pfs.server.image.SlicePart;
import io.pfs.server.image.StoredRows;
import io.pfs.server.metadata.MetadataReader;
import java.util.Optional;

/** What a checkpoint wants: the delta alone, if it may grow, else all rows, which nobody looks up. */
final class ReadingToWrite extends StorageReading {
    private final SliceFetch fetch;
    private final int depth;
    /** What was laid over it when the reading began. */
    private final long laidOverBytes;

    private final int laidOver;
    private Optional<StoredRows> rows = Optional.empty();
    private Optional<SlicePart> growing = Optional.empty();

    ReadingToWrite(SliceFetch fetch) {
        super(fetch.slice());
        this.fetch = fetch;
        this.depth = shape().depth();
        this.laidOverBytes = shape().memoryBytes();
        this.laidOver = shape().rowCount() + shape().removedCount() + shape().replyCount();
    }

    @Override
    void read(MetadataReader reader, SliceDecoder decoder) {
        Optional<SlicePart> delta = delta(reader);
        if (!fetch.isWhole() && delta.filter(this::mayGrow).isPresent()) {
            growing = delta;
        } else {
            StoredRows all = decoder.rows(image(reader), delta, shape().hash(), deltaFile());
            long sequence = all.withoutRows().sequence();
            Check.that(sequence == at().sequence(), "storage has what it is said to have of a slice", sequence);
            rows = Optional.of(all);
        }
    }

    private boolean mayGrow(SlicePart delta) {
        return delta.mayGrow(at().imageSequence(), depth, laidOverBytes)
                && DeltaShare.mayGrow(delta.changes(), laidOver, at().rowCount());
    }

    /** On the loop, when it has ended. */
    void bring() {
        failure().ifPresent(fetch::failed);
        rows.ifPresent(fetch::found);
        growing.ifPresent(fetch::foundDelta);
    }
}
