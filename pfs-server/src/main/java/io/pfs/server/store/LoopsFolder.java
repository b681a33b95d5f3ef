package io.pfs.server.store;

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
import io.pfs.wire.PoolPlace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * The folder of a file system that several loops of one process serve, locked while this is open. It is the pool that they share, and the data of
 * each is in it, too.
 */
final class LoopsFolder implements AutoCloseable {
    private static final ServerId FIRST = new ServerId(0);

    private final Path folder;
    private final Disk disk;
    private final ClusterBlock block;

    private LoopsFolder(Path folder, Disk disk, ClusterBlock block) {
        this.folder = folder;
        this.disk = disk;
        this.block = block;
    }

    /**
     * How many loops have to serve a folder.
     *
     * @param wanted of one that is new; one for all if nobody says
     */
    static int count(Path folder, OptionalInt wanted) {
        wanted.ifPresent(LoopsFolder::requirePossible);
        DataFolder.requireOursOrEmpty(folder);
        if (!Files.exists(folder.resolve(SuperblockFile.NAME))) {
            return wanted.orElse(1);
        }
        Optional<ClusterBlock> block = blockOf(folder);
        int made = block.map(ClusterBlock::servers).orElse(1);
        if (block.isPresent() && !block.get().areLoops()) {
            return 1; // that of a server of a list: whoever opens it is told so
        }
        if (wanted.isPresent() && wanted.getAsInt() != made) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    folder + " was made for " + loops(made) + ", which can't be changed, but "
                            + loops(wanted.getAsInt())
                            + " are wanted; export what is in it, and import it into a new one");
        }
        return made;
    }

    private static void requirePossible(int wanted) {
        if (wanted < 1 || wanted > Limits.LOOPS_MAX) {
            throw new PfsException(
                    ErrorCode.USAGE, "loops of a file system must be 1 to " + Limits.LOOPS_MAX + ", but are " + wanted);
        }
    }

    private static String loops(int count) {
        return count == 1 ? "1 loop" : count + " loops";
    }

    /** Whether a folder is served by several loops. Makes nothing, and takes no lock. */
    static boolean isAt(Path folder) {
        return Files.exists(folder.resolve(SuperblockFile.NAME))
                && blockOf(folder).filter(ClusterBlock::areLoops).isPresent();
    }

    private static Optional<ClusterBlock> blockOf(Path folder) {
        try (Disk disk = NioDisk.reading(folder)) {
            return blockIn(SuperblockFile.read(disk));
        }
    }

    private static Optional<ClusterBlock> blockIn(SuperblockFile file) {
        return file.kind().filter(kind -> kind == FileKind.CLUSTER).map(kind -> ClusterBlock.decode(file.reader()));
    }

    /** Opens a folder of so many loops, or makes one of a folder that is missing or empty. */
    static LoopsFolder openOrFormat(Path folder, int loops, Clock clock, Entropy entropy) {
        DataFolder.requireOursOrEmpty(folder);
        Disk disk = NioDisk.open(folder);
        try {
            if (!disk.exists(SuperblockFile.NAME)) {
                Superblock fileSystem = new Superblock(entropy.nextLong(), entropy.nextLong(), Limits.SHARDS_DEFAULT);
                ByteWriter bytes = new ByteWriter(ClusterBlock.BYTES);
                ClusterBlock.ofLoops(fileSystem, loops).encode(clock.wallMillis(), bytes);
                DataFolder.write(disk, bytes);
            }
            ClusterBlock block = blockIn(SuperblockFile.read(disk))
                    .filter(ClusterBlock::areLoops)
                    .orElseThrow(() -> new PfsException(ErrorCode.USAGE, folder + " is not of several loops"));
            PoolFolder.requireServers(folder, block, loops);
            return new LoopsFolder(folder, disk, block);
        } catch (PfsException e) {
            disk.close();
            throw e;
        }
    }

    ClusterBlock block() {
        return block;
    }

    Path path() {
        return folder;
    }

    List<ServerId> loops() {
        return loops(block);
    }

    private static List<ServerId> loops(ClusterBlock block) {
        return IntStream.range(0, block.servers()).mapToObj(ServerId::new).toList();
    }

    Path dataOf(ServerId loop) {
        return dataOf(folder, loop);
    }

    private static Path dataOf(Path folder, ServerId loop) {
        return folder.resolve(String.format(Locale.ROOT, "loop-%04d", loop.value()));
    }

    /** Lets clients of other processes find what all loops have; empty if nothing could be written. Blocks. */
    Optional<PoolPlace> leaveWitness(Clock clock, Entropy entropy) {
        return Witness.leave(disk, FIRST, clock, entropy);
    }

    /** Where the data of each loop is in such a folder; refused if one has none. */
    static List<Path> datas(Path folder) {
        ClusterBlock block = blockOf(folder).orElseThrow();
        List<Path> datas =
                loops(block).stream().map(loop -> dataOf(folder, loop)).toList();
        datas.stream()
                .filter(data -> !Files.exists(data.resolve(SuperblockFile.NAME)))
                .findFirst()
                .ifPresent(data -> {
                    throw new PfsException(
                            ErrorCode.USAGE,
                            folder + " lacks the data of one of its " + loops(block.servers()) + ", " + data
                                    + ": put it back; or, if the folder was just being made, let `pfs table ls --embedded` open"
                                    + " it, which makes the rest");
                });
        return datas;
    }

    @Override
    public void close() {
        disk.close();
    }
}
