package io.pfs.server.store;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder of this machine with all that is in it. */
public final class FolderTree {
    private FolderTree() {}

    /** Removes it, if it is there. Blocks. */
    public static void remove(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException | UncheckedIOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, folder + " could not be removed: " + e.getMessage(), e);
        }
    }
}
