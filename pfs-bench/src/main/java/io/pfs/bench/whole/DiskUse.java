package io.pfs.bench.whole;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What files take on a disk.
 *
 * @param files how many there are
 * @param bytes of their contents
 * @param blockBytes of the blocks and inodes that an ext4 of blocks of 4 KiB has for them; folders are left out
 */
record DiskUse(long files, long bytes, long blockBytes) {
    private static final long BLOCK_BYTES = 4096;
    private static final long INODE_BYTES = 256;

    static DiskUse of(Path folder) throws IOException {
        return of(folder, "");
    }

    /** Of those whose names begin so. */
    static DiskUse of(Path folder, String prefix) throws IOException {
        long files = 0;
        long bytes = 0;
        long blocks = 0;
        for (Path file : list(folder)) {
            if (Files.isRegularFile(file) && file.getFileName().toString().startsWith(prefix)) {
                long size = Files.size(file);
                files++;
                bytes += size;
                blocks += blocks(size);
            }
        }
        return new DiskUse(files, bytes, blocks);
    }

    static long blocks(long fileBytes) {
        return (fileBytes + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES + INODE_BYTES;
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.toList();
        }
    }
}
