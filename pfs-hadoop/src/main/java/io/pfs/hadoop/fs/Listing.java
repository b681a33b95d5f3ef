package io.pfs.hadoop.fs;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.file.FileInfo;
import io.pfs.client.route.PfsPath;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.util.functional.RemoteIterators;

/** What is known of files and directories, and what is in these. Any thread. */
final class Listing {
    private final Views views;
    private final Statuses statuses;

    Listing(Mount mount) {
        this.views = mount.views();
        this.statuses = mount.statuses();
    }

    PfsFileStatus status(Path path) throws IOException {
        return statuses.of(path, info(Paths.text(path)));
    }

    private FileInfo info(String path) throws IOException {
        return Errors.read(path, () -> views.stat(path))
                .orElseThrow(() -> new FileNotFoundException(path + ": there is no such file or directory"));
    }

    /** What is in a directory, by name; of a file that itself. */
    FileStatus[] all(Path path) throws IOException {
        List<Named> found = new ArrayList<>();
        for (Entries each = each(path); each.hasNext(); ) {
            found.add(each.named());
        }
        return ByName.sorted(found, Named::name).stream().map(Named::status).toArray(FileStatus[]::new);
    }

    private record Named(String name, LocatedFileStatus status) {}

    /** The same one by one, in no order, of which no more than a page or two are in memory. */
    Entries each(Path path) throws IOException {
        return each(path, views::walk);
    }

    /** The same of what comes behind a name in that order, be it gone by now; nothing of a file. An empty name is that before all. */
    Entries eachAfter(Path path, String name) throws IOException {
        if (name.isEmpty()) {
            return each(path);
        }
        if (Paths.isTooLong(name) || name.indexOf('/') >= 0) {
            throw new HadoopIllegalArgumentException(
                    "'" + name + "' is no name in a directory, so no listing came to it");
        }
        Entries behind = each(path, text -> views.walkAfter(text, name));
        return behind.areEntries ? behind : new Entries(path, Collections.emptyIterator(), true);
    }

    private Entries each(Path path, Function<String, Iterator<FileInfo>> walk) throws IOException {
        String text = Paths.text(path);
        try {
            return new Entries(path, walk.apply(text), true);
        } catch (PfsException e) {
            if (e.code() == ErrorCode.NOT_A_DIRECTORY) {
                return new Entries(path, List.of(info(text)).iterator(), false);
            }
            throw Errors.ofReading(e, text);
        }
    }

    /** Entries as Hadoop walks over them. For one thread. */
    final class Entries implements RemoteIterator<LocatedFileStatus> {
        private final Path path;
        private final String text;
        private final Iterator<FileInfo> infos;
        private final boolean areEntries;

        /** Of a directory what is in it, of a file that itself. */
        private Entries(Path path, Iterator<FileInfo> infos, boolean areEntries) {
            this.path = path;
            this.text = Paths.text(path);
            this.infos = infos;
            this.areEntries = areEntries;
        }

        @Override
        public boolean hasNext() throws IOException {
            return Errors.read(text, infos::hasNext);
        }

        @Override
        public LocatedFileStatus next() throws IOException {
            return named().status();
        }

        private Named named() throws IOException {
            FileInfo info = Errors.read(text, infos::next);
            String name = info.name();
            return new Named(name, areEntries ? entry(Paths.child(path, name), info) : statuses.of(path, info));
        }
    }

    /** What a symlink leads to is what most want; one that leads nowhere is shown as it is. */
    private PfsFileStatus entry(Path path, FileInfo info) throws IOException {
        if (info.symlinkTarget().isEmpty()) {
            return statuses.of(path, info);
        }
        String text = Paths.text(path);
        return statuses.of(path, Errors.read(text, () -> target(text)).orElse(info));
    }

    /** Nothing if it leads nowhere, round in a circle, out of the file system, or where one may not go: that is no fault of the directory. */
    private Optional<FileInfo> target(String text) {
        try {
            return views.stat(text);
        } catch (PfsException e) {
            return switch (e.code()) {
                case NOT_FOUND, NOT_A_DIRECTORY, NAME_INVALID, PERMISSION_DENIED -> Optional.empty();
                default -> throw e;
            };
        }
    }

    /** All files below a directory, in no order; of a file that itself. */
    RemoteIterator<LocatedFileStatus> files(Path path) throws IOException {
        return RemoteIterators.filteringRemoteIterator(tree(path), FileStatus::isFile);
    }

    private RemoteIterator<LocatedFileStatus> tree(Path path) throws IOException {
        String text = Paths.text(path);
        try {
            return new Tree(path, views.walkTree(text));
        } catch (PfsException e) {
            if (e.code() == ErrorCode.NOT_A_DIRECTORY) {
                return RemoteIterators.remoteIteratorFromSingleton(statuses.of(path, info(text)));
            }
            throw Errors.ofReading(e, text);
        }
    }

    /** All below a path as Hadoop walks over it. For one thread. */
    private final class Tree implements RemoteIterator<LocatedFileStatus> {
        private final Path top;
        private final String text;
        private final Iterator<FileInfo> infos;
        /** The one that was met last, and where it is. Entries of one directory come one after the other. */
        private PfsPath directory = PfsPath.ROOT;

        private Path where;

        Tree(Path top, Iterator<FileInfo> infos) {
            this.top = top;
            this.text = Paths.text(top);
            this.infos = infos;
            this.where = Paths.at(top, List.of());
        }

        @Override
        public boolean hasNext() throws IOException {
            return Errors.read(text, infos::hasNext);
        }

        @Override
        public LocatedFileStatus next() throws IOException {
            FileInfo info = Errors.read(text, infos::next);
            return entry(pathOf(info), info);
        }

        private Path pathOf(FileInfo info) {
            PfsPath parent = info.path().parent();
            if (!parent.equals(directory)) {
                directory = parent;
                where = Paths.at(top, parent.names());
            }
            return Paths.child(where, info.name());
        }
    }

    /** How much is below a path; there are no quotas. */
    ContentSummary summary(Path path) throws IOException {
        FileStatus root = status(path);
        long bytes = 0;
        long fileCount = 0;
        long directoryCount = root.isDirectory() ? 1 : 0;
        for (RemoteIterator<LocatedFileStatus> tree = tree(path); tree.hasNext(); ) {
            LocatedFileStatus entry = tree.next();
            directoryCount += entry.isDirectory() ? 1 : 0;
            fileCount += entry.isDirectory() ? 0 : 1;
            bytes += entry.isDirectory() ? 0 : entry.getLen();
        }
        return new ContentSummary.Builder()
                .length(bytes)
                .fileCount(fileCount)
                .directoryCount(directoryCount)
                .spaceConsumed(bytes)
                .build();
    }
}
