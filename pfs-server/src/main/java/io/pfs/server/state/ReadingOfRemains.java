package io.pfs.server.state;

import io.pfs.PfsException;
import io.pfs.server.image.SliceDecoder;
import io.pfs.server.image.SlicePart;
import io.pfs.server.image.StoredSlice;
import io.pfs.server.metadata.MetadataReader;
import io.pfs.server.slice.Slice;
import java.util.Optional;
import java.util.function.Supplier;

/** The image and the delta, each by itself: one may be there though the other is not. */
final class ReadingOfRemains extends StorageReading {
    private Optional<Slice> image = Optional.empty();
    private Optional<Slice> changes = Optional.empty();

    ReadingOfRemains(HeldSlice held) {
        super(held);
    }

    @Override
    void read(MetadataReader reader, SliceDecoder decoder) {
        image = sound(decoder, () -> Optional.of(image(reader)))
                .filter(stored -> stored.record().newest().sequence() == at().imageSequence())
                .map(StoredSlice::slice);
        image.ifPresent(rows -> rows.splitTo(at().depth()));
        changes = sound(decoder, () -> delta(reader))
                .filter(stored -> stored.record().imageSequence() == at().imageSequence()
                        && stored.record().newest().sequence() == at().sequence()
                        && stored.record().depth() == at().depth())
                .map(StoredSlice::slice);
    }

    private Optional<StoredSlice> sound(SliceDecoder decoder, Supplier<Optional<SlicePart>> reading) {
        try {
            return reading.get().map(part -> decoder.decode(part, shape().hash()));
        } catch (PfsException e) {
            if (!SliceRemains.isLoss(e)) {
                throw e;
            }
            return Optional.empty();
        }
    }

    SliceRemains remains() {
        boolean isAll = image.isPresent() && changes.isPresent() == at().delta().isPresent();
        return new SliceRemains(image, changes, isAll);
    }
}
