package io.pfs.server.store;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.disk.nio.NioDisk;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.server.table.TableFacts;
import io.pfs.wire.FileSystemFacts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** A folder that holds one server's part of a file system, locked while this is open. */
public final class DataFolder implements AutoCloseable {
    private static final String SUPERBLOCK = "superblock";
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

    /** Opens a folder of ours, or formats one that is missing or empty. Any other is refused, and left as it is. */
    public static DataFolder openOrFormat(Path folder, Clock clock, Entropy entropy) {
        requireOursOrEmpty(folder);
        Disk disk = NioDisk.open(folder);
        try {
            boolean isNew = !disk.exists(SUPERBLOCK);
            if (isNew) {
                write(disk, new Superblock(entropy.nextLong(), entropy.nextLong(), Limits.SHARDS_DEFAULT), clock);
            }
            Superblock superblock = read(disk);
            return new DataFolder(folder, disk, superblock, isNew);
        } catch (PfsException e) {
            disk.close();
            throw e;
        }
    }

    private static void requireOursOrEmpty(Path folder) {
        if (!Files.isDirectory(folder) || Files.exists(folder.resolve(SUPERBLOCK))) {
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

    private static Superblock read(Disk disk) {
        String path = disk.location() + "/" + SUPERBLOCK;
        try (DiskFile file = disk.open(SUPERBLOCK)) {
            byte[] bytes = new byte[(int) Math.min(file.size(), Superblock.BYTES + 1L)];
            int got = file.read(ByteBuffer.wrap(bytes), 0);
            return Superblock.decode(new ByteReader(path, 0, bytes, 0, got));
        }
    }

    /** Under another name first: a superblock is there whole or not at all. */
    private static void write(Disk disk, Superblock superblock, Clock clock) {
        if (disk.exists(SUPERBLOCK_NEW)) {
            disk.delete(SUPERBLOCK_NEW);
        }
        ByteWriter out = new ByteWriter(Superblock.BYTES);
        superblock.encode(clock.wallMillis(), out);
        try (DiskFile file = disk.create(SUPERBLOCK_NEW)) {
            file.write(out.toBuffer(), 0);
            file.force();
        }
        disk.rename(SUPERBLOCK_NEW, SUPERBLOCK);
        disk.forceFolder();
    }

    /** Whether it was formatted just now. */
    public boolean isFormatted() {
        return formatted;
    }

    /** What a client must know of the file system in it. */
    FileSystemFacts facts() {
        return new FileSystemFacts(
                superblock.idHigh(),
                superblock.idLow(),
                superblock.shards(),
                TableFacts.root(superblock.rootSeed()).pointer());
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

    @Override
    public void close() {
        disk.close();
    }
}
