package io.pfs.server.store;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.SliceKey;
import io.pfs.disk.Disk;
import io.pfs.disk.overlay.OverlayDisk;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.env.system.InlineWorkers;
import io.pfs.pool.Pool;
import io.pfs.server.checkpoint.Apart;
import io.pfs.server.checkpoint.LeadingRows;
import io.pfs.server.checkpoint.Lost;
import io.pfs.server.checkpoint.Salvage;
import io.pfs.server.run.RunFiles;
import io.pfs.server.shard.RottenSlices;
import io.pfs.server.shard.Shard;
import io.pfs.server.shard.ShardGroup;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Gives up what one server has lost. All that is journaled for it is in memory, until it comes into the journal at once: in the middle of it some
 * shards would not be as they were, and nothing would tell. What is written to the pool meanwhile counts only then.
 */
final class ServerSalvage {
    private final Parts parts;
    private final Clock clock;
    private final Entropy entropy;
    private final int servers;
    private final Runnable sliceRead;

    /** What a server has, which nobody else uses. */
    interface Parts {
        String path();

        Disk journal();

        Pool pool();

        /** What an index of it knows goes, where that is at hand. */
        void forgetIndex();

        /** Runs the engine on the pool itself, and on another journal. */
        ShardGroup open(Disk journal, OpenFolder.Drive drive);

        /** The same, seeing its own changes of the pool, as nobody else does. */
        ShardGroup look(Disk journal, OpenFolder.Drive drive);
    }

    /** What was found before anything is given up, or after. */
    record Found(Apart apart, SortedMap<SliceKey, PfsException> rotten, LeadingRows leading) {
        boolean isNothingLost() {
            return apart.isNothingLost() && rotten.isEmpty();
        }

        /** Refuses if shards are set apart: nothing that could be given up makes them be served. */
        void requireServed() {
            apart.refusal().ifPresent(why -> {
                throw new PfsException(
                        why.code(),
                        "nothing was changed, as there is nothing that could be given up: " + why.detail()
                                + "; put the file back as it was",
                        why);
            });
        }
    }

    /**
     * @param servers so many share the memory
     * @param sliceRead is called for each slice that is read, which takes most of the time
     */
    ServerSalvage(Parts parts, Clock clock, Entropy entropy, int servers, Runnable sliceRead) {
        this.parts = parts;
        this.clock = clock;
        this.entropy = entropy;
        this.servers = servers;
        this.sliceRead = sliceRead;
    }

    String path() {
        return parts.path();
    }

    /** What there is before anything is given up. Blocks. */
    Found look() {
        return look(parts.journal());
    }

    /**
     * Changes nothing if nothing is lost that anybody needs. Blocks.
     *
     * @param elsewhere what leads to tables of other servers
     * @param areOthersServed whether that is all of it
     */
    Optional<Salvaged> run(Found found, LeadingRows elsewhere, boolean areOthersServed) {
        if (found.isNothingLost()) {
            return Optional.empty();
        }
        Disk journal = new OverlayDisk(parts.journal());
        List<String> pool = parts.pool().list("");
        Salvaged salvaged;
        try {
            salvaged = salvage(journal, Lost.givenUp(elsewhere, found.rotten().keySet()), areOthersServed);
            if (salvaged.salvage().isNothing()) {
                keepOnly(pool);
                requireAllRead();
                return Optional.empty(); // what could not be read then can be now
            }
            requireSalvaged(journal, salvaged.uncounted());
            JournalAddition.nameOf(journal, parts.journal());
        } catch (PfsException e) {
            keepOnly(pool);
            throw e;
        }
        RunFiles.delete(parts.pool(), RunFiles.ids(parts.pool())); // what an index knew of shards, and is made anew
        parts.forgetIndex();
        JournalAddition.run(journal, parts.journal());
        return Optional.of(salvaged);
    }

    /** What was written for nothing takes no space, unless it can't be deleted: then a later start finds that nothing leads to it. */
    private void keepOnly(List<String> before) {
        try {
            Set<String> written = new TreeSet<>(parts.pool().list(""));
            before.forEach(written::remove);
            written.forEach(parts.pool()::delete);
        } catch (PfsException e) {
            // why nothing was changed is what counts
        }
    }

    private Found look(Disk journal) {
        InlineWorkers workers = new InlineWorkers();
        ShardGroup group = parts.look(new OverlayDisk(journal), drive(workers));
        return closing(
                group, workers, () -> new Found(group.apart(), RottenSlices.of(group, sliceRead), leadingRows(group)));
    }

    /** The rows, wherever they are, that lead to tables of these shards. */
    private static LeadingRows leadingRows(ShardGroup group) {
        return LeadingRows.to(group.shards().stream().map(Shard::state).toList());
    }

    private OpenFolder.Drive drive(InlineWorkers workers) {
        return OpenFolder.Drive.ofTool(workers, clock, entropy, servers);
    }

    private Salvaged salvage(Disk journal, Lost lost, boolean areOthersServed) {
        InlineWorkers workers = new InlineWorkers();
        ShardGroup group = parts.open(journal, drive(workers).losing(lost));
        group.collection().runInBackground(false);
        Salvage salvage = closing(group, workers, () -> {
            requireKnown(group.salvage(), areOthersServed);
            if (!group.salvage().isNothing()) { // else nothing of this is ever journaled
                requireCounted(group);
                write(group, workers);
            }
            return group.salvage();
        });
        group.endFailure().ifPresent(ServerSalvage::fail);
        return new Salvaged(parts.path(), salvage, group.collection().hindrance());
    }

    /** Rows that lead to tables are put back as these know them: of tables that nobody serves nobody knows where they are. */
    private static void requireKnown(Salvage salvage, boolean areOthersServed) {
        if (!salvage.slices().isEmpty() && !areOthersServed) {
            throw new PfsException(
                    ErrorCode.CORRUPT,
                    "nothing was changed, as rows that are lost may lead to tables that another server has set apart, or that can't be looked"
                            + " at: put its file back, or, if what it lost was given up just now, try again");
        }
    }

    /** Before anything of it counts. */
    private void requireSalvaged(Disk journal, Optional<PfsException> uncounted) {
        Found left = look(journal);
        if (left.apart().isNothing()) { // else nothing is collected by what was counted before
            uncounted.ifPresent(ServerSalvage::failUncounted);
        }
        boolean isCounted = left.apart().isNothingLost() || uncounted.isPresent();
        if (!left.apart().lacking().isEmpty() || !isCounted) {
            throw didNotHelp(left.apart().refusal().orElseThrow().detail());
        }
        left.rotten().entrySet().stream().findFirst().ifPresent(slice -> {
            throw didNotHelp(told(slice));
        });
    }

    /** A slice of a table that came to its shard since the last checkpoint isn't known to be one of those that are on storage. */
    private void requireAllRead() {
        look().rotten().entrySet().stream().findFirst().ifPresent(slice -> {
            throw new PfsException(
                    ErrorCode.CORRUPT,
                    "nothing was changed, as " + told(slice)
                            + "; it can be given up once a checkpoint has been written:"
                            + " let a server, or admin gc, write one, then try again");
        });
    }

    private static String told(Map.Entry<SliceKey, PfsException> slice) {
        return slice.getKey() + " can't be read: " + slice.getValue().detail();
    }

    private static PfsException didNotHelp(String why) {
        return new PfsException(ErrorCode.CORRUPT, "nothing was changed, as it did not help: " + why);
    }

    /**
     * With a slice go rows that segments were counted for. That they could not be counted anew is written nowhere: whoever opens it later would take the
     * count before for true, and collect what rows need.
     */
    private static void requireCounted(ShardGroup group) {
        Optional<PfsException> uncounted = group.collection().hindrance();
        if (!group.salvage().slices().isEmpty() && uncounted.isPresent()) {
            failUncounted(group.apart().refusal().orElse(uncounted.get()));
        }
    }

    private static void failUncounted(PfsException why) {
        throw new PfsException(
                why.code(),
                "nothing was changed, as what rows point to can't be counted without another file; put that back as it was first: "
                        + why.detail(),
                why);
    }

    private static void write(ShardGroup group, InlineWorkers workers) {
        drain(group, workers); // so that what was passed over is behind all that an index knows
        group.settleSalvage();
        requireCounted(group);
        group.checkpoint();
        while (group.isCheckpointing()) {
            group.commit();
            Check.that(workers.poll(), "a checkpoint that runs has work waiting");
        }
        group.stopped().or(group::checkpointFailure).ifPresent(why -> {
            throw new PfsException(why.code(), "nothing was changed: " + why.detail(), why);
        });
    }

    private static void drain(ShardGroup group, InlineWorkers workers) {
        group.commit();
        while (group.stopped().isEmpty() && workers.poll()) {
            group.commit();
        }
        group.catchUp();
    }

    /** What goes wrong in it is what counts, also if the group can't be closed any more then. */
    private static <T> T closing(ShardGroup group, InlineWorkers workers, Supplier<T> task) {
        T result;
        try {
            result = task.get();
        } catch (RuntimeException | Error e) {
            ClosingAll.after(e, List.of(() -> close(group, workers)));
            throw e;
        }
        close(group, workers);
        return result;
    }

    private static void close(ShardGroup group, InlineWorkers workers) {
        group.close();
        while (!group.isClosed()) {
            Check.that(workers.poll(), "what closes has work waiting");
        }
    }

    private static void fail(PfsException cause) {
        throw cause;
    }
}
