package io.pfs.client.file;

import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.client.call.Outcome;
import io.pfs.client.call.Promise;
import io.pfs.client.route.PfsPath;
import io.pfs.client.table.CellInput;
import io.pfs.client.table.CellSpool;
import io.pfs.client.table.RowAccess;
import io.pfs.client.table.RowVersion;
import io.pfs.client.table.TableOptions;
import io.pfs.client.table.Times;
import io.pfs.row.TablePointer;
import io.pfs.row.TagValue;
import io.pfs.row.Tags;
import io.pfs.table.Column;
import io.pfs.wire.Asker;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply.SpaceFound;
import io.pfs.wire.RowEdit;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * A file system as files and directories. A directory is a table, a file one of its rows, and its bytes are the cell of the
 * column {@code content}. Any number of threads may use it; each call waits until it is done.
 */
public final class PfsFiles {
    private static final int BYTES_AT_ONCE_MAX = Integer.MAX_VALUE - 8;

    private final FileCalls calls;

    public PfsFiles(FileCalls calls) {
        this.calls = calls;
    }

    // Reading

    /** The bytes of a file, read at once. */
    public byte[] readAll(String path) {
        CellInput content = open(path);
        if (content.length() > BYTES_AT_ONCE_MAX) {
            throw new PfsException(
                    ErrorCode.TOO_LARGE,
                    "file '" + path + "' has " + content.length() + " bytes, more than can be read at once: open it");
        }
        byte[] all = new byte[(int) content.length()];
        int filled = 0;
        while (filled < all.length) {
            filled += content.read(all, filled, all.length - filled);
        }
        return all;
    }

    /** A stream over the bytes of a file as they are now, from any place on. */
    public CellInput open(String path) {
        return look(path).content();
    }

    /** What a file is, and a stream over its bytes, as both are now: one request, unless the file is large. */
    public FileContent look(String path) {
        FileCalls.Found found = content(PfsPath.parse(path));
        FileGlance glance = glanceOf(found);
        if (glance.content().isPresent()) {
            return new FileContent(glance.info(), glance.content().get());
        }
        RowAccess rows = await(outcome -> calls.rowsAround(found.path(), outcome));
        return new FileContent(glance.info(), CellInput.open(rows, found.path().name(), Column.CONTENT.id()));
    }

    /** What a file is, with its bytes unless it is large: one request. */
    public FileGlance glance(String path) {
        return glanceOf(content(PfsPath.parse(path)));
    }

    private FileCalls.Found content(PfsPath path) {
        FileCalls.Found found = await(outcome -> calls.content(path, true, outcome));
        return found.row().opens() ? found : await(outcome -> calls.content(path, false, outcome));
    }

    private static FileGlance glanceOf(FileCalls.Found found) {
        FileInfo info = FileInfo.of(found.path(), found.attributes());
        return new FileGlance(info, CellInput.small(found.rows(), found.row(), Column.CONTENT.id()));
    }

    // Writing

    /** Writes all of a file; makes it if it is missing. */
    public void write(String path, byte[] bytes) {
        PfsPath parsed = PfsPath.parse(path);
        CellSpool spool = spool(parsed);
        try {
            spool.write(bytes, 0, bytes.length);
            spool.settle();
            spool.put((edit, written) -> calls.put(parsed, Expected.ANY, NewRow.FILE, edit, written));
        } catch (PfsException e) {
            spool.drop(); // nobody writes it again from here
            throw e;
        }
    }

    /** Makes a file now, and writes it when the stream is closed. Refused with {@code ALREADY_EXISTS} if it exists. */
    public FileOutput create(String path) {
        return create(path, NewRow.FILE.mode());
    }

    /** The same with permission bits. */
    public FileOutput create(String path, int mode) {
        PfsPath parsed = PfsPath.parse(path);
        RowVersion made = await(outcome -> calls.create(parsed, born(mode), outcome));
        return new FileOutput(calls, parsed, made, false);
    }

    private static NewRow born(int mode) {
        return NewRow.file(mode, Asker.UNSAID, Asker.UNSAID);
    }

    /** Makes or empties a file now, and writes it when the stream is closed. */
    public FileOutput overwrite(String path) {
        return overwrite(path, NewRow.FILE.mode());
    }

    /**
     * The same.
     *
     * @param mode permission bits if it has to be made; a file that is there keeps its own
     */
    public FileOutput overwrite(String path, int mode) {
        PfsPath parsed = PfsPath.parse(path);
        RowVersion made = await(outcome -> calls.empty(parsed, born(mode), outcome));
        return new FileOutput(calls, parsed, made, true);
    }

    /** Makes a file when the stream is closed, by one request; only then is it refused if the file exists. */
    public FileOutput createAtClose(String path) {
        return createAtClose(path, false, NewRow.FILE.mode());
    }

    /**
     * The same.
     *
     * @param overwrite a file that is there by then is not in the way, and keeps its mode
     * @param mode permission bits of one that is made
     */
    public FileOutput createAtClose(String path, boolean overwrite, int mode) {
        Expected expected = overwrite ? Expected.ANY : Expected.ABSENT;
        return new FileOutput(calls, PfsPath.parse(path), new FileOutput.Unmade(expected, born(mode)));
    }

    /** Writes behind the end of a file that exists, when the stream is closed. */
    public FileOutput append(String path) {
        FileCalls.Found found = await(outcome -> calls.content(PfsPath.parse(path), false, outcome));
        RowVersion row =
                new RowVersion(found.attributes().fileId(), found.attributes().version());
        return new FileOutput(calls, found.path(), row, Ground.of(found.row()));
    }

    /**
     * Cuts a file behind so many of its bytes: at once for all who look, though what is left is written anew, which takes as
     * long. Refused with {@code OUT_OF_RANGE} if it has fewer.
     */
    public void truncate(String path, long length) {
        new FileRewrite(calls).truncate(PfsPath.parse(path), length);
    }

    /**
     * Puts the bytes of other files behind those of a file, in their order, and removes the others; all are in one directory. The
     * file is longer at once for all who look, though all of it is written anew; then one after the other goes, unless it was
     * changed meanwhile. Who dies in between leaves some of them.
     */
    public void concat(String target, List<String> sources) {
        new FileRewrite(calls)
                .concat(
                        PfsPath.parse(target),
                        sources.stream().map(PfsPath::parse).toList());
    }

    private CellSpool spool(PfsPath path) {
        RowAccess rows = await(outcome -> calls.rowsAround(path, outcome));
        return new CellSpool(rows, path.name(), Column.CONTENT.id(), false);
    }

    // Names

    /** Makes a directory, with all above it that are missing; does nothing if it is there. */
    public void mkdirs(String path) {
        mkdirs(path, TableOptions.DEFAULT);
    }

    public void mkdirs(String path, TableOptions options) {
        PfsFiles.<TablePointer>await(outcome -> calls.mkdirs(PfsPath.parse(path), options, outcome));
    }

    /** What is in a directory, by name. It is held in memory: walk over a large one with {@link #forEach}. */
    public List<FileInfo> list(String path) {
        List<FileInfo> infos = new ArrayList<>();
        forEach(path, infos::add);
        infos.sort(Comparator.comparing(info -> info.path().name()));
        return infos;
    }

    /** Walks over a directory, in no order. */
    public void forEach(String path, Consumer<FileInfo> consumer) {
        walk(path).forEachRemaining(consumer);
    }

    /** The same, step by step: as much of it as a page is in memory, and the next one on its way. */
    public FileWalk walk(String path) {
        return new FileWalk(calls, PfsPath.parse(path), Optional.empty());
    }

    /** The same behind a name that an earlier walk came to, be it gone by now: so a walk that was broken off goes on. */
    public FileWalk walkAfter(String path, String name) {
        return new FileWalk(calls, PfsPath.parse(path), Optional.of(RowName.of(name)));
    }

    /**
     * All that is below a directory, step by step and in no order; several directories are asked for at a time. Of these it tells the
     * times that they had when they were made or moved; {@link #stat} and {@link #walk} tell those that they have now.
     */
    public TreeWalk walkTree(String path) {
        return new TreeWalk(calls, PfsPath.parse(path));
    }

    /** What a path leads to, over symlinks; empty if it leads nowhere. */
    public Optional<FileInfo> stat(String path) {
        return ifThere(outcome -> calls.stat(PfsPath.parse(path), true, outcome));
    }

    /** What a path names, be it a symlink; empty if there is nothing. */
    public Optional<FileInfo> statLink(String path) {
        return ifThere(outcome -> calls.stat(PfsPath.parse(path), false, outcome));
    }

    private static Optional<FileInfo> ifThere(Consumer<Outcome<FileInfo>> operation) {
        try {
            return Optional.of(await(operation));
        } catch (PfsException e) {
            if (e.code() == ErrorCode.NOT_FOUND || e.code() == ErrorCode.NOT_A_DIRECTORY) {
                return Optional.empty();
            }
            throw e;
        }
    }

    public boolean exists(String path) {
        return stat(path).isPresent();
    }

    /** Removes a file or symlink; says whether there was one. A directory is refused with {@code IS_A_DIRECTORY}. */
    public boolean delete(String path) {
        return await(outcome -> calls.delete(PfsPath.parse(path), outcome));
    }

    /**
     * Removes files and symlinks, all at the same time; what is not there needs no removal.
     *
     * @return why some could not be, by their paths
     */
    public SortedMap<String, PfsException> deleteAll(Collection<String> paths) {
        SortedMap<String, Promise<Boolean>> underWay = new TreeMap<>();
        SortedMap<String, PfsException> refused = new TreeMap<>();
        for (String path : new TreeSet<>(paths)) {
            Promise<Boolean> removed = new Promise<>();
            try {
                calls.delete(PfsPath.parse(path), removed);
                underWay.put(path, removed);
            } catch (PfsException e) {
                refused.put(path, e);
            }
        }
        underWay.forEach((path, removed) -> {
            try {
                Promise.await(removed);
            } catch (PfsException e) {
                refused.put(path, e);
            }
        });
        return refused;
    }

    /** Removes an empty directory. Refused with {@code NOT_EMPTY} if anything is in it. */
    public void deleteDirectory(String path) {
        PfsFiles.<TableId>await(outcome -> calls.removeDirectory(PfsPath.parse(path), false, outcome));
    }

    /** Removes a directory with all below it: at once for all who look, while its space comes back later. */
    public void deleteTree(String path) {
        PfsFiles.<TableId>await(outcome -> calls.removeDirectory(PfsPath.parse(path), true, outcome));
    }

    /**
     * Moves a file, a symlink or a directory with all below it, at once for all who look. Refused with {@code
     * ALREADY_EXISTS} if something bears the new name.
     */
    public void rename(String from, String to) {
        rename(from, to, false);
    }

    /** Moves it over what bears the new name: a file over a file, a directory over an empty one. */
    public void replace(String from, String to) {
        rename(from, to, true);
    }

    private void rename(String from, String to, boolean overwrite) {
        PfsFiles.<FileId>await(outcome -> calls.rename(PfsPath.parse(from), PfsPath.parse(to), overwrite, outcome));
    }

    /** Makes a symlink; its target is not looked at. */
    public void symlink(String path, String target) {
        byte[] bytes = target.getBytes(StandardCharsets.UTF_8);
        if (bytes.length == 0 || !target.equals(new String(bytes, StandardCharsets.UTF_8))) {
            throw new PfsException(ErrorCode.NAME_INVALID, "the target of a symlink must be text, and not empty");
        }
        PfsFiles.<RowVersion>await(outcome -> calls.symlink(PfsPath.parse(path), bytes, outcome));
    }

    /** How much space there is, for whoever writes. */
    public SpaceInfo space() {
        SpaceFound found = PfsFiles.<SpaceFound>await(outcome -> calls.measure(PfsPath.ROOT, outcome));
        return new SpaceInfo(found.totalBytes(), found.usableBytes());
    }

    // Attributes

    /** Owner and superuser may. */
    public void setPermissions(String path, int mode) {
        setPermissions(PfsPath.parse(path), mode);
    }

    /** The same; a path of names may hold any bytes. */
    public void setPermissions(PfsPath path, int mode) {
        OptionalInt none = OptionalInt.empty();
        OptionalLong same = OptionalLong.empty();
        set(path, new RowEdit.Attributes(OptionalInt.of(mode), none, none, same, same));
    }

    /**
     * Gives it to another owner, which the superuser may, or another group, which its owner may if he is in it.
     *
     * @param owner or -1: stays as it is
     * @param group or -1: stays as it is
     */
    public void setOwner(String path, int owner, int group) {
        OptionalLong same = OptionalLong.empty();
        if (owner != Asker.UNSAID || group != Asker.UNSAID) {
            set(path, new RowEdit.Attributes(OptionalInt.empty(), said(owner), said(group), same, same));
        }
    }

    private static OptionalInt said(int number) {
        return number == Asker.UNSAID ? OptionalInt.empty() : OptionalInt.of(number);
    }

    public void setTimes(String path, Instant modified, Instant accessed) {
        setTimes(path, Optional.of(modified), Optional.of(accessed));
    }

    /** Sets those that are given. */
    public void setTimes(String path, Optional<Instant> modified, Optional<Instant> accessed) {
        OptionalInt none = OptionalInt.empty();
        set(path, new RowEdit.Attributes(none, none, none, millis("mtime", modified), millis("atime", accessed)));
    }

    private static OptionalLong millis(String what, Optional<Instant> time) {
        return time.isPresent() ? OptionalLong.of(Times.epochMillis(what, time.get())) : OptionalLong.empty();
    }

    /** The tags of a file, or of a symlink itself, which is not followed; a directory has none. */
    public SortedMap<String, TagValue> tags(String path) {
        PfsPath parsed = PfsPath.parse(path);
        if (parsed.isRoot()) {
            return Tags.NONE.byName();
        }
        return PfsFiles.<FileCalls.Found>await(outcome -> calls.find(parsed, false, outcome))
                .tags()
                .byName();
    }

    /**
     * Gives a file tags, and takes others from it, at once; a directory is refused with {@code IS_A_DIRECTORY}. A symlink has its
     * own, and is not followed.
     */
    public void setTags(String path, Map<String, TagValue> set, Set<String> removed) {
        PfsFiles.<RowVersion>await(outcome -> calls.tag(PfsPath.parse(path), set, removed, outcome));
    }

    private void set(String path, RowEdit.Attributes attributes) {
        set(PfsPath.parse(path), attributes);
    }

    private void set(PfsPath path, RowEdit.Attributes attributes) {
        PfsFiles.<Boolean>await(outcome -> calls.set(path, attributes, outcome));
    }

    private static <T> T await(Consumer<Outcome<T>> operation) {
        Promise<T> promise = new Promise<>();
        operation.accept(promise);
        return Promise.await(promise);
    }
}
