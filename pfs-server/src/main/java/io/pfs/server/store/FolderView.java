package io.pfs.server.store;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.nio.NioDisk;
import io.pfs.disk.overlay.OverlayDisk;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.env.system.InlineWorkers;
import io.pfs.format.FileKind;
import io.pfs.pool.Pool;
import io.pfs.pool.local.LocalPool;
import io.pfs.server.shard.ShardGroup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A data folder that nobody uses, to be looked at. It is locked meanwhile, and stays as it is: a recovery on it writes to
 * memory. Only the files of the locks are made if somebody has removed them.
 */
public final class FolderView implements AutoCloseable {
    private static final List<String> PARTS = List.of("journal", "pool");

    private final Path folder;
    private final List<Disk> disks = new ArrayList<>();
    private final List<Disk> overlays = new ArrayList<>();
    private final InlineWorkers workers = new InlineWorkers();
    private Optional<ShardGroup> group = Optional.empty();

    private FolderView(Path folder) {
        this.folder = folder;
    }

    /** Locks a folder that has, or should have, a superblock. Another is refused with {@code USAGE}. */
    public static FolderView open(Path folder) {
        boolean looksLikeOurs = Files.exists(folder.resolve(SuperblockFile.NAME))
                || PARTS.stream().allMatch(part -> Files.isDirectory(folder.resolve(part)));
        if (!looksLikeOurs) {
            throw new PfsException(ErrorCode.USAGE, folder + " is not a PFS data folder");
        }
        FolderView view = new FolderView(folder);
        try {
            view.disks.add(NioDisk.open(folder));
            view.requireAlone();
            for (String part : PARTS) {
                if (Files.isDirectory(folder.resolve(part))) {
                    view.disks.add(NioDisk.open(folder.resolve(part)));
                }
            }
            return view;
        } catch (PfsException e) {
            view.close();
            throw e;
        }
    }

    /** What one of several servers has can't be looked at by itself: rows lead into the folders of others, and theirs here. */
    private void requireAlone() {
        Disk disk = disks.get(0);
        if (disk.exists(SuperblockFile.NAME)) {
            SuperblockFile file = SuperblockFile.read(disk);
            if (file.kind().filter(kind -> kind == FileKind.CLUSTER).isPresent()) {
                throw new PfsException(
                        ErrorCode.NOT_SUPPORTED,
                        folder + " is " + ClusterBlock.decode(file.reader()).what()
                                + "; the folders of several servers can't be checked yet");
            }
        }
    }

    /** Folders in it that should be there and are not. */
    public List<String> missing() {
        return PARTS.stream()
                .filter(part -> !Files.isDirectory(folder.resolve(part)))
                .toList();
    }

    public Path path() {
        return folder;
    }

    /** The superblock, which must be whole. */
    public Superblock superblock() {
        return DataFolder.readAlone(folder, SuperblockFile.read(disks.get(0)));
    }

    /** The pool as it is, to be read. No folder may be missing. */
    public Pool pool() {
        return new LocalPool(disks.get(2));
    }

    /** Runs the engine's recovery, which sees its own changes, and nobody else does. No folder may be missing. */
    public ShardGroup recover(Clock clock, Entropy entropy) {
        Superblock superblock = superblock();
        overlays.add(new OverlayDisk(disks.get(1)));
        overlays.add(new OverlayDisk(disks.get(2)));
        OpenFolder.Drive drive = OpenFolder.Drive.ofTool(workers, clock, entropy);
        ShardGroup recovered = OpenFolder.openGroup(superblock, overlays.get(0), overlays.get(1), drive);
        group = Optional.of(recovered);
        return recovered;
    }

    @Override
    public void close() {
        group.ifPresent(recovered -> {
            recovered.close();
            while (workers.poll()) {
                // what was under way comes to its end, in memory
            }
        });
        overlays.forEach(Disk::close);
        disks.forEach(Disk::close);
    }
}
