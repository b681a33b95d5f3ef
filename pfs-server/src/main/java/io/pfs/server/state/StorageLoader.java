package io.pfs.server.state;

import io.pfs.PfsException;
import io.pfs.env.Workers;
import io.pfs.format.ByteReader;
import io.pfs.pool.Pool;
import io.pfs.server.boost.StoredAt;
import io.pfs.server.image.SliceDecoder;
import io.pfs.server.image.SlicePart;
import io.pfs.server.image.StoredSlice;
import io.pfs.server.metadata.MetadataFiles;
import io.pfs.server.metadata.MetadataReader;
import io.pfs.server.metadata.RecordPlace;
import io.pfs.server.slice.Slice;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads slices from the metadata log: the newest image, and the newest delta to it. */
public final class StorageLoader implements SliceLoader {
    private static final long[] NONE_SOUGHT = {};

    private final Pool pool;
    private final Workers workers;
    private final SliceMemory memory;
    private final GroupCounters counters;

    public StorageLoader(Pool pool, Workers workers, SliceMemory memory, GroupCounters counters) {
        this.pool = pool;
        this.workers = workers;
        this.memory = memory;
        this.counters = counters;
    }

    /** One reading on a worker: what it brings, or why not. */
    private static final class Reading {
        private final StoredAt at;
        private final Slice shape;
        /** What is laid over it when the reading begins: the overlay itself is the loop's, and goes on. */
        private final long laidOverBytes;

        private final int laidOver;
        private final int depth;
        private final boolean whole;
        /** If there are any, and storage has none of these names and requests, nothing else is wanted. */
        private final long[] sought;

        private final boolean isRequestSought;

        private Optional<Slice> rows = Optional.empty();
        /** All that is wanted, if there is little in it. */
        private Optional<SlicePart> delta = Optional.empty();

        private Optional<PfsException> failure = Optional.empty();
        private int records;

        /** @param whole with the image, even if the delta is small */
        Reading(HeldSlice held, boolean whole) {
            this(held, whole, NONE_SOUGHT, false);
        }

        Reading(HeldSlice held, boolean whole, long[] sought, boolean isRequestSought) {
            this.at = held.storedOrFail();
            this.shape = held.overlay();
            this.laidOverBytes = shape.memoryBytes();
            this.laidOver = shape.rowCount() + shape.removedCount() + shape.replyCount();
            this.depth = shape.depth();
            this.whole = whole;
            this.sought = sought;
            this.isRequestSought = isRequestSought;
        }

        void run(MetadataReader reader) {
            try {
                rows = read(reader);
            } catch (PfsException e) {
                failure = Optional.of(e);
            }
        }

        private Optional<Slice> read(MetadataReader reader) {
            if (at.delta().isEmpty()) {
                SlicePart image = part(reader, at.image());
                return isWanted(image) ? Optional.of(decode(image).slice()) : Optional.empty();
            }
            SlicePart changes = part(reader, at.delta().get());
            if (!whole && isDeltaEnough(changes)) {
                delta = Optional.of(changes);
                return Optional.empty();
            }
            SlicePart image = part(reader, at.image());
            return isWanted(changes) || isWanted(image)
                    ? Optional.of(merged(image, decode(changes)))
                    : Optional.empty();
        }

        private boolean isDeltaEnough(SlicePart changes) {
            return changes.mayGrow(at.imageSequence(), depth, laidOverBytes)
                    && DeltaShare.mayGrow(changes.changes(), laidOver, at.rowCount());
        }

        private Slice merged(SlicePart image, StoredSlice delta) {
            return decode(image).with(delta, MetadataFiles.name(at.last().fileId()));
        }

        private boolean isWanted(SlicePart part) {
            return sought.length == 0 || part.hasAny(shape.hash(), sought, isRequestSought);
        }

        /** By a decoder of its own: several readings may run at once, on different workers. */
        private StoredSlice decode(SlicePart part) {
            return new SliceDecoder(shape.limits()).decode(part, shape.hash());
        }

        private SlicePart part(MetadataReader reader, RecordPlace place) {
            records++;
            byte[] bytes = reader.read(place);
            String file = MetadataFiles.name(place.fileId());
            ByteReader in = new ByteReader(file, place.offset(), bytes, 0, bytes.length);
            return SliceDecoder.part(in, place.fileId(), shape.key());
        }

        /** Whether it was read well, and has none of what is sought. */
        boolean missesAll() {
            return rows.isEmpty() && failure.isEmpty();
        }
    }

    private void run(List<Reading> readings) {
        try (MetadataReader reader = new MetadataReader(pool)) {
            for (Reading reading : readings) {
                reading.run(reader);
                workers.giveWay();
            }
        }
    }

    @Override
    public void load(HeldSlice held, Runnable loaded, Consumer<PfsException> failed) {
        held.wantRows();
        await(held, loaded, failed);
    }

    @Override
    public void seek(HeldSlice held, long filterHash, boolean isName, Runnable known, Consumer<PfsException> failed) {
        held.seek(filterHash, isName);
        await(held, known, failed);
    }

    private void await(HeldSlice held, Runnable loaded, Consumer<PfsException> failed) {
        if (held.awaitLoad(failure -> failure.ifPresentOrElse(failed, loaded))) {
            read(held);
        }
    }

    private void read(HeldSlice held) {
        Reading reading = new Reading(held, true, held.sought(), held.isRequestSought());
        workers.run(() -> run(List.of(reading)), () -> arrived(held, reading));
    }

    private void arrived(HeldSlice held, Reading reading) {
        counters.read(reading.records);
        if (!held.isLoaded() && !held.storedOrFail().isAtSamePlaces(reading.at)) {
            read(held); // a checkpoint has moved it meanwhile
            return;
        }
        if (!held.isLoaded() && reading.missesAll() && !held.missesAll(reading.sought)) {
            held.wantRows(); // more is asked meanwhile, and might be again and again
            read(held);
            return;
        }
        reading.rows.ifPresent(held::load);
        // somebody else may have loaded it meanwhile, and its old places may be gone since
        Optional<PfsException> failure = held.isLoaded() ? Optional.empty() : reading.failure;
        held.endLoading().forEach(waiter -> waiter.accept(failure));
        if (held.isLoaded()) {
            memory.account(held);
            memory.relieve();
        } // else it takes no more than before
    }

    @Override
    public void fetch(List<SliceFetch> slices, Runnable fetched) {
        List<Reading> readings = slices.stream()
                .map(fetch -> new Reading(fetch.slice(), fetch.isWhole()))
                .toList();
        workers.run(() -> run(readings), () -> {
            for (int i = 0; i < slices.size(); i++) {
                Reading reading = readings.get(i);
                counters.read(reading.records);
                reading.failure.ifPresent(slices.get(i)::failed);
                reading.rows.ifPresent(slices.get(i)::found);
                reading.delta.ifPresent(slices.get(i)::foundDelta);
            }
            fetched.run();
        });
    }

    @Override
    public void loadNow(HeldSlice held) {
        if (!held.isLoaded()) {
            Reading reading = new Reading(held, true);
            try (MetadataReader reader = new MetadataReader(pool)) {
                held.load(reading.read(reader).orElseThrow());
            }
            counters.read(reading.records);
            memory.account(held);
        }
    }
}
