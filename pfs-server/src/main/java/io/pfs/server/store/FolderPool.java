package io.pfs.server.store;

import io.pfs.Check;
import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.nio.NioDisk;
import io.pfs.pool.HomeName;
import io.pfs.server.remote.RemoteHome;
import io.pfs.server.remote.RemotePool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A pool in a folder of this machine, or one that looks like it, with homes that any server may have, one after the other. Who renames a home has it; whoever
 * had it before finds none of its files any more. All who have any share the lock of the pool, which keeps out who wants to look at it in peace.
 */
final class FolderPool implements RemotePool {
    private static final int SHOWN_MAX = 3;

    private final Path folder;
    private final Runnable closing;
    private final Renaming renaming;
    private Optional<Disk> inUse = Optional.empty();

    /** Gives a folder another name, which nobody has. */
    @FunctionalInterface
    interface Renaming {
        void rename(Path from, Path to) throws IOException;
    }

    FolderPool(Path folder) {
        this(folder, () -> {});
    }

    private FolderPool(Path folder, Runnable closing) {
        this(folder, closing, (from, to) -> Files.move(from, to, StandardCopyOption.ATOMIC_MOVE));
    }

    FolderPool(Path folder, Runnable closing, Renaming renaming) {
        this.folder = folder;
        this.closing = closing;
        this.renaming = renaming;
    }

    /** Absolute, as clients that were started elsewhere look there, too. */
    @Override
    public String location() {
        return folder.toAbsolutePath().normalize().toString();
    }

    @Override
    public Disk folder() {
        return NioDisk.sharing(folder);
    }

    /** Whether there is such a pool in a folder, rather than one of servers that have their journals elsewhere. */
    static boolean isAt(Path folder, String anyHome) {
        return HomeName.newest(anyHome, names(folder)).isPresent();
    }

    /** The folder of a home in its newest life. */
    static Path newest(Path folder, String home) {
        return folder.resolve(HomeName.of(home, newestEpoch(folder, home)));
    }

    static Epoch newestEpoch(Path folder, String home) {
        return HomeName.newestIn(folder.toString(), home, () -> names(folder));
    }

    private static List<String> names(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return names(folder, entries);
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw unlisted(folder, e);
        }
    }

    /** A stream that fails midway can only tell so unchecked. */
    static List<String> names(Path folder, Stream<Path> entries) {
        try {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        } catch (UncheckedIOException e) {
            throw unlisted(folder, e);
        }
    }

    private static PfsException unlisted(Path folder, Exception cause) {
        return new PfsException(ErrorCode.IO_FAILED, folder + " could not be listed: " + cause, cause);
    }

    @Override
    public void make(List<String> homes) {
        List<String> found = names(folder);
        if (!found.isEmpty()) {
            throw new PfsException(
                    ErrorCode.NOT_OURS,
                    folder + " is not empty: it holds "
                            + String.join(", ", found.subList(0, Math.min(SHOWN_MAX, found.size())))
                            + "; name another folder, or remove what is there");
        }
        homes.forEach(home -> FolderHome.make(folder.resolve(HomeName.of(home, HomeName.NEVER_TAKEN))));
    }

    @Override
    public RemoteHome take(String home, Optional<Epoch> claimed) {
        Check.that(claimed.isPresent(), "the seats of a pool in a folder are given out in epochs");
        Disk pool = use();
        Epoch epoch = advance(home, claimed);
        pool.forceFolder(); // first: what is done in the folder from here on is done in this epoch
        return FolderHome.open(folder.resolve(HomeName.of(home, epoch)), epoch);
    }

    private synchronized Disk use() {
        if (inUse.isEmpty()) {
            inUse = Optional.of(NioDisk.openInUse(folder));
        }
        return inUse.get();
    }

    private Epoch advance(String home, Optional<Epoch> claimed) {
        Optional<Epoch> tried = Optional.empty();
        while (true) {
            Epoch last = newestEpoch(folder, home);
            if (tried.equals(Optional.of(last))) {
                return last; // it was renamed all the same: this epoch was given out for this taking alone
            }
            Path from = folder.resolve(HomeName.of(home, last));
            Epoch next = HomeName.next(from.toString(), last, claimed);
            if (rename(from, folder.resolve(HomeName.of(home, next)))) {
                return next;
            }
            tried = claimed;
        }
    }

    /** Whether it was, as far as that is known: over a network it may have been, and be said to be gone when that is asked for again. */
    private boolean rename(Path from, Path to) {
        try {
            renaming.rename(from, to);
            return true;
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, from + " could not be renamed to " + to + ": " + e, e);
        }
    }

    @Override
    public Disk reading(String home) {
        return new FollowingDisk(() -> newest(folder, home).resolve(HomeName.POOL));
    }

    @Override
    public RemotePool scratch(String name) {
        Path path = folder.resolve(name);
        FolderTree.remove(path);
        return new FolderPool(path, () -> FolderTree.remove(path));
    }

    @Override
    public synchronized void close() {
        inUse.ifPresent(Disk::close);
        inUse = Optional.empty();
        closing.run();
    }
}
