package io.pfs.server.store;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.disk.Disk;
import io.pfs.disk.nio.NioDisk;
import io.pfs.disk.overlay.OverlayDisk;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.env.system.InlineWorkers;
import io.pfs.format.FileKind;
import io.pfs.pool.HomeName;
import io.pfs.pool.Pool;
import io.pfs.pool.local.LocalPool;
import io.pfs.server.remote.RemoteView;
import io.pfs.server.remote.StoredFolder;
import io.pfs.server.shard.ShardGroup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What one server has, which nobody uses, to be looked at. It is locked meanwhile, and stays as it is: a recovery on it writes to
 * memory. Only the files of the locks are made if somebody has removed them.
 */
public final class FolderView implements AutoCloseable, ServerSalvage.Parts {
    private static final String JOURNAL = "journal";
    private static final String POOL = "pool";

    private final ServerId server;
    private final String path;
    private final Part journal;
    private final Part pool;
    private final Runnable unlock;
    private final Engine engine;
    private final Optional<Path> data;
    private final List<Disk> overlays = new ArrayList<>();
    private final InlineWorkers workers = new InlineWorkers();
    private Optional<ShardGroup> group = Optional.empty();

    /** A folder that should be there; its disk, if it is. */
    private static final class Part {
        private final StoredFolder files;
        private final Disk reading;
        private final Supplier<Optional<Disk>> locking;
        private Optional<Disk> disk = Optional.empty();

        Part(StoredFolder files, Disk reading, Supplier<Optional<Disk>> locking) {
            this.files = files;
            this.reading = reading;
            this.locking = locking;
        }

        static Part of(Path path) {
            return new Part(
                    new PathFolder(path),
                    NioDisk.reading(path),
                    () -> Files.isDirectory(path) ? Optional.of(NioDisk.open(path)) : Optional.empty());
        }

        /** One on which nothing can be locked. */
        static Part of(RemoteView pool, String path) {
            Disk disk = pool.disk(path);
            return new Part(pool.stored(path), disk, () -> pool.isFolder(path) ? Optional.of(disk) : Optional.empty());
        }

        void lock() {
            disk = locking.get();
        }

        Disk present() {
            return disk.orElseThrow(() -> new PfsException(ErrorCode.FILE_MISSING, reading.location() + " is missing"));
        }

        void close() {
            disk.ifPresent(Disk::close);
        }
    }

    /** Opens the shards on these disks. */
    private interface Engine {
        ShardGroup open(Disk journal, Disk pool, OpenFolder.Drive drive);
    }

    private FolderView(ServerId server, Path folder, Path pool, Disk folderLock, Engine engine) {
        this(
                server,
                folder.toString(),
                Part.of(folder.resolve(JOURNAL)),
                Part.of(pool),
                folderLock::close,
                engine,
                Optional.of(folder));
    }

    /** @param data the folder that may have an index, if it is one of this machine */
    private FolderView(
            ServerId server,
            String path,
            Part journal,
            Part pool,
            Runnable unlock,
            Engine engine,
            Optional<Path> data) {
        this.server = server;
        this.path = path;
        this.journal = journal;
        this.pool = pool;
        this.unlock = unlock;
        this.engine = engine;
        this.data = data;
    }

    /** Locks a folder that is all of a file system, and has, or should have, a superblock; its parts are locked after that. */
    static FolderView alone(Path folder) {
        boolean hasParts = Files.isDirectory(folder.resolve(JOURNAL)) && Files.isDirectory(folder.resolve(POOL));
        requireOurs(folder, hasParts);
        Disk lock = NioDisk.open(folder);
        return locked(lock, () -> {
            requireAlone(folder, lock);
            return new FolderView(
                    new ServerId(0),
                    folder,
                    folder.resolve(POOL),
                    lock,
                    (journal, pool, drive) -> OpenFolder.openGroup(
                            DataFolder.readAlone(folder, SuperblockFile.read(lock)), journal, pool, drive));
        });
    }

    /** Locks the data folder of one of the servers of a pool; its parts are locked after that. */
    static FolderView among(PoolFolder shared, Path folder) {
        requireOurs(folder, false);
        Disk lock = NioDisk.open(folder);
        return locked(lock, () -> {
            ClusterBlock block = DataFolder.readOneOf(folder, shared.block(), SuperblockFile.read(lock));
            ServerId server = block.server().orElseThrow();
            return new FolderView(
                    server,
                    folder,
                    shared.folderOf(server),
                    lock,
                    (journal, pool, drive) ->
                            OpenFolder.openGroup(block, OpenFolder.EPOCH, journal, shared.seenBy(server, pool), drive));
        });
    }

    /** Locks the home of a seat in a pool that has all of it, and that nobody uses; its parts are locked after that. */
    static FolderView home(PoolFolder shared, ServerId seat) {
        Path folder = shared.homeOf(seat);
        Disk lock = NioDisk.open(folder);
        return locked(
                lock,
                () -> new FolderView(
                        seat,
                        folder,
                        folder.resolve(HomeName.POOL),
                        lock,
                        (journal, pool, drive) -> OpenFolder.openGroup(
                                shared.block().of(seat),
                                shared.epochOf(seat),
                                journal,
                                shared.seenBy(seat, pool),
                                drive)));
    }

    /** The same of one that is not on this machine, where there is nothing to lock. */
    static FolderView home(ViewedPool shared, ServerId seat) {
        String folder = shared.homeOf(seat);
        return new FolderView(
                seat,
                shared.view().location() + "/" + folder,
                Part.of(shared.view(), folder + "/" + HomeName.JOURNAL),
                Part.of(shared.view(), folder + "/" + HomeName.POOL),
                () -> {},
                (journal, pool, drive) -> OpenFolder.openGroup(
                        shared.block().of(seat), shared.epochOf(seat), journal, shared.seenBy(seat, pool), drive),
                Optional.empty());
    }

    private static void requireOurs(Path folder, boolean hasParts) {
        if (!hasParts && !NioDisk.reading(folder).exists(SuperblockFile.NAME)) {
            throw new PfsException(ErrorCode.USAGE, folder + " is not a PFS data folder");
        }
    }

    /** Makes a view of a folder that is locked by now. */
    private interface Making {
        FolderView make();
    }

    private static FolderView locked(Disk lock, Making making) {
        try {
            return making.make();
        } catch (PfsException e) {
            lock.close();
            throw e;
        }
    }

    /** Locks the folders in it, or that belong to it: those that are there. */
    void lockParts() {
        journal.lock();
        pool.lock();
    }

    /** What one of several servers has says little by itself: rows lead into the folders of others, and theirs here. */
    private static void requireAlone(Path folder, Disk disk) {
        if (disk.exists(SuperblockFile.NAME)) {
            SuperblockFile file = SuperblockFile.read(disk);
            if (file.kind().filter(kind -> kind == FileKind.CLUSTER).isPresent()) {
                Path above = folder.toAbsolutePath().normalize().resolveSibling("");
                String advice = LoopsFolder.isAt(above)
                        ? "; name the folder of all loops, " + above
                        : "; name the pool with --pool, and the data folders of all its servers";
                throw new PfsException(
                        ErrorCode.USAGE,
                        folder + " is " + ClusterBlock.decode(file.reader()).what() + advice);
            }
        }
    }

    /** Folders that should be there and are not. */
    public List<String> missing() {
        List<String> missing = new ArrayList<>();
        if (journal.disk.isEmpty()) {
            missing.add(JOURNAL);
        }
        if (pool.disk.isEmpty()) {
            missing.add(POOL);
        }
        return missing;
    }

    /** The one that these folders are of; 0 if it is alone. */
    public ServerId server() {
        return server;
    }

    /** Where its superblock is. */
    @Override
    public String path() {
        return path;
    }

    /** What lies in its journal. */
    public StoredFolder journalFiles() {
        return journal.files;
    }

    /** What lies in that which it has in the pool. */
    public StoredFolder poolFiles() {
        return pool.files;
    }

    /** That to be read, of which no file is found if it is missing. */
    Disk reading() {
        return pool.reading;
    }

    /** That as it is, to be read; it may not be missing. */
    @Override
    public Pool pool() {
        return new LocalPool(pool.present());
    }

    /**
     * Runs the engine's recovery, which sees its own changes, and nobody else does. No folder may be missing.
     *
     * @param folders so many are recovered in all, and share the memory
     */
    public ShardGroup recover(Clock clock, Entropy entropy, int folders) {
        overlays.add(new OverlayDisk(journal.present()));
        overlays.add(new OverlayDisk(pool.present()));
        OpenFolder.Drive drive = OpenFolder.Drive.ofTool(workers, clock, entropy, folders);
        ShardGroup recovered = engine.open(overlays.get(0), overlays.get(1), drive);
        group = Optional.of(recovered);
        return recovered;
    }

    /** That of its journal, which may not be missing. */
    @Override
    public Disk journal() {
        return journal.present();
    }

    @Override
    public void forgetIndex() {
        data.ifPresent(DataFolder::forgetIndex);
    }

    /** Who opens it closes it before this view. */
    @Override
    public ShardGroup open(Disk other, OpenFolder.Drive drive) {
        return engine.open(other, pool.present(), drive);
    }

    @Override
    public ShardGroup look(Disk other, OpenFolder.Drive drive) {
        OverlayDisk overlay = new OverlayDisk(pool.present());
        overlays.add(overlay);
        return engine.open(other, overlay, drive);
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
        pool.close();
        journal.close();
        unlock.run();
    }
}
