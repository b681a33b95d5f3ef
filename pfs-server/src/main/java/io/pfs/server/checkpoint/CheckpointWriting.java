package io.pfs.server.checkpoint;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.metadata.MetadataWriter;
import io.pfs.server.state.GroupContext;
import io.pfs.server.state.HeldSlice;
import io.pfs.server.state.SliceFetch;
import io.pfs.server.state.SliceLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The slices of a round on their way to the metadata log: some are read, where they are not in memory, while those before
 * them are encoded and written. The shards serve meanwhile; a slice is written as it is when its turn comes.
 */
final class CheckpointWriting {
    private static final int COPY_BYTES = 512 << 10;

    private final List<CheckpointPart> parts;
    private final GroupContext context;
    private final MetadataWriter writer;
    private final SliceLoader loader;
    private final Consumer<Optional<PfsException>> ended;
    private final SliceCopies copies;
    private final SliceWriter slices;
    /** The parts before this one are written, but for slices that were born since. */
    private int current;

    private boolean fetching;
    private boolean encoding;
    /** Copies wait to be encoded. */
    private boolean ready;

    private boolean forced;
    private Optional<PfsException> failure = Optional.empty();

    /** A slice of a part that is being read. */
    private record Fetching(CheckpointPart part, SliceFetch fetch) {}

    /** @param ended hears once that all is forced, or what went wrong; nothing is under way then */
    CheckpointWriting(
            List<CheckpointPart> parts,
            GroupContext context,
            MetadataWriter writer,
            SliceLoader loader,
            Consumer<Optional<PfsException>> ended) {
        this.parts = parts;
        this.context = context;
        this.writer = writer;
        this.loader = loader;
        this.ended = ended;
        this.copies = new SliceCopies(context);
        this.slices = new SliceWriter(context, writer);
    }

    /** Takes in a slice that came into being while this runs. */
    void include(CheckpointSource shard, HeldSlice slice) {
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i).shard() == shard && parts.get(i).include(slice)) {
                current = Math.min(current, i);
            }
        }
    }

    /** Begins what can be begun. */
    void goOn() {
        if (failure.isEmpty() && !fetching && !ready && !isAllTaken()) {
            take();
        }
        if (failure.isEmpty() && !encoding && (ready || (!fetching && isAllTaken() && !forced))) {
            encode();
        }
        if (failure.isEmpty() && !fetching && !ready && !isAllTaken()) {
            take();
        }
        if (!fetching && !encoding && (failure.isPresent() || forced)) {
            ended.accept(failure);
        }
    }

    private boolean isAllTaken() {
        while (current < parts.size() && parts.get(current).isWritten()) {
            current++;
        }
        return current == parts.size();
    }

    /** Copies some slices; those that are not in memory are read first. */
    private void take() {
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
            return;
        }
        ready = toFetch.isEmpty();
        fetching = !ready;
        if (fetching) {
            loader.fetch(toFetch.stream().map(Fetching::fetch).toList(), () -> fetched(toFetch));
        }
    }

    private void fetched(List<Fetching> fetches) {
        fetching = false;
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
            if (cause.code().kind() != ErrorCode.Kind.DATA) {
                throw cause;
            }
            part.setAside(fetch.slice());
        } else if (fetch.slice().lacksChange()) {
            part.setAside(fetch.slice()); // another reading failed meanwhile, for a move
        } else if (!copies.fromMemory(part, fetch.slice(), fetch.isWhole())) {
            copies.fromStorage(part, fetch.slice(), Check.present(fetch.rows().orElse(null), "what was read is there"));
        } // else it was loaded meanwhile
    }

    private void encode() {
        ready = false;
        encoding = true;
        Encoding job = new Encoding(copies.handOver(), !fetching && isAllTaken());
        context.workers().run(job, () -> encoded(job));
    }

    private void encoded(Encoding job) {
        encoding = false;
        forced = job.forces;
        failure = failure.or(() -> job.failed);
        goOn();
    }

    /** Encodes and writes some copies, on a worker. */
    private final class Encoding implements Runnable {
        private final List<SliceCopy> taken;
        private final boolean forces;
        private Optional<PfsException> failed = Optional.empty();

        Encoding(List<SliceCopy> taken, boolean forces) {
            this.taken = taken;
            this.forces = forces;
        }

        @Override
        public void run() {
            try {
                slices.encode(taken);
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
