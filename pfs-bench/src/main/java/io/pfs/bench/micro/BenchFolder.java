package io.pfs.bench.micro;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Where benchmarks write: the folder that {@code pfs.bench.folder} names, on a real disk. */
final class BenchFolder {
    private BenchFolder() {}

    /** A new folder; refused on a file system that lives in memory, where a force costs nothing. */
    static Path create(String name) {
        try {
            Path base = Path.of(System.getProperty("pfs.bench.folder", "target/bench"));
            Files.createDirectories(base);
            String type = Files.getFileStore(base).type();
            if (type.equals("tmpfs") || type.equals("ramfs")) {
                throw new IllegalStateException(
                        base + " is on " + type + ": give a folder on a disk with -Dpfs.bench.folder=...");
            }
            return Files.createTempDirectory(base, name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void delete(Path folder) {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
