package io.pfs.server.store;

import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.disk.Disk;
import io.pfs.disk.nio.NioDisk;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.format.ByteWriter;
import io.pfs.format.FileKind;
import io.pfs.pool.HomeName;
import io.pfs.pool.Pool;
import io.pfs.pool.local.LocalPool;
import io.pfs.server.remote.Tenure;
import io.pfs.wire.PoolPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The folder that several servers share. Each has a folder of its own in it, which it locks; all may read all. */
final class PoolFolder implements FileSystemView.Shared {
    /** What a server may leave that was cut short, or leaves a moment from now. */
    private static final Pattern LEFTOVER = Pattern.compile("superblock-[0-9a-f]{16}\\.tmp");

    private final Path folder;
    private final ClusterBlock block;

    private PoolFolder(Path folder, ClusterBlock block) {
        this.folder = folder;
        this.block = block;
    }

    /**
     * Opens the pool of so many servers, or makes one of a folder that is missing or empty. Several servers may do so at once: one
     * of them decides which file system it is.
     */
    static PoolFolder openOrFormat(Path folder, int servers, Clock clock, Entropy entropy) {
        try (Disk disk = NioDisk.openShared(folder)) {
            if (!disk.exists(SuperblockFile.NAME)) {
                requireEmpty(folder, disk);
                format(disk, servers, clock, entropy);
            }
            ClusterBlock block = read(folder, SuperblockFile.read(disk));
            if (block.areLoops()) {
                throw new PfsException(
                        ErrorCode.USAGE,
                        folder + " is " + block.what() + ", which one process serves: name it as its data");
            }
            requireServers(folder, block, servers);
            if (hasHomes(folder)) {
                throw new PfsException(
                        ErrorCode.USAGE,
                        folder
                                + " is a pool whose seats move from server to server; none is served for good by a server of a"
                                + " list");
            }
            return new PoolFolder(folder, block);
        }
    }

    /** Opens the pool that is there, of however many servers; makes nothing. */
    static PoolFolder open(Path folder) {
        try (Disk disk = NioDisk.reading(folder)) {
            if (!disk.exists(SuperblockFile.NAME)) {
                throw new PfsException(
                        ErrorCode.USAGE, folder + " is not the pool of PFS servers: it has no superblock");
            }
            return new PoolFolder(folder, read(folder, SuperblockFile.read(disk)));
        }
    }

    private static void requireEmpty(Path folder, Disk disk) {
        try (Stream<Path> entries = Files.list(folder)) {
            List<String> strange = entries.map(entry -> entry.getFileName().toString())
                    .filter(name -> !LEFTOVER.matcher(name).matches())
                    .sorted()
                    .limit(3)
                    .toList();
            if (!strange.isEmpty() && !disk.exists(SuperblockFile.NAME)) { // nobody was faster meanwhile
                throw new PfsException(
                        ErrorCode.NOT_OURS,
                        folder + " is not the pool of PFS servers: it has no superblock, but holds "
                                + String.join(", ", strange) + "; name an empty folder or one of ours");
            }
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, folder + " could not be listed: " + e, e);
        }
    }

    private static void format(Disk disk, int servers, Clock clock, Entropy entropy) {
        Superblock fileSystem = new Superblock(entropy.nextLong(), entropy.nextLong(), Limits.SHARDS_DEFAULT);
        ByteWriter bytes = new ByteWriter(ClusterBlock.BYTES);
        ClusterBlock.ofPool(fileSystem, servers).encode(clock.wallMillis(), bytes);
        String temporary = String.format(Locale.ROOT, "superblock-%016x.tmp", entropy.nextLong());
        try {
            SuperblockFile.write(disk, temporary, bytes);
        } catch (PfsException e) {
            if (e.code() != ErrorCode.FILE_EXISTS) {
                throw e;
            }
            disk.delete(temporary);
            disk.forceFolder(); // what is done from here on relies on the superblock of who was faster
        }
    }

    private static ClusterBlock read(Path folder, SuperblockFile file) {
        if (file.kind().filter(kind -> kind == FileKind.SUPERBLOCK).isPresent()) {
            throw new PfsException(
                    ErrorCode.USAGE, folder + " is the data folder of one server alone, not a pool of several");
        }
        ClusterBlock found = ClusterBlock.decode(file.reader());
        if (found.server().isPresent()) {
            throw new PfsException(ErrorCode.USAGE, folder + " is not a pool: it is " + found.what());
        }
        return found;
    }

    static void requireServers(Object folder, ClusterBlock found, int servers) {
        if (found.servers() != servers) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    folder + " is the pool of " + found.servers() + " servers, which can't be changed yet, but "
                            + servers + " are listed");
        }
    }

    private static boolean hasHomes(Path folder) {
        return FolderPool.isAt(folder, nameOf(new ServerId(0)));
    }

    /** Whether journals are in it, too. */
    boolean hasHomes() {
        return hasHomes(folder);
    }

    ClusterBlock block() {
        return block;
    }

    Path path() {
        return folder;
    }

    /** What the folder of a server is called, where it is for good; a home has an epoch behind that. */
    static String nameOf(ServerId server) {
        return HomeName.before(server);
    }

    Path folderOf(ServerId server) {
        return folder.resolve(nameOf(server));
    }

    @Override
    public String fileName(ServerId server, String name) {
        return folder.relativize(bytesOf(server).resolve(name)).toString();
    }

    /** Where what a server has in the pool is, beside its journal. */
    private Path bytesOf(ServerId server) {
        return hasHomes() ? homeOf(server).resolve(HomeName.POOL) : folderOf(server);
    }

    /** The home of a seat in its newest life. */
    Path homeOf(ServerId seat) {
        return FolderPool.newest(folder, nameOf(seat));
    }

    Epoch epochOf(ServerId seat) {
        return FolderPool.newestEpoch(folder, nameOf(seat));
    }

    /** What this server has in the pool. Nobody else may be that server meanwhile. */
    Disk open(ServerId server) {
        try {
            return NioDisk.open(folderOf(server));
        } catch (PfsException e) {
            throw e.code() == ErrorCode.LOCKED
                    ? new PfsException(ErrorCode.LOCKED, server + " of this pool is running already: " + e.detail(), e)
                    : e;
        }
    }

    /**
     * What a server has in it, for itself alone.
     *
     * @param below closes what was opened, the last first
     */
    SeatTaken take(ServerId server, List<Runnable> below, Clock clock, Entropy entropy) {
        Disk own = open(server);
        below.add(0, own::close);
        boolean mayBeNew = own.list().stream().allMatch(PoolPlace.FILE::equals); // that one comes with a start
        return new SeatTaken(
                block.of(server),
                OpenFolder.EPOCH,
                own,
                seenBy(server, own),
                Optional.empty(),
                mayBeNew,
                Tenure.LOCKED,
                () -> Witness.leave(own, server, clock, entropy));
    }

    @Override
    public Pool seenBy(ServerId server, Disk own) {
        Map<ServerId, Pool> others = new ConcurrentHashMap<>();
        return new SharedPool(
                server,
                new LocalPool(own),
                other -> others.computeIfAbsent(other, id -> new LocalPool(NioDisk.reading(bytesOf(id)))));
    }
}
