package io.pfs.server.checkpoint;

import io.pfs.PfsException;
import io.pfs.server.metadata.MetadataWriter;
import io.pfs.server.state.GroupContext;
import io.pfs.server.state.HeldSlice;
import io.pfs.server.state.SliceFetch;
import io.pfs.server.state.SliceLoader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The slices of a round on their way to the metadata log: some are read, where they are not in memory, while those before
 * them are encoded, by one worker or several, and written, by one. The shards serve meanwhile; a slice is written as it is
 * when its turn comes.
 */
final class CheckpointWriting {
    private static final int COPY_BYTES = 512 << 10;
    /** So many records may wait to be written before more are made. */
    private static final int MADE_MAX = 256;

    private final List<CheckpointPart> parts;
    private final GroupContext context;
    private final MetadataWriter writer;
    private final SliceLoader loader;
    private final Consumer<Optional<PfsException>> ended;
    private final SliceCopies copies;
    private final int makers;
    private final ArrayDeque<RecordMaker> idle = new ArrayDeque<>();
    /** The parts before this one are written, but for slices that were born since. */
    private int current;

    private int fetching;
    /** Copies wait to be encoded. */
    private boolean ready;
    /** Records that wait to be written. */
    private List<MadeRecord> made = new ArrayList<>();

    private boolean writing;

    private boolean forced;
    private Optional<PfsException> failure = Optional.empty();

    /** A slice of a part that is being read. */
    private record Fetching(CheckpointPart part, SliceFetch fetch) {}

    /**
     * Slices that are still where their shards have them.
     *
     * @param makers so many workers encode at once
     * @param ended hears once that all is forced, or what went wrong; nothing is under way then
     */
    CheckpointWriting(
            List<CheckpointPart> parts,
            GroupContext context,
            MetadataWriter writer,
            SliceLoader loader,
            int makers,
            Consumer<Optional<PfsException>> ended) {
        this.parts = parts;
        this.context = context;
        this.writer = writer;
        this.loader = loader;
        this.ended = ended;
        this.copies = new SliceCopies(context);
        this.makers = makers;
        for (int i = 0; i < makers; i++) {
            idle.add(new RecordMaker(context, makers > 1));
        }
    }

    /** Takes in a slice that came into being while this runs. */
    void include(CheckpointSource shard, HeldSlice slice) {
        if (slice.stored().isPresent()) {
            return; // it is older
        }
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i).shard() == shard && parts.get(i).include(slice)) {
                current = Math.min(current, i);
            }
        }
    }

    /** Begins what can be begun. */
    void goOn() {
        boolean hasBegun;
        do {
            hasBegun = take();
            hasBegun |= make();
        } while (hasBegun);
        write();
        if (isIdle() && (failure.isPresent() || forced)) {
            ended.accept(failure);
        }
    }

    private boolean isIdle() {
        return fetching == 0 && !writing && idle.size() == makers;
    }

    private boolean isAllTaken() {
        while (current < parts.size() && parts.get(current).isWritten()) {
            current++;
        }
        return current == parts.size();
    }

    /** Copies some slices; those that are not in memory are read first. Says whether there were any. */
    private boolean take() {
        if (failure.isPresent() || fetching == makers || ready || isAllTaken()) {
            return false;
        }
        List<Fetching> toFetch = new ArrayList<>();
        long toFetchBytes = 0;
        forced = false;
        try {
            while (!isAllTaken() && copies.bytes() + toFetchBytes < COPY_BYTES) {
                CheckpointPart part = parts.get(current);
                part.shard().requireServing();
                HeldSlice slice = part.next();
                if (slice.lacksChange()) {
                    part.setAside(slice);
                    continue;
                }
                boolean wantsImage = copies.wantsImage(slice);
                if (!copies.fromMemory(part, slice, wantsImage)) {
                    SliceFetch fetch = new SliceFetch(slice, wantsImage);
                    toFetch.add(new Fetching(part, fetch));
                    toFetchBytes += fetch.bytesAbout();
                }
            }
        } catch (PfsException e) {
            failure = Optional.of(e);
            return false;
        }
        ready = toFetch.isEmpty();
        if (!ready) {
            fetching++;
            loader.fetch(toFetch.stream().map(Fetching::fetch).toList(), () -> fetched(toFetch));
        }
        return true;
    }

    private void fetched(List<Fetching> fetches) {
        fetching--;
        ready = true;
        try {
            fetches.forEach(one -> fetched(one.part, one.fetch));
        } catch (PfsException e) {
            failure = Optional.of(failure.orElse(e));
        }
        goOn();
    }

    private void fetched(CheckpointPart part, SliceFetch fetch) {
        if (fetch.failure().isPresent()) {
            PfsException cause = fetch.failure().get();
            if (!cause.code().isUnreadable()) {
                throw cause;
            }
            fetch.slice().couldNotBeRead();
            part.setAside(fetch.slice());
        } else if (fetch.slice().lacksChange()) {
            part.setAside(fetch.slice()); // another reading failed meanwhile, for a move
        } else if (!copies.fromMemory(part, fetch.slice(), fetch.isWhole())) {
            copies.fromStorage(part, fetch);
        } // else it was loaded meanwhile
    }

    /** Has copies encoded that wait for it, unless as much waits to be written as is good; says whether it did. */
    private boolean make() {
        if (failure.isPresent() || !ready || idle.isEmpty() || made.size() >= MADE_MAX) {
            return false;
        }
        ready = false;
        Making job = new Making(idle.remove(), copies.handOver());
        context.workers().run(job, () -> made(job));
        return true;
    }

    private void made(Making job) {
        idle.add(job.maker);
        failure = failure.or(() -> job.failed);
        made.addAll(job.made);
        goOn();
    }

    /** Has written what was encoded; what is written last is forced. */
    private void write() {
        boolean isLast = isIdle() && !ready && isAllTaken() && !forced;
        if (failure.isEmpty() && !writing && (isLast || !made.isEmpty())) {
            writing = true;
            Writing job = new Writing(made, isLast);
            made = new ArrayList<>();
            context.workers().run(job, () -> written(job));
        }
    }

    private void written(Writing job) {
        writing = false;
        forced = job.forces;
        failure = failure.or(() -> job.failed);
        goOn();
    }

    /** Makes records of some copies, on a worker. */
    private static final class Making implements Runnable {
        private final RecordMaker maker;
        private final List<SliceCopy> taken;
        private List<MadeRecord> made = List.of();
        private Optional<PfsException> failed = Optional.empty();

        Making(RecordMaker maker, List<SliceCopy> taken) {
            this.maker = maker;
            this.taken = taken;
        }

        @Override
        public void run() {
            try {
                made = maker.make(taken);
            } catch (PfsException e) {
                failed = Optional.of(e);
            }
        }
    }

    /** Writes some records, on a worker. */
    private final class Writing implements Runnable {
        private final List<MadeRecord> records;
        private final boolean forces;
        private Optional<PfsException> failed = Optional.empty();

        Writing(List<MadeRecord> records, boolean forces) {
            this.records = records;
            this.forces = forces;
        }

        @Override
        public void run() {
            try {
                records.forEach(record -> record.append(writer));
                writer.write();
                if (forces) {
                    writer.force();
                }
            } catch (PfsException e) {
                failed = Optional.of(e);
            }
        }
    }
}
