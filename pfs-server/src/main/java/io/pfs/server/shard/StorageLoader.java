package io.pfs.server.shard;

import io.pfs.PfsException;
import io.pfs.env.Workers;
import io.pfs.format.ByteReader;
import io.pfs.server.image.SliceDecoder;
import io.pfs.server.image.StoredSlice;
import io.pfs.server.metadata.MetadataReader;
import io.pfs.server.metadata.MetadataWriter;
import io.pfs.server.metadata.RecordPlace;
import io.pfs.server.slice.Slice;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads slices from the metadata log: the newest image, and the newest delta to it. */
final class StorageLoader implements SliceLoader {
    private final MetadataReader reader;
    private final Workers workers;

    StorageLoader(MetadataReader reader, Workers workers) {
        this.reader = reader;
        this.workers = workers;
    }

    /** One reading on a worker: what it brings, or why not. */
    private static final class Reading {
        private Optional<Slice> rows = Optional.empty();
        private Optional<PfsException> failure = Optional.empty();
    }

    @Override
    public void load(HeldSlice held, Runnable loaded, Consumer<PfsException> failed) {
        if (held.awaitLoad(failure -> failure.ifPresentOrElse(failed, loaded))) {
            StoredAt at = held.storedOrFail();
            Slice shape = held.place().target();
            Reading reading = new Reading();
            workers.run(() -> read(at, shape, reading), () -> arrived(held, reading));
        }
    }

    private void read(StoredAt at, Slice shape, Reading reading) {
        try {
            reading.rows = Optional.of(read(at, shape));
        } catch (PfsException e) {
            reading.failure = Optional.of(e);
        }
    }

    private static void arrived(HeldSlice held, Reading reading) {
        reading.rows.ifPresent(held::load);
        held.endLoading().forEach(waiter -> waiter.accept(reading.failure));
    }

    @Override
    public void loadNow(HeldSlice held) {
        if (!held.isLoaded()) {
            held.load(read(held.storedOrFail(), held.place().target()));
        }
    }

    /** A decoder of its own for each reading: several may run at once, on different workers. */
    private Slice read(StoredAt at, Slice shape) {
        SliceDecoder decoder = new SliceDecoder(shape.limits());
        StoredSlice image = decode(decoder, at.image(), shape);
        if (at.delta().isEmpty()) {
            return image.slice();
        }
        RecordPlace deltaPlace = at.delta().get();
        return image.with(decode(decoder, deltaPlace, shape), MetadataWriter.fileName(deltaPlace.fileId()));
    }

    private StoredSlice decode(SliceDecoder decoder, RecordPlace place, Slice shape) {
        byte[] bytes = reader.read(place);
        String file = MetadataWriter.fileName(place.fileId());
        ByteReader in = new ByteReader(file, place.offset(), bytes, 0, bytes.length);
        return decoder.decode(in, place.fileId(), shape.hash());
    }
}
