package io.pfs.server.archive;

import io.pfs.Check;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A folder of the operating system and all below it; links are entries, and never followed. One directory is open at a
 * time, however deep they are. Files of a directory come in order of their names, a stretch of them at a time, so that
 * the forms of one row are neighbours and a directory of any size fits the memory.
 */
public final class FolderReader implements ArchiveReader {
    private static final int SORTED_MAX = 50_000;
    private static final byte[] ROOT = new byte[0];

    /** What stands in a folder, with its path below the root. */
    private record Listed(Path file, byte[] path) {}

    private final Class<? extends BasicFileAttributes> view;
    private final int rootMode;
    /** Directories that were met and not yet listed; the next one first. */
    private final ArrayDeque<Listed> waiting = new ArrayDeque<>();
    /** Directories inside the one that is being listed. */
    private final List<Listed> inner = new ArrayList<>();

    private Iterator<Listed> sorted = List.<Listed>of().iterator();
    private DirectoryStream<Path> stream;
    private Iterator<Path> listing;
    private byte[] parent = ROOT;
    private @Nullable Path current;
    private long bytesPassed;

    private FolderReader(DirectoryStream<Path> stream, Class<? extends BasicFileAttributes> view, int rootMode) {
        this.stream = stream;
        this.listing = stream.iterator();
        this.view = view;
        this.rootMode = rootMode;
    }

    static FolderReader open(Path root) {
        try {
            boolean posix = Files.getFileStore(root).supportsFileAttributeView("posix");
            Class<? extends BasicFileAttributes> view = posix ? PosixFileAttributes.class : BasicFileAttributes.class;
            int rootMode = HostModes.mode(Files.readAttributes(root, view));
            return new FolderReader(opened(root.toRealPath()), view, rootMode);
        } catch (IOException e) {
            throw FileFailures.of("list", root, e);
        }
    }

    /** Stays open while its directory is given out, and is closed before the next one, or with the reader. */
    @SuppressWarnings("StreamResourceLeak")
    private static DirectoryStream<Path> opened(Path directory) throws IOException {
        return Files.newDirectoryStream(directory);
    }

    @Override
    public OptionalInt rootMode() {
        return OptionalInt.of(rootMode);
    }

    @Override
    public Optional<ArchiveEntry> next() {
        while (!sorted.hasNext()) {
            try {
                if (!sortMore() && !listNext()) {
                    return Optional.empty();
                }
            } catch (IOException e) {
                return Optional.of(unreadable(parent));
            }
        }
        return Optional.of(entry(sorted.next()));
    }

    /** Takes the next stretch of the open directory; says whether there was one. */
    private boolean sortMore() throws IOException {
        List<Listed> stretch = new ArrayList<>();
        try {
            while (stretch.size() < SORTED_MAX && listing.hasNext()) {
                Path file = listing.next();
                stretch.add(new Listed(file, below(parent, HostNames.bytes(file))));
            }
        } catch (DirectoryIteratorException e) {
            listing = List.<Path>of().iterator();
            throw e.getCause();
        }
        stretch.sort((one, other) -> Arrays.compareUnsigned(one.path(), other.path()));
        sorted = stretch.iterator();
        return !stretch.isEmpty();
    }

    /** Goes on to the next directory; says whether there was one. */
    private boolean listNext() throws IOException {
        for (int i = inner.size() - 1; i >= 0; i--) {
            waiting.push(inner.get(i));
        }
        inner.clear();
        if (waiting.isEmpty()) {
            return false;
        }
        Listed directory = waiting.pop();
        parent = directory.path();
        stream.close();
        stream = opened(directory.file());
        listing = stream.iterator();
        return true;
    }

    private static byte[] below(byte[] folder, byte[] name) {
        if (folder.length == 0) {
            return name;
        }
        byte[] path = Arrays.copyOf(folder, folder.length + 1 + name.length);
        path[folder.length] = '/';
        System.arraycopy(name, 0, path, folder.length + 1, name.length);
        return path;
    }

    private ArchiveEntry entry(Listed listed) {
        current = listed.file();
        try {
            BasicFileAttributes attributes = Files.readAttributes(listed.file(), view, LinkOption.NOFOLLOW_LINKS);
            EntryKind kind = kind(attributes);
            if (kind == EntryKind.DIRECTORY) {
                inner.add(listed);
            }
            long bytes = kind == EntryKind.FILE ? attributes.size() : 0;
            bytesPassed += bytes;
            return new ArchiveEntry(
                    listed.path(),
                    kind,
                    bytes,
                    attributes.lastModifiedTime().toMillis(),
                    HostModes.mode(attributes),
                    kind == EntryKind.SYMLINK ? HostNames.link(listed.file()) : ArchiveEntry.NO_LINK,
                    0);
        } catch (IOException e) {
            return unreadable(listed.path());
        }
    }

    private static EntryKind kind(BasicFileAttributes attributes) {
        if (attributes.isSymbolicLink()) {
            return EntryKind.SYMLINK;
        }
        if (attributes.isDirectory()) {
            return EntryKind.DIRECTORY;
        }
        return attributes.isRegularFile() ? EntryKind.FILE : EntryKind.DEVICE;
    }

    private static ArchiveEntry unreadable(byte[] path) {
        return new ArchiveEntry(path, EntryKind.UNREADABLE, 0, 0, 0, ArchiveEntry.NO_LINK, 0);
    }

    @Override
    public InputStream content() {
        Path file = Check.present(current, "a content is read after its entry");
        try {
            return Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            throw FileFailures.of("open", file, e);
        }
    }

    @Override
    public long position() {
        return bytesPassed;
    }

    /** Nobody has counted them. */
    @Override
    public long positionMax() {
        return 0;
    }

    @Override
    public void close() {
        try {
            stream.close();
        } catch (IOException e) {
            throw FileFailures.of("close", ArchiveEntry.shown(parent), e);
        }
    }
}
