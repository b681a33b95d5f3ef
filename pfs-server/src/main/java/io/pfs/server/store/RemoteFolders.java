package io.pfs.server.store;

import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.disk.Disk;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.env.system.Messages;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.format.ByteWriter;
import io.pfs.pool.Pool;
import io.pfs.pool.local.LocalPool;
import io.pfs.server.remote.CoordinatorId;
import io.pfs.server.remote.RemoteHome;
import io.pfs.server.remote.RemotePool;
import io.pfs.server.remote.RemoteStorage;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.PoolPlace;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * A pool that has journals, too, so that it is all of a file system: what else a server has is derived from it. It is not in a folder of
 * this machine, or in one for seats that move.
 */
public final class RemoteFolders implements AutoCloseable {
    private static final String SUPERBLOCK_NEW = "superblock.tmp";

    private final RemotePool pool;
    private final ClusterBlock block;
    private final Clock clock = new SystemClock();
    /** Where clients may find it, and the number of this process. */
    private final PoolPlace place;

    private RemoteFolders(RemotePool pool, ClusterBlock block) {
        this.pool = pool;
        this.block = block;
        this.place = new PoolPlace(pool.location(), new SystemEntropy().nextLong());
    }

    /** Makes a pool of a folder that is missing or empty; says what it made. */
    public static ClusterBlock format(PoolAt at, int servers, Clock clock, Entropy entropy) {
        try (RemotePool pool = connect(at)) {
            return format(pool, servers, clock, entropy);
        }
    }

    private static ClusterBlock format(RemotePool pool, int servers, Clock clock, Entropy entropy) {
        Superblock fileSystem = new Superblock(entropy.nextLong(), entropy.nextLong(), Limits.SHARDS_DEFAULT);
        ClusterBlock block = ClusterBlock.ofPool(fileSystem, servers);
        ByteWriter bytes = new ByteWriter(ClusterBlock.BYTES);
        block.encode(clock.wallMillis(), bytes);
        pool.make(IntStream.range(0, servers)
                .mapToObj(ServerId::new)
                .map(PoolFolder::nameOf)
                .toList());
        SuperblockFile.write(pool.folder(), SUPERBLOCK_NEW, bytes); // last: with it, all is there
        return block;
    }

    /** One of a single seat, to be tried out: see {@link RemotePool#scratch}. */
    RemoteFolders scratch(String name) {
        RemotePool scratch = pool.scratch(name);
        try {
            return new RemoteFolders(scratch, format(scratch, 1, clock, new SystemEntropy()));
        } catch (PfsException e) {
            ClosingAll.after(e, List.of(scratch::close));
            throw e;
        }
    }

    private static RemotePool connect(PoolAt at) {
        if (at instanceof PoolAt.Remote remote) {
            return RemoteStorage.find().open(remote.uri(), remote.login(), Messages::tell);
        }
        return new FolderPool(((PoolAt.Folder) at).path());
    }

    /** Opens the pool of so many servers, of which each has its seat for good. */
    static RemoteFolders open(PoolAt at, int servers) {
        RemoteFolders opened = open(at);
        try {
            PoolFolder.requireServers(at, opened.block, servers);
            CoordinatorFile.requireNone(opened.pool.folder());
            return opened;
        } catch (PfsException e) {
            opened.close();
            throw e;
        }
    }

    /** Opens the pool that is there, of however many seats. */
    public static RemoteFolders open(PoolAt at) {
        RemotePool pool = connect(at);
        try {
            return new RemoteFolders(pool, read(at, pool.folder()));
        } catch (PfsException e) {
            pool.close();
            throw e;
        }
    }

    /** What the superblock in the folder of a pool says. Where it is to be mounted it may come yet; an empty pool below that would hide that it did not. */
    static ClusterBlock read(PoolAt at, Disk folder) {
        if (!folder.exists(SuperblockFile.NAME)) {
            throw new PfsException(
                    ErrorCode.FILE_MISSING,
                    "there is no pool of PFS at " + at
                            + ": it has no superblock; check that this is the folder that was meant, and that it is mounted. Only if"
                            + " none was ever made there, make one of the folder, which must be missing or empty:"
                            + " bin/pfs admin format " + at);
        }
        ClusterBlock block = ClusterBlock.decode(SuperblockFile.read(folder).reader());
        if (block.areLoops()) {
            throw new PfsException(
                    ErrorCode.USAGE, at + " is " + block.what() + ", which one process serves: name it as its data");
        }
        return block;
    }

    /**
     * What a server has in it, from now on and for this life of it.
     *
     * @param claimed the epoch, if somebody gives these out
     * @param below closes what was opened, the last first
     */
    SeatTaken take(ServerId server, Optional<Epoch> claimed, List<Runnable> below) {
        RemoteHome home = pool.take(PoolFolder.nameOf(server), claimed);
        below.add(0, home::close);
        return new SeatTaken(
                block.of(server),
                home.epoch(),
                home.pool(),
                seenBy(server, home.pool()),
                Optional.of(home.journal()),
                true,
                home.tenure(),
                () -> Witness.leave(home.pool(), place, server, clock));
    }

    /** Where clients may find what seats have in it that are served by this process, wherever these were before; each has a witness that says so. */
    public Optional<PoolPlace> place() {
        return Optional.of(place)
                .filter(told -> told.folder().getBytes(StandardCharsets.UTF_8).length <= PoolPlace.FOLDER_BYTES_MAX);
    }

    /**
     * Refused with {@code NOT_OURS} if somebody else gives out its seats; whoever comes first does so from now on. Blocks. Where the pool is not, as it
     * is not mounted, nothing is made.
     */
    void requireCoordinator(CoordinatorId id, Clock clock, Entropy entropy) {
        Disk folder = pool.folder();
        if (!folder.exists(SuperblockFile.NAME)) {
            throw new PfsException(
                    ErrorCode.FILE_MISSING,
                    "the pool " + pool.location() + " is not there any more: it has no superblock; check that it is"
                            + " mounted");
        }
        CoordinatorFile.require(folder, id, entropy.nextLong(), clock.wallMillis());
    }

    /** What the folder of a server's own data says for one of its seats. */
    ClusterBlock blockOf(ServerId seat) {
        return block.of(seat);
    }

    /** How many seats it was made for. */
    public int seats() {
        return block.servers();
    }

    /** What a client must know of the file system in it. */
    public FileSystemFacts facts() {
        return block.fileSystem().facts();
    }

    private Pool seenBy(ServerId server, Disk own) {
        Map<ServerId, Pool> others = new ConcurrentHashMap<>();
        return new SharedPool(
                server,
                new LocalPool(own),
                other -> others.computeIfAbsent(other, id -> new LocalPool(pool.reading(PoolFolder.nameOf(id)))));
    }

    @Override
    public void close() {
        pool.close();
    }
}
