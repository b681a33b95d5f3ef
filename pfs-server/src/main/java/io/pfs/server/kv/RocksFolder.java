package io.pfs.server.kv;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.nio.NioDisk;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The folder that RocksDB's files are in; nothing else is in it. */
final class RocksFolder {
    /** Names the newest manifest; without it RocksDB takes a folder for an empty one. */
    private static final String CURRENT = "CURRENT";

    private final Path path;

    private RocksFolder(Path path) {
        this.path = path;
    }

    /** Creates it for its owner only, if it is missing. */
    static RocksFolder create(Path path) {
        NioDisk.openShared(path).close();
        return new RocksFolder(path.toAbsolutePath().normalize());
    }

    /** Whether an index was in it and can't be opened any more, as RocksDB would not tell. */
    boolean isHeadless() {
        if (Files.exists(path.resolve(CURRENT))) {
            return false;
        }
        try (Stream<Path> entries = Files.list(path)) {
            return entries.map(Path::getFileName)
                    .anyMatch(name ->
                            name.toString().endsWith(".sst") || name.toString().startsWith("MANIFEST-"));
        } catch (IOException e) {
            throw failed("list", e);
        }
    }

    /** Deletes all that is in it; links are deleted, not followed. */
    void empty() {
        try {
            Files.walkFileTree(path, new Deleting());
        } catch (IOException e) {
            throw failed("empty", e);
        }
    }

    private PfsException failed(String action, IOException e) {
        return new PfsException(
                ErrorCode.IO_FAILED, "could not " + action + " the folder " + path + " of the index: " + e, e);
    }

    Path path() {
        return path;
    }

    @Override
    public String toString() {
        return path.toString();
    }

    /** Deletes files as they are met, and folders when they are empty; but not the first. */
    private final class Deleting extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
            if (failure != null) {
                throw failure;
            }
            if (!folder.equals(path)) {
                Files.delete(folder);
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
