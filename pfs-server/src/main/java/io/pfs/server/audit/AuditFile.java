package io.pfs.server.audit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A file that lines are added to. When it is full it becomes {@code FILE.1}, what was that {@code FILE.2}, and so on; the oldest
 * goes. One that can't be moved, as where it is mounted by itself, takes more lines, and that is tried again when it has a good many more. Only its owner
 * reads it. For one thread.
 */
final class AuditFile implements AutoCloseable {
    private static final Set<StandardOpenOption> APPEND =
            EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);

    private static final byte NEW_LINE = '\n';
    /** One that can't be moved is tried again when it has grown by one part in so many of what it was to hold. */
    private static final int AGAIN_SHARE = 8;

    private final Path path;
    private final long bytesMax;
    private final int kept;
    private final Writing writing;
    private final Consumer<String> troubles;
    /** With so many bytes it is to become another one. */
    private long turnBytes;

    private @Nullable FileChannel open;
    /** Whether a line was begun and not ended, since the disk was full, or the power gone. */
    private boolean isMidLine;

    /**
     * Opens it, or makes it.
     *
     * @param bytesMax a file takes no more lines when it has so many bytes
     * @param kept how many full ones are kept
     * @param troubles hears once of each time that a full one can't be moved
     */
    AuditFile(Path path, long bytesMax, int kept, Consumer<String> troubles) throws IOException {
        this(path, bytesMax, kept, FileChannel::write, troubles);
    }

    AuditFile(Path path, long bytesMax, int kept, Writing writing, Consumer<String> troubles) throws IOException {
        this.path = path;
        this.turnBytes = bytesMax;
        this.troubles = troubles;
        this.bytesMax = bytesMax;
        this.kept = kept;
        this.writing = writing;
        open();
    }

    /** Writes some of these bytes, or all. */
    @FunctionalInterface
    interface Writing {
        int write(FileChannel channel, ByteBuffer bytes) throws IOException;
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
            isMidLine = endsMidLine();
            channel = FileChannel.open(path, APPEND, own);
            open = channel;
        }
        return channel;
    }

    /** What is no file, but a pipe or a terminal, is only added to; of one that can't be read it may. */
    private boolean endsMidLine() throws IOException {
        if (!Files.isRegularFile(path)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            long size = channel.size();
            ByteBuffer last = ByteBuffer.allocate(1);
            return size > 0 && channel.read(last, size - 1) == 1 && last.get(0) != NEW_LINE;
        } catch (AccessDeniedException e) {
            return true;
        }
    }

    /** Adds whole lines. What can't be written may be there in part; it stays, as others may have added something behind it, and the next line is a new one. */
    void write(byte[] lines) throws IOException {
        FileChannel channel = open();
        if (channel.size() >= turnBytes) {
            turn(channel.size());
            channel = open();
        }
        if (isMidLine) {
            add(channel, new byte[] {NEW_LINE});
        }
        add(channel, lines);
    }

    private void add(FileChannel channel, byte[] bytes) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        try {
            while (rest.hasRemaining()) {
                writing.write(channel, rest);
            }
        } finally {
            if (rest.position() > 0) {
                isMidLine = bytes[rest.position() - 1] != NEW_LINE;
            }
        }
    }

    private void turn(long bytes) throws IOException {
        close();
        try {
            moveAll();
            turnBytes = bytesMax;
        } catch (IOException e) {
            if (turnBytes == bytesMax) {
                troubles.accept("the audit log " + path + " is full and can't be moved to " + numbered(1)
                        + ", so it grows: " + e);
            }
            turnBytes = bytes + Math.max(1, bytesMax / AGAIN_SHARE);
        }
    }

    /** Those before a gap are moved, so that what was in vain before takes nothing away but once. */
    private void moveAll() throws IOException {
        int free = 1;
        while (free < kept && Files.exists(numbered(free))) {
            free++;
        }
        Files.deleteIfExists(numbered(free));
        for (int number = free; number > 0; number--) {
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
