package io.pfs.server.store;

import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.nio.NioDisk;
import io.pfs.server.remote.RemoteHome;
import io.pfs.server.remote.RemotePool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A pool in a folder of this machine, or one that looks like it, with homes that any server may have, one after the other. Who has one
 * holds the lock of its folder: that goes with his process, so a home is taken from a life that is no more, and from one that is stopped not
 * before it ends.
 */
final class FolderPool implements RemotePool {
    private static final int SHOWN_MAX = 3;

    private final Path folder;

    FolderPool(Path folder) {
        this.folder = folder;
    }

    @Override
    public String location() {
        return folder.toString();
    }

    @Override
    public Disk folder() {
        return NioDisk.openShared(folder);
    }

    /** Whether there is such a pool in a folder, rather than one of servers that have their journals elsewhere. */
    static boolean isAt(Path folder, String anyHome) {
        return Files.isDirectory(folder.resolve(anyHome).resolve(FolderHome.JOURNAL));
    }

    @Override
    public void make(List<String> homes) {
        requireEmpty();
        homes.forEach(home -> FolderHome.make(folder.resolve(home)));
    }

    private void requireEmpty() {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> entries = Files.list(folder)) {
            List<String> names = entries.map(entry -> entry.getFileName().toString())
                    .sorted()
                    .limit(SHOWN_MAX)
                    .toList();
            if (!names.isEmpty()) {
                throw new PfsException(
                        ErrorCode.NOT_OURS,
                        folder + " is not empty: it holds " + String.join(", ", names)
                                + "; name another folder, or remove what is there");
            }
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, folder + " could not be listed: " + e, e);
        }
    }

    @Override
    public RemoteHome take(String home, Optional<Epoch> claimed) {
        if (!isAt(folder, home)) {
            throw new PfsException(
                    ErrorCode.FILE_MISSING,
                    folder + " has no home " + home
                            + " with a journal; the pool was made for fewer seats, or for servers of a"
                            + " fixed list, or is damaged");
        }
        return FolderHome.take(folder.resolve(home), claimed);
    }

    @Override
    public Disk reading(String home) {
        return NioDisk.reading(folder.resolve(home).resolve(FolderHome.POOL));
    }

    @Override
    public void close() {}
}
