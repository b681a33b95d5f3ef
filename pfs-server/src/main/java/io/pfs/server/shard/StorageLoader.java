package io.pfs.server.shard;

import io.pfs.PfsException;
import io.pfs.env.Workers;
import io.pfs.format.ByteReader;
import io.pfs.server.boost.StoredAt;
import io.pfs.server.image.SliceDecoder;
import io.pfs.server.image.StoredSlice;
import io.pfs.server.metadata.MetadataFiles;
import io.pfs.server.metadata.MetadataReader;
import io.pfs.server.metadata.RecordPlace;
import io.pfs.server.slice.Slice;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads slices from the metadata log: the newest image, and the newest delta to it. */
final class StorageLoader implements SliceLoader {
    private final MetadataReader reader;
    private final Workers workers;
    private final SliceMemory memory;
    private final GroupCounters counters;

    StorageLoader(MetadataReader reader, Workers workers, SliceMemory memory, GroupCounters counters) {
        this.reader = reader;
        this.workers = workers;
        this.memory = memory;
        this.counters = counters;
    }

    /** One reading on a worker: what it brings, or why not. */
    private final class Reading implements Runnable {
        private final StoredAt at;
        private final Slice shape;
        private final boolean whole;
        private Optional<Slice> rows = Optional.empty();
        private Optional<PfsException> failure = Optional.empty();
        private int records;

        /** @param whole with the image, even if the delta is small */
        Reading(HeldSlice held, boolean whole) {
            this.at = held.storedOrFail();
            this.shape = held.overlay();
            this.whole = whole;
        }

        @Override
        public void run() {
            try {
                rows = Optional.of(read());
            } catch (PfsException e) {
                failure = Optional.of(e);
            }
        }

        /** A decoder of its own for each reading: several may run at once, on different workers. */
        private Slice read() {
            SliceDecoder decoder = new SliceDecoder(shape.limits());
            if (at.delta().isEmpty()) {
                return decode(decoder, at.image()).slice();
            }
            StoredSlice delta = decode(decoder, at.delta().get());
            if (!whole && SliceCopies.isDeltaWorthIt(delta.slice(), shape, at.rowCount())) {
                return delta.slice();
            }
            StoredSlice image = decode(decoder, at.image());
            return image.with(delta, MetadataFiles.name(at.last().fileId()));
        }

        private StoredSlice decode(SliceDecoder decoder, RecordPlace place) {
            records++;
            byte[] bytes = reader.read(place);
            String file = MetadataFiles.name(place.fileId());
            ByteReader in = new ByteReader(file, place.offset(), bytes, 0, bytes.length);
            return decoder.decode(in, place.fileId(), shape.key(), shape.hash());
        }
    }

    @Override
    public void load(HeldSlice held, Runnable loaded, Consumer<PfsException> failed) {
        if (held.awaitLoad(failure -> failure.ifPresentOrElse(failed, loaded))) {
            read(held);
        }
    }

    private void read(HeldSlice held) {
        Reading reading = new Reading(held, true);
        workers.run(reading, () -> arrived(held, reading));
    }

    private void arrived(HeldSlice held, Reading reading) {
        counters.read(reading.records);
        if (!held.isLoaded() && !held.storedOrFail().isAtSamePlaces(reading.at)) {
            read(held); // a checkpoint has moved it meanwhile
            return;
        }
        reading.rows.ifPresent(held::load);
        // somebody else may have loaded it meanwhile, and its old places may be gone since
        Optional<PfsException> failure = held.isLoaded() ? Optional.empty() : reading.failure;
        held.endLoading().forEach(waiter -> waiter.accept(failure));
        memory.account(held);
        memory.relieve();
    }

    @Override
    public void fetch(HeldSlice held, boolean whole, Consumer<Slice> fetched, Consumer<PfsException> failed) {
        Reading reading = new Reading(held, whole);
        workers.run(reading, () -> {
            counters.read(reading.records);
            reading.failure.ifPresentOrElse(failed, () -> reading.rows.ifPresent(fetched));
        });
    }

    @Override
    public void loadNow(HeldSlice held) {
        if (!held.isLoaded()) {
            Reading reading = new Reading(held, true);
            held.load(reading.read());
            counters.read(reading.records);
            memory.account(held);
        }
    }
}
