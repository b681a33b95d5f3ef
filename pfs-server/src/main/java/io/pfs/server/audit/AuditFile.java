package io.pfs.server.audit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file that lines are added to. When it is full it becomes {@code FILE.1}, what was that {@code FILE.2}, and so on; the oldest
 * goes. Only its owner reads it. For one thread.
 */
final class AuditFile implements AutoCloseable {
    private static final Set<StandardOpenOption> APPEND =
            EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);

    private final Path path;
    private final long bytesMax;
    private final int kept;
    private @Nullable FileChannel open;

    /**
     * Opens it, or makes it.
     *
     * @param bytesMax a file takes no more lines when it has so many bytes
     * @param kept how many full ones are kept
     */
    AuditFile(Path path, long bytesMax, int kept) throws IOException {
        this.path = path;
        this.bytesMax = bytesMax;
        this.kept = kept;
        open();
    }

    private FileChannel open() throws IOException {
        FileChannel channel = open;
        if (channel == null) {
            boolean isPosix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
            FileAttribute<?>[] own = isPosix
                    ? new FileAttribute<?>[] {
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                    }
                    : new FileAttribute<?>[0];
            channel = FileChannel.open(path, APPEND, own);
            open = channel;
        }
        return channel;
    }

    /** Adds whole lines. What can't be written may be there in part. */
    void write(byte[] lines) throws IOException {
        FileChannel channel = open();
        if (channel.size() >= bytesMax) {
            close();
            turn();
            channel = open();
        }
        ByteBuffer rest = ByteBuffer.wrap(lines);
        while (rest.hasRemaining()) {
            channel.write(rest);
        }
    }

    private void turn() throws IOException {
        Files.deleteIfExists(numbered(kept));
        for (int number = kept; number > 0; number--) {
            Path from = number == 1 ? path : numbered(number - 1);
            if (Files.exists(from)) {
                Files.move(from, numbered(number), StandardCopyOption.ATOMIC_MOVE);
            }
        }
    }

    private Path numbered(int number) {
        return path.resolveSibling(path.getFileName() + "." + number);
    }

    @Override
    public void close() throws IOException {
        FileChannel channel = open;
        open = null;
        if (channel != null) {
            channel.close();
        }
    }
}
