package io.pfs.server.archive;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.List;

/**
 * A folder of the operating system. A file appears when it is whole, so that one that is there is one that needs not be
 * written again. No link is followed on the way down: what a folder holds can't lead the writer out of it.
 */
public final class FolderWriter implements ArchiveWriter {
    /** Whoever writes a folder must be able to write into it. */
    private static final int OWNER_ALL = 0_700;

    private static final int ACCESS = 0_777;

    private final Path root;
    private final boolean isRootMade;
    private final boolean overwrite;
    /** The folder that was written to last, which is the right one for most files. */
    private List<RowName> openNames = List.of();

    private Path openFolder;

    private FolderWriter(Path root, boolean isRootMade, boolean overwrite) {
        this.root = root;
        this.isRootMade = isRootMade;
        this.overwrite = overwrite;
        this.openFolder = root;
    }

    static FolderWriter open(Path target, boolean overwrite) {
        try {
            boolean isRootMade = !Files.exists(target);
            Path root = Files.createDirectories(target).toRealPath();
            PartFile.removeLeftIn(root);
            return new FolderWriter(root, isRootMade, overwrite);
        } catch (IOException e) {
            throw FileFailures.of("make", target, e);
        }
    }

    /** Files of an operating system have none, or not everywhere. */
    @Override
    public boolean keepsTags() {
        return false;
    }

    @Override
    public boolean has(List<RowName> path, long bytes, long mtimeMillis) {
        Path file = HostNames.in(folder(path.subList(0, path.size() - 1)), last(path));
        try {
            BasicFileAttributes there =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return there.isRegularFile()
                    && there.size() == bytes
                    && there.lastModifiedTime().toMillis() == mtimeMillis;
        } catch (IOException e) {
            return false; // not there, or not to be looked at, which writing it will tell
        }
    }

    @Override
    public void directory(List<RowName> path, int mode, long mtimeMillis) {
        boolean isMade = path.isEmpty() ? isRootMade : !isThere(path);
        Path folder = folder(path);
        try {
            if (isMade) {
                setMode(folder, mode | OWNER_ALL);
            }
        } catch (IOException e) {
            throw FileFailures.of("set the permissions of", folder, e);
        }
    }

    private boolean isThere(List<RowName> path) {
        Path above = folder(path.subList(0, path.size() - 1));
        return Files.isDirectory(HostNames.in(above, last(path)), LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public void file(List<RowName> path, EntryAttributes attributes, byte[] content) {
        file(path, attributes, content.length, () -> new ByteArrayInputStream(content));
    }

    @Override
    public void file(List<RowName> path, EntryAttributes attributes, long bytes, Content content) {
        Path file = HostNames.in(folder(path.subList(0, path.size() - 1)), last(path));
        requireFree(file);
        try (PartFile part = PartFile.openIn(root, file, overwrite)) {
            content.copyTo(part.out(), bytes);
            setMode(part.path(), attributes.mode());
            Files.setLastModifiedTime(part.path(), FileTime.fromMillis(attributes.mtimeMillis()));
            part.place();
        } catch (IOException e) {
            throw FileFailures.of("write", file, e);
        }
    }

    @Override
    public void symlink(List<RowName> path, EntryAttributes attributes, byte[] link) {
        Path file = HostNames.in(folder(path.subList(0, path.size() - 1)), last(path));
        try {
            Path target = HostNames.target(link);
            if (Files.isSymbolicLink(file) && Files.readSymbolicLink(file).equals(target)) {
                return;
            }
            requireFree(file);
            Files.deleteIfExists(file);
            Files.createSymbolicLink(file, target);
        } catch (IOException e) {
            throw FileFailures.of("link", file, e);
        }
    }

    private void requireFree(Path file) {
        if (PartFile.isPart(file) && root.equals(file.getParent())) {
            throw new PfsException(ErrorCode.NAME_INVALID, file + " is where files are written before they are whole");
        }
        if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new PfsException(ErrorCode.NOT_A_FILE, file + " is a directory, and no file is written over it");
        }
        PartFile.requireFree(file, overwrite);
    }

    private static RowName last(List<RowName> path) {
        return path.get(path.size() - 1);
    }

    /** The folder of these names, made where it is missing. A link in its place is refused, wherever it leads. */
    private Path folder(List<RowName> names) {
        if (names.equals(openNames)) {
            return openFolder;
        }
        Path folder = root;
        for (RowName name : names) {
            folder = HostNames.in(folder, name);
            makeFolder(folder);
        }
        openNames = List.copyOf(names);
        openFolder = folder;
        return folder;
    }

    private static void makeFolder(Path folder) {
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            throw new PfsException(
                    ErrorCode.NOT_A_FILE, folder + " is a file or a link where a folder has to be; move it away");
        }
        try {
            Files.createDirectory(folder);
        } catch (IOException e) {
            throw FileFailures.of("make", folder, e);
        }
    }

    private static void setMode(Path file, int mode) throws IOException {
        PosixFileAttributeView view =
                Files.getFileAttributeView(file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view != null) {
            view.setPermissions(HostModes.permissions(mode & ACCESS));
        }
    }

    @Override
    public void finish() {
        // each file is there already
    }

    @Override
    public void close() {
        // each file is there, or nothing of it
    }
}
