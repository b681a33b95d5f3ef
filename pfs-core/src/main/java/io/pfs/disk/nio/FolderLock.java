package io.pfs.disk.nio;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps everybody else out of a folder: other processes by a lock on a file in it, other openers in this process by a
 * register. The register comes first, since closing any channel of the lock file gives up the process's lock on it.
 */
final class FolderLock implements AutoCloseable {
    static final String NAME = "lock";

    private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final FileChannel channel;

    private FolderLock(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    /** Locks a folder given by its real path. */
    static FolderLock take(Path folder) {
        if (!HELD_HERE.add(folder)) {
            throw held(folder, "this process");
        }
        try {
            return new FolderLock(folder, lockFile(folder));
        } catch (PfsException e) {
            HELD_HERE.remove(folder);
            throw e;
        }
    }

    private static FileChannel lockFile(Path folder) {
        Path path = folder.resolve(NAME);
        try {
            FileChannel channel = FileChannel.open(
                    path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            if (!lock(channel)) {
                channel.close();
                throw held(folder, "another process");
            }
            return channel;
        } catch (IOException e) {
            throw IoFailures.of("lock", path.toString(), e);
        }
    }

    private static boolean lock(FileChannel channel) throws IOException {
        try {
            @Nullable FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    private static PfsException held(Path folder, String holder) {
        return new PfsException(
                ErrorCode.LOCKED,
                "the folder " + folder + " is in use by " + holder + "; stop that one first, or give another folder");
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw IoFailures.of("unlock", folder.toString(), e);
        } finally {
            HELD_HERE.remove(folder);
        }
    }
}
