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
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps others out of a folder: all of them, or those who want it alone. Other processes by a lock on a file in it, other openers in this
 * process by a register. The register comes first, since closing any channel of the lock file gives up the process's lock on it.
 */
final class FolderLock implements AutoCloseable {
    static final String NAME = "lock";

    private static final Map<Path, Held> HELD_HERE = new HashMap<>();

    private final Path folder;
    private boolean closed;

    /** The lock of this process on a folder, for all who have it here. */
    private static final class Held {
        private final FileChannel channel;
        private final boolean isShared;
        private int holders;

        Held(FileChannel channel, boolean isShared) {
            this.channel = channel;
            this.isShared = isShared;
        }
    }

    private FolderLock(Path folder) {
        this.folder = folder;
    }

    /** Locks a folder given by its real path, for its holder alone. */
    static FolderLock take(Path folder) {
        return lock(folder, false);
    }

    /** The same for one of several who have it together. */
    static FolderLock share(Path folder) {
        return lock(folder, true);
    }

    private static FolderLock lock(Path folder, boolean isShared) {
        synchronized (HELD_HERE) {
            @Nullable Held held = HELD_HERE.get(folder);
            if (held != null && !(held.isShared && isShared)) {
                throw held(folder, "this process");
            }
            if (held == null) {
                held = new Held(lockFile(folder, isShared), isShared);
                HELD_HERE.put(folder, held);
            }
            held.holders++;
        }
        return new FolderLock(folder);
    }

    private static FileChannel lockFile(Path folder, boolean isShared) {
        Path path = folder.resolve(NAME);
        try {
            FileChannel channel = FileChannel.open(
                    path,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    LinkOption.NOFOLLOW_LINKS);
            if (!lock(channel, isShared)) {
                channel.close();
                throw held(folder, "another process");
            }
            return channel;
        } catch (IOException e) {
            throw IoFailures.of("lock", path.toString(), e);
        }
    }

    private static boolean lock(FileChannel channel, boolean isShared) throws IOException {
        try {
            @Nullable FileLock lock = channel.tryLock(0, Long.MAX_VALUE, isShared);
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
        synchronized (HELD_HERE) {
            @Nullable Held held = HELD_HERE.get(folder);
            if (closed || held == null) {
                return;
            }
            closed = true;
            held.holders--;
            if (held.holders == 0) {
                HELD_HERE.remove(folder);
                close(held);
            }
        }
    }

    private void close(Held held) {
        try {
            held.channel.close();
        } catch (IOException e) {
            throw IoFailures.of("unlock", folder.toString(), e);
        }
    }
}
