package io.pfs.server.store;

import io.pfs.Durability;
import io.pfs.Epoch;
import io.pfs.Limits;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.disk.Disk;
import io.pfs.disk.nio.NioDisk;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.env.FaultPoints;
import io.pfs.env.Timers;
import io.pfs.env.Workers;
import io.pfs.env.system.NoTimers;
import io.pfs.kv.KvHome;
import io.pfs.pool.Pool;
import io.pfs.pool.local.LocalPool;
import io.pfs.server.checkpoint.Lost;
import io.pfs.server.journal.JournalSetup;
import io.pfs.server.journal.LocalJournal;
import io.pfs.server.kv.RocksHome;
import io.pfs.server.kv.RocksSettings;
import io.pfs.server.lease.LeaseTerms;
import io.pfs.server.remote.Tenure;
import io.pfs.server.shard.Links;
import io.pfs.server.shard.ShardGroup;
import io.pfs.server.state.GroupContext;
import io.pfs.server.state.GroupContext.CheckpointScope;
import io.pfs.server.table.SpreadRule;
import io.pfs.server.tag.IndexPlace;
import io.pfs.server.tag.PlanLimits;
import io.pfs.wire.Asker;
import io.pfs.wire.Connection;
import io.pfs.wire.PoolPlace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** The engine on a data folder, or on that of one of several servers, whoever drives it. */
final class OpenFolder implements AutoCloseable {
    /** Owned by nobody else, for ever: where seats don't move there need be no epochs. */
    static final Epoch EPOCH = new Epoch(1);

    /** The slices may take one part in so many of the heap. */
    private static final int MEMORY_SHARE = 4;

    /** What is journaled when losses are given up is to be in one file, that it may count at once. */
    private static final int ONE_FILE_BYTES = 1 << 29;

    private final DataFolder folder;
    private final List<Runnable> below;
    private final ShardGroup group;
    private final Tenure tenure;
    private final Supplier<Optional<PoolPlace>> witness;

    /**
     * What drives the engine: where its jobs run, and what wakes it later.
     *
     * @param self in whose name this process asks
     * @param sliceMemoryBytes what its slices may take of the memory; a part of the heap if nobody says
     * @param leases how clients are granted leases
     * @param lost what becomes of shards whose records the journal has lost
     */
    record Drive(
            Workers workers,
            Timers timers,
            Clock clock,
            Entropy entropy,
            Durability durability,
            Asker self,
            OptionalLong sliceMemoryBytes,
            LeaseTerms leases,
            Lost lost) {
        /** The superuser of tools that nobody but they themselves reaches. */
        private static final Asker TOOL = Asker.superuser("root", 0, List.of(0));

        /** For a tool that looks into a folder by itself. */
        static Drive ofTool(Workers workers, Clock clock, Entropy entropy) {
            return ofTool(workers, clock, entropy, 1);
        }

        /** The same for one that has so many folders open. */
        static Drive ofTool(Workers workers, Clock clock, Entropy entropy, int folders) {
            return new Drive(
                    workers,
                    new NoTimers(),
                    clock,
                    entropy,
                    Durability.SYNC,
                    TOOL,
                    OptionalLong.of(Runtime.getRuntime().maxMemory() / MEMORY_SHARE / folders),
                    LeaseTerms.IN_PROCESS,
                    Lost.SET_APART);
        }

        /** The same for who has decided about what is lost. */
        Drive losing(Lost decided) {
            return new Drive(workers, timers, clock, entropy, durability, self, sliceMemoryBytes, leases, decided);
        }
    }

    /** What of the file system is served, and what from. */
    private record Part(
            ServerId server,
            Epoch epoch,
            List<ShardId> shards,
            SpreadRule spreadRule,
            Pool pool,
            IndexPlace index,
            Links links) {
        /** All of it. */
        static Part whole(Superblock superblock, Disk poolDisk, KvHome index, Drive drive) {
            return new Part(
                    new ServerId(0),
                    EPOCH,
                    IntStream.range(0, superblock.shards())
                            .mapToObj(ShardId::new)
                            .toList(),
                    SpreadRule.DEFAULT,
                    new LocalPool(poolDisk),
                    new IndexPlace(index, PlanLimits.USUAL, false), // both are in this folder
                    direct(drive));
        }
    }

    private OpenFolder(
            DataFolder folder,
            List<Runnable> below,
            ShardGroup group,
            Tenure tenure,
            Supplier<Optional<PoolPlace>> witness) {
        this.folder = folder;
        this.below = below;
        this.group = group;
        this.tenure = tenure;
        this.witness = witness;
    }

    /** Opens the folder, formatting it if it is new, and recovers what is in it. */
    static OpenFolder open(Path path, Drive drive) {
        return opening(below -> {
            DataFolder folder = added(below, DataFolder.openOrFormat(path, drive.clock(), drive.entropy()));
            Disk journal = added(below, NioDisk.open(folder.journal()));
            Disk pool = added(below, NioDisk.open(folder.pool()));
            Part part =
                    Part.whole(folder.superblock(), pool, index(below, folder.index(), RocksSettings.DEFAULT), drive);
            return new OpenFolder(
                    folder,
                    below,
                    openGroup(folder.superblock(), journal, part, drive),
                    Tenure.LOCKED,
                    () -> Witness.leave(pool, new ServerId(0), drive.clock(), drive.entropy()));
        });
    }

    /**
     * The same of one of several servers.
     *
     * @param loop has something done on the loop, from any thread
     */
    static OpenFolder open(Path path, Drive drive, Seat seat, Consumer<Runnable> loop) {
        return opening(below -> {
            SeatTaken taken = take(seat, drive, below);
            DataFolder folder =
                    added(below, DataFolder.openOrFormat(path, taken.block(), taken.mayBeNew(), drive.clock()));
            Disk journal = taken.journal().orElseGet(() -> added(below, NioDisk.open(folder.journal())));
            Part part = new Part(
                    seat.server(),
                    taken.epoch(),
                    taken.block().shards(),
                    seat.spreadRule(),
                    taken.seen(),
                    new IndexPlace(
                            index(below, seat, folder),
                            PlanLimits.USUAL,
                            taken.journal().isPresent()),
                    links(seat, taken, folder, drive, loop, below));
            ShardGroup group = openGroup(folder.superblock(), journal, part, drive);
            return new OpenFolder(folder, below, group, taken.tenure(), taken.witness());
        });
    }

    private static SeatTaken take(Seat seat, Drive drive, List<Runnable> below) {
        if (seat.claim().isPresent()) {
            Seat.Claim claim = seat.claim().get();
            return claim.pool()
                    .take(seat.server(), Optional.of(claim.epoch()), below)
                    .within(claim.tenure());
        }
        if (seat.pool() instanceof PoolAt.Folder shared) {
            return PoolFolder.openOrFormat(shared.path(), seat.servers(), drive.clock(), drive.entropy())
                    .take(seat.server(), below, drive.clock(), drive.entropy());
        }
        if (seat.pool() instanceof PoolAt.Loops loops) {
            return PoolFolder.open(loops.path()).take(seat.server(), below, drive.clock(), drive.entropy());
        }
        RemoteFolders remote = RemoteFolders.open((PoolAt.Remote) seat.pool(), seat.servers());
        below.add(0, remote::close);
        return remote.take(seat.server(), Optional.empty(), below);
    }

    private static Links links(
            Seat seat, SeatTaken taken, DataFolder folder, Drive drive, Consumer<Runnable> loop, List<Runnable> below) {
        if (seat.peers().isEmpty()) {
            return direct(drive);
        }
        Connection others = seat.peers().get().apply(folder.facts());
        below.add(0, others::close);
        Set<ShardId> here = new TreeSet<>(taken.block().shards());
        return new Links(
                direct -> new ServerPeers(here, direct, others, taken.tenure(), drive.clock(), loop),
                Optional.of(drive.timers()),
                seat.leasesBeside());
    }

    private static Links direct(Drive drive) {
        return drive.timers().ring() ? Links.direct(drive.timers()) : Links.DIRECT;
    }

    /** The last that was opened is the first to be closed. */
    private static Disk added(List<Runnable> below, Disk disk) {
        below.add(0, disk::close);
        return disk;
    }

    private static DataFolder added(List<Runnable> below, DataFolder folder) {
        below.add(0, folder::close);
        return folder;
    }

    private static KvHome index(List<Runnable> below, Seat seat, DataFolder folder) {
        if (seat.claim().isPresent()) {
            return index(below, folder.index(seat.claim().get().epoch()), RocksSettings.OF_A_SEAT);
        }
        boolean isLoop = seat.pool() instanceof PoolAt.Loops;
        return index(below, folder.index(), isLoop ? RocksSettings.OF_A_SEAT : RocksSettings.DEFAULT);
    }

    private static KvHome index(List<Runnable> below, Path folder, RocksSettings settings) {
        RocksHome index = new RocksHome(folder, settings);
        below.add(0, index::close);
        return index;
    }

    /** What was opened is closed again if the rest can't be. */
    private static OpenFolder opening(Function<List<Runnable>, OpenFolder> opening) {
        List<Runnable> below = new ArrayList<>();
        try {
            return opening.apply(below);
        } catch (RuntimeException | Error e) {
            ClosingAll.after(e, below);
            throw e;
        }
    }

    static ShardGroup openGroup(Superblock superblock, Disk journalDisk, Disk poolDisk, Drive drive) {
        return openGroup(superblock, journalDisk, Part.whole(superblock, poolDisk, KvHome.NOWHERE, drive), drive);
    }

    /** That of one of several servers, for a tool: what other servers are asked is heard by nobody. */
    static ShardGroup openGroup(ClusterBlock block, Epoch epoch, Disk journalDisk, Pool pool, Drive drive) {
        Set<ShardId> here = new TreeSet<>(block.shards());
        Links links = new Links(
                direct -> (envelope, sink) -> {
                    if (here.contains(envelope.shard())) {
                        direct.ask(envelope, sink);
                    }
                },
                Optional.empty());
        ServerId server = block.server().orElseThrow();
        Part part = new Part(server, epoch, List.copyOf(here), SpreadRule.DEFAULT, pool, IndexPlace.NOWHERE, links);
        return openGroup(block.fileSystem(), journalDisk, part, drive);
    }

    private static ShardGroup openGroup(Superblock superblock, Disk journalDisk, Part part, Drive drive) {
        long incarnation = drive.entropy().nextLong();
        Limits limits = drive.lost().isGivenUp() ? Limits.DEFAULT.withJournalFileBytes(ONE_FILE_BYTES) : Limits.DEFAULT;
        GroupContext context = new GroupContext(
                part.pool(),
                drive.clock(),
                drive.workers(),
                FaultPoints.NONE,
                limits,
                part.server(),
                incarnation,
                part.epoch(),
                drive.sliceMemoryBytes().orElse(Runtime.getRuntime().maxMemory() / MEMORY_SHARE),
                superblock.rootSeed(),
                drive.entropy(),
                superblock.shards(),
                part.spreadRule(),
                drive.self(),
                part.index(),
                CheckpointScope.ALL);
        JournalSetup setup = JournalSetup.of(journalDisk, incarnation, limits, drive.durability());
        return ShardGroup.open(
                context,
                part.shards(),
                listener -> new LocalJournal(setup, drive.workers(), drive.timers(), drive.clock(), listener),
                part.links(),
                drive.leases(),
                drive.lost());
    }

    DataFolder folder() {
        return folder;
    }

    /** How long what is in memory here is what is true. */
    Tenure tenure() {
        return tenure;
    }

    /** Lets clients of other processes find the pool, if they can. Blocks. */
    Optional<PoolPlace> tellPool() {
        return witness.get();
    }

    ShardGroup group() {
        return group;
    }

    /** Lets go of the disks; the group must be closed. */
    @Override
    public void close() {
        ClosingAll.of(below);
    }
}
