package io.pfs.server.store;

import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.nio.NioDisk;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.format.ByteWriter;
import io.pfs.format.FileKind;
import io.pfs.wire.FileSystemFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** A folder that holds one server's part of a file system, locked while this is open. */
public final class DataFolder implements AutoCloseable {
    private static final String INDEX = "index";
    private static final String SUPERBLOCK_NEW = "superblock.tmp";
    /** What a formatting that was cut short may leave. */
    private static final Set<String> LEFTOVERS = new TreeSet<>(List.of("lock", SUPERBLOCK_NEW));

    private final Path folder;
    private final Disk disk;
    private final Superblock superblock;
    private final boolean formatted;

    private DataFolder(Path folder, Disk disk, Superblock superblock, boolean formatted) {
        this.folder = folder;
        this.disk = disk;
        this.superblock = superblock;
        this.formatted = formatted;
    }

    /** What is done with a folder that is locked, and may be empty. */
    private interface Reading {
        DataFolder read(Disk disk, boolean isNew);
    }

    /** Opens a folder of ours, or formats one that is missing or empty. Any other is refused, and left as it is. */
    public static DataFolder openOrFormat(Path folder, Clock clock, Entropy entropy) {
        return open(folder, (disk, isNew) -> {
            if (isNew) {
                ByteWriter bytes = new ByteWriter(Superblock.BYTES);
                new Superblock(entropy.nextLong(), entropy.nextLong(), Limits.SHARDS_DEFAULT)
                        .encode(clock.wallMillis(), bytes);
                write(disk, bytes);
            }
            return new DataFolder(folder, disk, readAlone(folder, SuperblockFile.read(disk)), isNew);
        });
    }

    /**
     * The same of one of several servers, whose folder has to say so.
     *
     * @param mayBeNew whether the server has nothing in the pool that a new folder could not know of
     */
    static DataFolder openOrFormat(Path folder, ClusterBlock expected, boolean mayBeNew, Clock clock) {
        return open(folder, (disk, isNew) -> {
            if (isNew && !mayBeNew) {
                throw new PfsException(
                        ErrorCode.NOT_OURS,
                        folder + " is new, but the pool holds files of " + expected.what()
                                + "; name the folder that it had, without which its shards are lost");
            }
            if (isNew) {
                ByteWriter bytes = new ByteWriter(ClusterBlock.BYTES);
                expected.encode(clock.wallMillis(), bytes);
                write(disk, bytes);
            }
            requireSame(folder, expected, SuperblockFile.read(disk));
            return new DataFolder(folder, disk, expected.fileSystem(), isNew);
        });
    }

    /** Whether nothing was made in this folder, by us or by others, so that opening it would format it. Only looks. */
    public static boolean isEmpty(Path folder) {
        requireOursOrEmpty(folder);
        return !Files.exists(folder.resolve(SuperblockFile.NAME));
    }

    /** What such a folder would be refused for, if it is there. Makes nothing, and takes no lock. */
    static void requireFit(Path folder, ClusterBlock expected) {
        if (!Files.isDirectory(folder)) {
            return; // made when it is wanted, or refused then
        }
        requireOursOrEmpty(folder);
        try (Disk disk = NioDisk.reading(folder)) {
            if (disk.exists(SuperblockFile.NAME)) {
                requireSame(folder, expected, SuperblockFile.read(disk));
            }
        }
    }

    private static DataFolder open(Path folder, Reading reading) {
        requireOursOrEmpty(folder);
        Disk disk = NioDisk.open(folder);
        try {
            return reading.read(disk, !disk.exists(SuperblockFile.NAME));
        } catch (PfsException e) {
            disk.close();
            throw e;
        }
    }

    /** That of a folder which is all of a file system. */
    static Superblock readAlone(Path folder, SuperblockFile file) {
        if (file.kind().filter(kind -> kind == FileKind.CLUSTER).isPresent()) {
            ClusterBlock found = ClusterBlock.decode(file.reader());
            String advice = found.areLoops()
                    ? "; what works on one loop can't open it"
                    : "; it can be served with --servers and --pool alone";
            throw new PfsException(ErrorCode.USAGE, folder + " is " + found.what() + advice);
        }
        return Superblock.decode(file.reader());
    }

    private static void requireSame(Path folder, ClusterBlock expected, SuperblockFile file) {
        if (isAlone(file)) {
            throw new PfsException(ErrorCode.USAGE, folder + " is a file system of its own, not " + expected.what());
        }
        ClusterBlock found = ClusterBlock.decode(file.reader());
        requireSameFileSystem(folder, expected, found);
        if (!found.equals(expected)) {
            throw new PfsException(ErrorCode.USAGE, folder + " is " + found.what() + ", not " + expected.what());
        }
    }

    private static boolean isAlone(SuperblockFile file) {
        return file.kind().filter(kind -> kind == FileKind.SUPERBLOCK).isPresent();
    }

    private static void requireSameFileSystem(Path folder, ClusterBlock expected, ClusterBlock found) {
        if (!found.fileSystem().equals(expected.fileSystem())) {
            throw new PfsException(
                    ErrorCode.NOT_OURS,
                    folder + " belongs to another file system than the pool: to "
                            + found.fileSystem().id() + ", not to "
                            + expected.fileSystem().id() + "; name the two that fit");
        }
    }

    /** That of a folder which is of one of the servers of a pool, whichever it is. */
    static ClusterBlock readOneOf(Path folder, ClusterBlock pool, SuperblockFile file) {
        if (isAlone(file)) {
            throw new PfsException(
                    ErrorCode.USAGE, folder + " is a file system of its own: look at it by itself, without --pool");
        }
        ClusterBlock found = ClusterBlock.decode(file.reader());
        requireSameFileSystem(folder, pool, found);
        if (found.server().isEmpty()) {
            throw new PfsException(ErrorCode.USAGE, folder + " is " + found.what() + ", not the data of one of them");
        }
        return found;
    }

    static void requireOursOrEmpty(Path folder) {
        if (!Files.isDirectory(folder) || Files.exists(folder.resolve(SuperblockFile.NAME))) {
            return; // missing, or for others to refuse
        }
        try (Stream<Path> entries = Files.list(folder)) {
            List<String> strange = entries.map(entry -> entry.getFileName().toString())
                    .filter(name -> !LEFTOVERS.contains(name))
                    .sorted()
                    .limit(3)
                    .toList();
            if (!strange.isEmpty()) {
                throw new PfsException(
                        ErrorCode.NOT_OURS,
                        folder + " is not a PFS data folder: it has no superblock, but holds "
                                + String.join(", ", strange) + "; name an empty folder or one of ours");
            }
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, folder + " could not be listed: " + e, e);
        }
    }

    static void write(Disk disk, ByteWriter superblock) {
        if (disk.exists(SUPERBLOCK_NEW)) {
            disk.delete(SUPERBLOCK_NEW);
        }
        SuperblockFile.write(disk, SUPERBLOCK_NEW, superblock);
    }

    /** Whether it was formatted just now. */
    public boolean isFormatted() {
        return formatted;
    }

    /** What a client must know of the file system in it. */
    FileSystemFacts facts() {
        return superblock.facts();
    }

    Superblock superblock() {
        return superblock;
    }

    public int shards() {
        return superblock.shards();
    }

    Path journal() {
        return folder.resolve("journal");
    }

    Path pool() {
        return folder.resolve("pool");
    }

    /** Made when some table gets its first index; whoever deletes it loses nothing but time. */
    Path index() {
        return folder.resolve(INDEX);
    }

    /** Deletes that of a folder that nobody uses. */
    static void forgetIndex(Path folder) {
        FolderTree.remove(folder.resolve(INDEX));
    }

    /**
     * The same for a seat that moves, in a life that has it in this epoch. What was left by the life just before counts as after any restart;
     * with what is older, others may have had the seat since, so it goes.
     */
    Path index(Epoch epoch) {
        Path own = folder.resolve(indexIn(epoch));
        Path before = folder.resolve(indexIn(new Epoch(epoch.value() - 1)));
        try {
            if (Files.exists(before) && !Files.exists(own)) {
                Files.move(before, own, StandardCopyOption.ATOMIC_MOVE);
            }
            for (Path index : indexes()) {
                if (!index.equals(own)) {
                    FolderTree.remove(index);
                }
            }
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, "indexes in " + folder + " could not be tidied up: " + e, e);
        }
        return own;
    }

    private static String indexIn(Epoch epoch) {
        return INDEX + "-" + HexFormat.of().toHexDigits(epoch.value());
    }

    private List<Path> indexes() throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(entry -> entry.getFileName().toString().startsWith(INDEX + "-"))
                    .toList();
        }
    }

    @Override
    public void close() {
        disk.close();
    }
}
