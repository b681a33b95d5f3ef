package io.pfs.server.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a file system in a folder takes there.
 *
 * @param cells files with bytes of cells, and theirs
 * @param metadata files with rows, and theirs
 * @param journal files of the journal, and theirs
 */
record Cost(Part cells, Part metadata, Part journal) {
    /** Of a plain file: blocks of this size, and an inode. */
    private static final int BLOCK_BYTES = 4096;

    private static final int INODE_BYTES = 256;

    /** Some files. */
    record Part(int files, long bytes) {}

    static Cost of(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> files = all.filter(Files::isRegularFile).toList();
            return new Cost(
                    part(files, "column-", "object-"),
                    part(files, "metadata-", "boost-", "superblock"),
                    part(files, "journal"));
        } catch (UncheckedIOException e) {
            throw e.getCause(); // as of a folder that may not be looked into
        }
    }

    private static Part part(List<Path> files, String... prefixes) throws IOException {
        int count = 0;
        long bytes = 0;
        for (Path file : files) {
            String name = file.getFileName().toString();
            if (Stream.of(prefixes).anyMatch(name::startsWith)) {
                count++;
                bytes += Files.size(file);
            }
        }
        return new Part(count, bytes);
    }

    long bytes() {
        return cells.bytes() + metadata.bytes();
    }

    int files() {
        return cells.files() + metadata.files() + journal.files();
    }

    /** What a file of this size takes by itself, on a disk like most: whole blocks, and an inode. */
    static long plainFileBytes(long size) {
        return (size + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES + INODE_BYTES;
    }
}
