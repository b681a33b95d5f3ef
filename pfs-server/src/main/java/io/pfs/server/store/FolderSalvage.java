package io.pfs.server.store;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.overlay.OverlayDisk;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.env.system.InlineWorkers;
import io.pfs.server.checkpoint.Apart;
import io.pfs.server.checkpoint.Lost;
import io.pfs.server.checkpoint.Salvage;
import io.pfs.server.run.RunFiles;
import io.pfs.server.shard.ShardGroup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Gives up what the journals of a file system have lost, that nobody uses meanwhile, so that what is left is served again. Where nothing is lost
 * that anybody needs, nothing is changed.
 */
public final class FolderSalvage {
    private final Clock clock;
    private final Entropy entropy;

    /**
     * What was given up of one server.
     *
     * @param path of its folder
     * @param uncounted why nothing is collected there all the same, if so
     */
    public record Salvaged(String path, Salvage salvage, Optional<PfsException> uncounted) {}

    private FolderSalvage(Clock clock, Entropy entropy) {
        this.clock = clock;
        this.entropy = entropy;
    }

    /** Folders are named as for {@link FileSystemView#open}, and locked meanwhile. Blocks. */
    public static List<Salvaged> run(Optional<Path> pool, List<Path> folders, Clock clock, Entropy entropy) {
        FolderSalvage salvage = new FolderSalvage(clock, entropy);
        List<Salvaged> all = new ArrayList<>();
        try (FileSystemView view = FileSystemView.open(pool, folders)) {
            List<FolderView> servers = view.servers();
            for (FolderView server : servers) {
                requireWhole(server);
                if (!server.recover(clock, entropy, servers.size()).apart().isNothingLost()) {
                    all.add(salvage.run(server, servers.size()));
                }
            }
        }
        return all;
    }

    private static void requireWhole(FolderView server) {
        server.missing().stream().findFirst().ifPresent(part -> {
            throw new PfsException(
                    ErrorCode.FILE_MISSING, "the folder " + part + " of " + server.path() + " is missing");
        });
    }

    /**
     * All that is journaled for it is in memory, until it comes into the journal at once: in the middle of it some shards would not be as they were, and
     * nothing would tell. What is written to the pool meanwhile counts only then.
     */
    private Salvaged run(FolderView server, int servers) {
        Disk journal = new OverlayDisk(server.journal());
        Salvaged salvaged = salvage(server, journal, servers);
        requireSalvaged(server, journal, servers);
        JournalAddition.nameOf(journal, server.journal());
        RunFiles.delete(server.pool(), RunFiles.ids(server.pool())); // what an index knew of shards, and is made anew
        JournalAddition.run(journal, server.journal());
        return salvaged;
    }

    private Salvaged salvage(FolderView server, Disk journal, int servers) {
        InlineWorkers workers = new InlineWorkers();
        ShardGroup group = server.open(
                journal,
                OpenFolder.Drive.ofTool(workers, clock, entropy, servers).losing(Lost.GIVEN_UP));
        group.collection().runInBackground(false);
        try {
            drain(group, workers); // so that what was passed over is behind all that an index knows
            group.checkpoint();
            while (group.isCheckpointing()) {
                group.commit();
                Check.that(workers.poll(), "a checkpoint that runs has work waiting");
            }
            group.stopped().ifPresent(FolderSalvage::fail);
        } finally {
            close(group, workers);
        }
        group.endFailure().ifPresent(FolderSalvage::fail);
        return new Salvaged(server.path(), group.salvage(), group.collection().hindrance());
    }

    /** Before anything of it counts. */
    private void requireSalvaged(FolderView server, Disk journal, int servers) {
        InlineWorkers workers = new InlineWorkers();
        OpenFolder.Drive drive = OpenFolder.Drive.ofTool(workers, clock, entropy, servers);
        ShardGroup group = server.look(new OverlayDisk(journal), drive);
        Apart apart = group.apart();
        close(group, workers);
        if (!apart.lacking().isEmpty()) {
            throw new PfsException(
                    ErrorCode.CORRUPT,
                    "nothing was changed, as it did not help: "
                            + apart.refusal().orElseThrow().detail());
        }
    }

    private static void drain(ShardGroup group, InlineWorkers workers) {
        group.commit();
        while (group.stopped().isEmpty() && workers.poll()) {
            group.commit();
        }
        group.catchUp();
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
