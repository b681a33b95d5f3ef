package io.pfs.server.archive;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file that is written beside its place, under a name that nobody else writes to, and moved there when it is whole. Who writes one
 * has it locked: one that nobody has was left by somebody who was killed, and goes when the next is begun there.
 */
public final class PartFile implements AutoCloseable {
    private static final String MARK = ".pfs-part-";
    private static final int BUFFER_BYTES = 1 << 16;
    /** With a longer name there would be no room for what comes behind it. */
    private static final int PREFIX_MAX = 50;

    /** As any program makes files: the system takes from that what its user wants taken. */
    private static final String USUAL = "rw-rw-rw-";

    private static final String OWNERS = "rw-------";
    private static final Set<PosixFilePermission> OF_GROUP = PosixFilePermissions.fromString("---rwx---");

    private final Path target;
    private final Path part;
    private final boolean overwrite;
    private final FileChannel channel;
    private final OutputStream out;
    private final boolean forces;
    /** Of the file that it takes the place of, if there is one, and the system has such. */
    private final Optional<PosixFileAttributes> before;

    private boolean placed;

    /** @param forces whether the system says before it gets its place what it could not write of it: not of each of very many */
    private PartFile(
            Path target,
            Path part,
            boolean overwrite,
            boolean forces,
            Optional<PosixFileAttributes> before,
            FileChannel channel,
            OutputStream out) {
        this.target = target;
        this.part = part;
        this.overwrite = overwrite;
        this.forces = forces;
        this.before = before;
        this.channel = channel;
        this.out = out;
    }

    /** One that is long. It has the permissions and the group of the file whose place it takes, and until then only its owner can read it. */
    public static PartFile open(Path target, boolean overwrite) {
        Optional<PosixFileAttributes> before = attributes(target);
        return open(target, overwrite, before, before.isPresent() ? OWNERS : USUAL);
    }

    /** One beside a file, for who writes that one: it never gets a place, and only its owner can read it. */
    static PartFile scratch(Path beside) {
        return open(beside, true, Optional.empty(), OWNERS);
    }

    private static Optional<PosixFileAttributes> attributes(Path target) {
        @Nullable
        PosixFileAttributeView view =
                Files.getFileAttributeView(target, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view == null || !Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty(); // a link itself has none of its own
        }
        try {
            return Optional.of(view.readAttributes());
        } catch (IOException e) {
            return Optional.empty(); // it has just gone
        }
    }

    private static PartFile open(
            Path target, boolean overwrite, Optional<PosixFileAttributes> before, String untilPlaced) {
        Path absolute = target.toAbsolutePath();
        String name = absolute.getFileName().toString();
        String prefix = (name.length() <= PREFIX_MAX ? name : "") + MARK;
        Path folder = absolute.resolveSibling("").normalize();
        removeLeft(folder, prefix); // first: one that is refused leaves nothing of those before it either
        requireFree(target, overwrite);
        try {
            Path part = create(folder, prefix, untilPlaced);
            FileChannel channel = locked(part);
            OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER_BYTES);
            return new PartFile(target, part, overwrite, true, before, channel, out);
        } catch (IOException e) {
            throw FileFailures.of("make a file beside", target, e);
        }
    }

    /**
     * One of many that are written in the same folder, and that only its owner can read until it gets its place.
     *
     * @param folder where it is written
     */
    static PartFile openIn(Path folder, Path target, boolean overwrite) {
        try {
            Path part = create(folder, MARK, OWNERS);
            FileChannel channel = locked(part);
            OutputStream out = Channels.newOutputStream(channel);
            return new PartFile(target, part, overwrite, false, Optional.empty(), channel, out);
        } catch (IOException e) {
            throw FileFailures.of("make a file in", folder, e);
        }
    }

    private static Path create(Path folder, String prefix, String permissions) throws IOException {
        boolean hasPermissions =
                folder.getFileSystem().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] attributes = hasPermissions
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
        return Files.createTempFile(folder, prefix, "", attributes);
    }

    private static FileChannel locked(Path part) throws IOException {
        FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        try {
            Object unused = channel.tryLock();
        } catch (IOException e) {
            // a file system without locks: then nothing is removed there either
        }
        return channel;
    }

    /** What is there of those who were killed, in a folder in which many are written. */
    static void removeLeftIn(Path folder) {
        removeLeft(folder, MARK);
    }

    private static void removeLeft(Path folder, String prefix) {
        try (DirectoryStream<Path> left = Files.newDirectoryStream(
                folder, file -> file.getFileName().toString().startsWith(prefix))) {
            left.forEach(PartFile::removeUnlessHeld);
        } catch (IOException | DirectoryIteratorException e) {
            // it only takes space
        }
    }

    private static void removeUnlessHeld(Path part) {
        try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            if (channel.tryLock() != null) {
                Files.deleteIfExists(part);
            }
        } catch (IOException | OverlappingFileLockException e) {
            // somebody's who writes it, or it only takes space
        }
    }

    /** Whether a file in a folder in which many are written may be one of them. */
    static boolean isPart(Path file) {
        return file.getFileName().toString().startsWith(MARK);
    }

    public OutputStream out() {
        return out;
    }

    Path path() {
        return part;
    }

    /** How many bytes were written so far. */
    long written() throws IOException {
        out.flush();
        return channel.position();
    }

    /** Takes back what was written behind so many bytes. */
    void backTo(long bytes) throws IOException {
        out.flush();
        channel.truncate(bytes);
    }

    /** All that was written, under the name it was written for. */
    public void place() throws IOException {
        out.flush();
        if (forces && channel.isOpen()) {
            channel.force(false);
        }
        requireFree(target, overwrite);
        if (before.isPresent()) {
            Files.setPosixFilePermissions(part, permissionsAs(before.get()));
        }
        Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
        placed = true;
        out.close();
    }

    /** What a group might do, another one than before may not. */
    private Set<PosixFilePermission> permissionsAs(PosixFileAttributes replaced) throws IOException {
        Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
        permissions.addAll(replaced.permissions());
        if (!isOfGroup(replaced.group())) {
            permissions.removeAll(OF_GROUP);
        }
        return permissions;
    }

    private boolean isOfGroup(GroupPrincipal group) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(part, PosixFileAttributeView.class);
        if (view.readAttributes().group().equals(group)) {
            return true;
        }
        try {
            view.setGroup(group);
            return true;
        } catch (FileSystemException e) {
            return false; // who is not in it can't give a file to it
        }
    }

    static void requireFree(Path target, boolean overwrite) {
        if (!overwrite && Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new PfsException(ErrorCode.FILE_EXISTS, target + " exists; --overwrite replaces it");
        }
        if (Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new PfsException(ErrorCode.NOT_A_FILE, target + " is a directory, and no file is written over it");
        }
    }

    /** What still waits to be written is of no use any more: on a full disk it could not be. */
    @Override
    public void close() {
        if (placed) {
            return;
        }
        try (channel) {
            Files.deleteIfExists(part);
        } catch (IOException e) {
            throw FileFailures.of("remove", part, e);
        }
    }
}
