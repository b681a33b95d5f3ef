package io.pfs.server.state;

import io.pfs.server.image.SliceDecoder;
import io.pfs.server.image.SlicePart;
import io.pfs.server.image.StoredSlice;
import io.pfs.server.metadata.MetadataReader;
import io.pfs.server.slice.Slice;
import java.util.Optional;

/** The newest image, with the newest delta to it laid over it, for who looks rows up in them. */
final class ReadingToLoad extends StorageReading {
    private static final long[] NONE_SOUGHT = {};

    private final long[] sought;
    private final boolean isRequestSought;
    private Optional<Slice> rows = Optional.empty();

    /**
     * @param sought if there are any, and storage has none of these names and requests, nothing else is wanted
     * @param isRequestSought whether any of them is of a request
     */
    ReadingToLoad(HeldSlice held, long[] sought, boolean isRequestSought) {
        super(held);
        this.sought = sought;
        this.isRequestSought = isRequestSought;
    }

    static ReadingToLoad whole(HeldSlice held) {
        return new ReadingToLoad(held, NONE_SOUGHT, false);
    }

    @Override
    void read(MetadataReader reader, SliceDecoder decoder) {
        Optional<SlicePart> delta = delta(reader);
        SlicePart image = image(reader);
        if (isWanted(image) || delta.filter(this::isWanted).isPresent()) {
            StoredSlice stored = decoder.decode(image, shape().hash());
            delta.ifPresent(changes -> stored.with(decoder.decode(changes, shape().hash()), deltaFile()));
            rows = Optional.of(stored.slice());
        }
    }

    private boolean isWanted(SlicePart part) {
        return sought.length == 0 || part.hasAny(shape().hash(), sought, isRequestSought);
    }

    long[] sought() {
        return sought;
    }

    Optional<Slice> rows() {
        return rows;
    }

    /** Whether it was read well, and has none of what is sought. */
    boolean missesAll() {
        return rows.isEmpty() && failure().isEmpty();
    }
}
