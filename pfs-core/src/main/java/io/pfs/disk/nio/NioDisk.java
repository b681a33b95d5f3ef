package io.pfs.disk.nio;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A folder of the local file system, locked while it is open unless it is shared or only read. */
public final class NioDisk implements Disk {
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9.-]{0,254}");

    private final Path folder;
    private final Use use;
    private final Optional<FolderLock> lock;
    private final Object changes = new Object();

    /** What is done with a folder here. */
    private enum Use {
        /** Nobody else makes files in it, nor renames or deletes any. */
        ALONE,
        /** Others make files in it, too. */
        TOGETHER,
        /** It is another's. */
        READING
    }

    private NioDisk(Path folder, Use use, Optional<FolderLock> lock) {
        this.folder = folder;
        this.use = use;
        this.lock = lock;
    }

    /** Opens and locks a folder, creating it if it is missing. Refused with {@code LOCKED} while somebody uses it. */
    public static NioDisk open(Path folder) {
        Path absolute = folder.toAbsolutePath().normalize();
        try {
            createMissing(absolute);
            Path real = absolute.toRealPath();
            return new NioDisk(real, Use.ALONE, Optional.of(FolderLock.take(real)));
        } catch (IOException e) {
            throw IoFailures.of("open the folder", absolute.toString(), e);
        }
    }

    /**
     * Opens a folder in which several processes make files, creating it if it is missing. Of several who make a file of the
     * same name, or give one that name, one succeeds and the others are refused.
     */
    public static NioDisk openShared(Path folder) {
        Path absolute = folder.toAbsolutePath().normalize();
        try {
            createMissing(absolute);
            return new NioDisk(absolute.toRealPath(), Use.TOGETHER, Optional.empty());
        } catch (IOException e) {
            throw IoFailures.of("open the folder", absolute.toString(), e);
        }
    }

    /**
     * The same of a folder that is there, which is used as long as this is open: who wants it alone is refused meanwhile. Refused with {@code
     * LOCKED} if somebody has it alone.
     */
    public static NioDisk openInUse(Path folder) {
        Path real = real(folder);
        return new NioDisk(real, Use.TOGETHER, Optional.of(FolderLock.share(real)));
    }

    /**
     * Opens a folder that is there, and that the caller has without a lock on it: by having renamed it, or one that it is in. Whoever had it
     * before may still write into files that he has open, and do nothing else.
     */
    public static NioDisk openTaken(Path folder) {
        return new NioDisk(real(folder), Use.ALONE, Optional.empty());
    }

    private static Path real(Path folder) {
        try {
            return folder.toRealPath();
        } catch (IOException e) {
            throw IoFailures.of("open the folder", folder.toString(), e);
        }
    }

    /** The same as {@link #openShared}, but of a folder that may be missing, and stays so: then no file is in it, and none can be made. */
    public static NioDisk sharing(Path folder) {
        return new NioDisk(folder.toAbsolutePath().normalize(), Use.TOGETHER, Optional.empty());
    }

    /** To read what another has in a folder, which may be missing: then no file is in it. */
    public static NioDisk reading(Path folder) {
        return new NioDisk(folder.toAbsolutePath().normalize(), Use.READING, Optional.empty());
    }

    private static void createMissing(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        boolean isSomethingElse = Files.exists(folder, LinkOption.NOFOLLOW_LINKS)
                && !Files.isDirectory(folder); // asked again: somebody may have made it since
        if (isSomethingElse) {
            throw new PfsException(
                    ErrorCode.NOT_A_FILE, folder + " is not a folder; move it away or give another folder");
        }
        @Nullable Path parent = folder.getParent();
        if (parent == null) {
            return;
        }
        createMissing(parent);
        try {
            createPrivate(folder);
        } catch (FileAlreadyExistsException e) {
            // somebody was faster; the lock decides who may use it
            createMissing(folder);
        }
        forceFolder(parent);
    }

    private static void createPrivate(Path folder) throws IOException {
        if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createDirectory(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } else {
            Files.createDirectory(folder);
        }
    }

    @Override
    public String location() {
        return folder.toString();
    }

    @Override
    public DiskFile create(String name) {
        requireWriting();
        synchronized (changes) {
            return openChannel("create", name, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
        }
    }

    @Override
    public DiskFile open(String name) {
        requireFile(name);
        return use == Use.READING ? openChannel("open", name) : openChannel("open", name, StandardOpenOption.WRITE);
    }

    private DiskFile openChannel(String action, String name, OpenOption... more) {
        Path path = resolve(name);
        OpenOption[] options = Stream.concat(
                        Stream.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS), Stream.of(more))
                .toArray(OpenOption[]::new);
        try {
            return new NioFile(name, path.toString(), FileChannel.open(path, options));
        } catch (IOException e) {
            throw IoFailures.of(action, path.toString(), e);
        }
    }

    @Override
    public List<String> list() {
        try (Stream<Path> paths = Files.list(folder)) {
            return namesOf(folder, paths);
        } catch (IOException e) {
            throw IoFailures.of("list", folder.toString(), e);
        }
    }

    /** The names of our files; a stream that fails midway can only tell so unchecked. */
    static List<String> namesOf(Path folder, Stream<Path> paths) {
        try {
            return paths.map(path -> path.getFileName().toString())
                    .filter(NioDisk::isOurs)
                    .sorted()
                    .toList();
        } catch (UncheckedIOException e) {
            throw IoFailures.of(
                    "list", folder.toString(), Check.present(e.getCause(), "an unchecked failure wraps one"));
        }
    }

    @Override
    public boolean exists(String name) {
        Path path = resolve(name);
        try {
            Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return true;
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            throw IoFailures.of("look for", path.toString(), e); // who may not look does not know
        }
    }

    @Override
    public void rename(String from, String to) {
        requireWriting();
        Path target = resolve(to);
        synchronized (changes) {
            requireFile(from);
            if (exists(to)) {
                throw IoFailures.exists(target.toString());
            }
            try {
                move(resolve(from), target);
            } catch (IOException e) {
                throw IoFailures.of("rename " + from + " to", target.toString(), e);
            }
        }
    }

    /** Gives a file the name of another one, which is gone by that: at each moment one of them has it. */
    public void replace(String from, String to) {
        requireWriting();
        requireFile(from);
        requireFile(to);
        try {
            Files.move(resolve(from), resolve(to), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw IoFailures.of("rename " + from + " to", resolve(to).toString(), e);
        }
    }

    /** A move replaces what another may just have made under that name; a second link to a file does not. */
    private void move(Path from, Path to) throws IOException {
        if (use != Use.TOGETHER) {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
            return;
        }
        try {
            Files.createLink(to, from);
            Files.delete(from);
        } catch (UnsupportedOperationException e) {
            throw new PfsException(
                    ErrorCode.NOT_SUPPORTED,
                    "the file system of " + folder + " has no links, so it can't be shared",
                    e);
        }
    }

    @Override
    public void delete(String name) {
        requireWriting();
        requireFile(name);
        Path path = resolve(name);
        try {
            Files.delete(path);
        } catch (IOException e) {
            throw IoFailures.of("delete", path.toString(), e);
        }
    }

    @Override
    public void forceFolder() {
        forceFolder(folder);
    }

    private static void forceFolder(Path folder) {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            Forcing.force(channel, folder.toString());
        } catch (IOException e) {
            throw IoFailures.of("open the folder", folder.toString(), e);
        }
    }

    @Override
    public long usableBytes() {
        return space(FileStore::getUsableSpace);
    }

    @Override
    public long totalBytes() {
        return space(FileStore::getTotalSpace);
    }

    private interface Space {
        long of(FileStore store) throws IOException;
    }

    private long space(Space space) {
        try {
            return space.of(Files.getFileStore(folder));
        } catch (IOException e) {
            throw IoFailures.of("ask for the space of", folder.toString(), e);
        }
    }

    @Override
    public void close() {
        lock.ifPresent(FolderLock::close);
    }

    private void requireWriting() {
        Check.that(use != Use.READING, "what is another's is only read");
    }

    private void requireFile(String name) {
        Path path = resolve(name);
        Optional<BasicFileAttributes> attributes = attributes(path);
        if (attributes.isEmpty()) {
            throw IoFailures.missing(path.toString());
        }
        if (!attributes.get().isRegularFile()) {
            throw IoFailures.notAFile(path.toString());
        }
    }

    private static Optional<BasicFileAttributes> attributes(Path path) {
        try {
            return Optional.of(Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw IoFailures.of("look at", path.toString(), e);
        }
    }

    private Path resolve(String name) {
        Check.that(isOurs(name), "names of files are generated by us");
        return folder.resolve(name);
    }

    private static boolean isOurs(String name) {
        return NAME.matcher(name).matches() && !name.equals(FolderLock.NAME);
    }
}
