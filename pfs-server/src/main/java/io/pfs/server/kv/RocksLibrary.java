package io.pfs.server.kv;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.rocksdb.NativeLibraryLoader;

/**
 * RocksDB's native library, loaded when the first index is opened and never unloaded. RocksDB would unpack it to a file that is
 * deleted when the JVM ends; one that is killed left 17 MB each time. A library that is loaded needs its file no more.
 */
final class RocksLibrary {
    private static boolean loaded;

    private RocksLibrary() {}

    static synchronized void load() {
        if (loaded) {
            return;
        }
        try {
            Path folder = Files.createTempDirectory("pfs-index-");
            try {
                NativeLibraryLoader.getInstance().loadLibrary(folder.toString());
            } finally {
                delete(folder);
            }
        } catch (IOException | RuntimeException | UnsatisfiedLinkError e) {
            throw new PfsException(
                    ErrorCode.NOT_SUPPORTED,
                    "RocksDB, which keeps the indexes, could not be loaded: " + e
                            + "; give java.io.tmpdir a folder that programs may be run from",
                    e);
        }
        loaded = true;
    }

    private static void delete(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> entries = Files.list(folder)) {
            files = entries.toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
        Files.delete(folder);
    }
}
