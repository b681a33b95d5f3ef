package io.pfs.server.state;

import io.pfs.PfsException;
import io.pfs.env.Workers;
import io.pfs.pool.Pool;
import io.pfs.server.image.SliceDecoder;
import io.pfs.server.metadata.MetadataReader;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads slices from the metadata log: the newest image, and the newest delta to it. */
public final class StorageLoader implements SliceLoader {
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

    /** One after the other, by one decoder. */
    private void run(List<? extends StorageReading> readings) {
        try (MetadataReader reader = new MetadataReader(pool)) {
            SliceDecoder decoder = new SliceDecoder(readings.get(0).limits());
            for (StorageReading reading : readings) {
                reading.run(reader, decoder);
                workers.giveWay();
            }
        }
    }

    @Override
    public void load(HeldSlice held, Runnable loaded, Consumer<PfsException> failed) {
        await(held, AwaitedRows::wantAll, loaded, failed);
    }

    @Override
    public void seek(HeldSlice held, long filterHash, boolean isName, Runnable known, Consumer<PfsException> failed) {
        await(held, awaited -> awaited.seek(filterHash, isName), known, failed);
    }

    private void await(HeldSlice held, Consumer<AwaitedRows> asking, Runnable loaded, Consumer<PfsException> failed) {
        if (held.isUndivided()) {
            failed.accept(held.undivided()); // nothing is noted: no reading comes that would forget it again
            return;
        }
        asking.accept(held.awaited());
        if (held.awaited().await(failure -> failure.ifPresentOrElse(failed, loaded))) {
            read(held);
        }
    }

    private void read(HeldSlice held) {
        ReadingToLoad reading =
                new ReadingToLoad(held, held.sought(), held.awaited().isRequestSought());
        workers.run(() -> run(List.of(reading)), () -> arrived(held, reading));
    }

    private void arrived(HeldSlice held, ReadingToLoad reading) {
        counters.read(reading.records());
        if (!held.isLoaded() && !held.storedOrFail().isAtSamePlaces(reading.at())) {
            read(held); // a checkpoint has moved it meanwhile
            return;
        }
        if (!held.isLoaded() && reading.missesAll() && !held.missesAll(reading.sought())) {
            held.awaited().wantAll(); // more is asked meanwhile, and might be again and again
            read(held);
            return;
        }
        reading.rows().ifPresent(held::load);
        // somebody else may have loaded it meanwhile, and its old places may be gone since
        Optional<PfsException> failure = held.isLoaded() ? Optional.empty() : reading.failure();
        held.endLoading().forEach(waiter -> waiter.accept(failure));
        if (held.isLoaded()) {
            memory.account(held);
            memory.relieve();
        } // else it takes no more than before
    }

    @Override
    public void fetch(List<SliceFetch> slices, Runnable fetched) {
        List<ReadingToWrite> readings = slices.stream().map(ReadingToWrite::new).toList();
        workers.run(() -> run(readings), () -> {
            for (ReadingToWrite reading : readings) {
                counters.read(reading.records());
                reading.bring();
            }
            fetched.run();
        });
    }

    @Override
    public void loadNow(HeldSlice held) {
        if (held.isUndivided()) {
            throw held.undivided();
        }
        if (!held.isLoaded()) {
            ReadingToLoad reading = ReadingToLoad.whole(held);
            run(List.of(reading));
            reading.failure().ifPresent(failure -> {
                throw failure;
            });
            held.load(reading.rows().orElseThrow());
            counters.read(reading.records());
            memory.account(held);
        }
    }

    /** What is there of a slice that {@link #loadNow} can't bring. */
    public SliceRemains remains(HeldSlice held) {
        ReadingOfRemains reading = new ReadingOfRemains(held);
        run(List.of(reading));
        reading.failure().ifPresent(failure -> {
            throw failure;
        });
        counters.read(reading.records());
        return reading.remains();
    }
}
