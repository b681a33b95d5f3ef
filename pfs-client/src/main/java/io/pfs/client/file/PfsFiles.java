package io.pfs.client.file;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.client.call.Outcome;
import io.pfs.client.call.Promise;
import io.pfs.client.route.PfsPath;
import io.pfs.client.table.RowVersion;
import io.pfs.client.table.TableOptions;
import io.pfs.row.TablePointer;
import io.pfs.wire.Cursor;
import io.pfs.wire.Expected;
import io.pfs.wire.Reply.RowsFound;
import io.pfs.wire.RowEdit;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * A file system as files and directories. A directory is a table, a file one of its rows, and its bytes are the cell of the
 * column {@code content}. Any number of threads may use it; each call waits until it is done.
 */
public final class PfsFiles {
    private final FileCalls calls;

    public PfsFiles(FileCalls calls) {
        this.calls = calls;
    }

    // Reading

    /** The bytes of a file, read at once. */
    public byte[] readAll(String path) {
        return await(outcome -> calls.content(PfsPath.parse(path), outcome));
    }

    /** A stream over the bytes of a file as they are now. */
    public InputStream open(String path) {
        return new ByteArrayInputStream(readAll(path));
    }

    // Writing

    /** Writes all of a file; makes it if it is missing. */
    public void write(String path, byte[] bytes) {
        requireFits(path, bytes.length);
        PfsFiles.<RowVersion>await(outcome -> calls.put(PfsPath.parse(path), Expected.ANY, bytes.clone(), outcome));
    }

    /** Makes a file now, and writes it when the stream is closed. Refused with {@code ALREADY_EXISTS} if it exists. */
    public FileOutput create(String path) {
        PfsPath parsed = PfsPath.parse(path);
        RowVersion made = await(outcome -> calls.create(parsed, outcome));
        return new FileOutput(calls, parsed, Optional.of(made), Limits.CELL_BYTES_MAX, false);
    }

    /** Makes or empties a file now, and writes it when the stream is closed. */
    public FileOutput overwrite(String path) {
        PfsPath parsed = PfsPath.parse(path);
        RowVersion made = await(outcome -> calls.put(parsed, Expected.ANY, new byte[0], outcome));
        return new FileOutput(calls, parsed, Optional.of(made), Limits.CELL_BYTES_MAX, false);
    }

    /** Makes a file when the stream is closed, by one request; only then is it refused if the file exists. */
    public FileOutput createAtClose(String path) {
        return new FileOutput(calls, PfsPath.parse(path), Optional.empty(), Limits.CELL_BYTES_MAX, false);
    }

    /** Writes behind the end of a file that exists, when the stream is closed. */
    public FileOutput append(String path) {
        FileCalls.Found found = await(outcome -> calls.find(PfsPath.parse(path), false, true, outcome));
        FileCalls.requireFile(found);
        RowVersion row =
                new RowVersion(found.attributes().fileId(), found.attributes().version());
        int room = Limits.CELL_BYTES_MAX - (int) found.attributes().size();
        return new FileOutput(calls, found.path(), Optional.of(row), room, true);
    }

    private static void requireFits(String path, int length) {
        if (length > Limits.CELL_BYTES_MAX) {
            throw new PfsException(
                    ErrorCode.TOO_LARGE,
                    "file '" + PfsPath.parse(path) + "' would have " + length + " bytes, more than "
                            + Limits.CELL_BYTES_MAX + "; larger files are not supported yet");
        }
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

    /**
     * Walks over a directory, in no order. What it says of subdirectories is how they were made; {@link #stat} says how they
     * are.
     */
    public void forEach(String path, Consumer<FileInfo> consumer) {
        PfsPath parsed = PfsPath.parse(path);
        Optional<Cursor> place = Optional.empty();
        do {
            Optional<Cursor> behind = place;
            RowsFound found = await(outcome -> calls.page(parsed, behind, outcome));
            found.rows().forEach(row -> consumer.accept(FileInfo.of(parsed.child(row.name()), row.row())));
            place = found.next();
        } while (place.isPresent());
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

    /** Makes a symlink; its target is not looked at. */
    public void symlink(String path, String target) {
        byte[] bytes = target.getBytes(StandardCharsets.UTF_8);
        if (bytes.length == 0 || !target.equals(new String(bytes, StandardCharsets.UTF_8))) {
            throw new PfsException(ErrorCode.NAME_INVALID, "the target of a symlink must be text, and not empty");
        }
        PfsFiles.<RowVersion>await(outcome -> calls.symlink(PfsPath.parse(path), bytes, outcome));
    }

    // Attributes

    public void setPermissions(String path, int mode) {
        OptionalInt none = OptionalInt.empty();
        OptionalLong same = OptionalLong.empty();
        set(path, new RowEdit.Attributes(OptionalInt.of(mode), none, none, same, same));
    }

    public void setOwner(String path, int owner, int group) {
        OptionalLong same = OptionalLong.empty();
        OptionalInt none = OptionalInt.empty();
        set(path, new RowEdit.Attributes(none, OptionalInt.of(owner), OptionalInt.of(group), same, same));
    }

    public void setTimes(String path, Instant modified, Instant accessed) {
        OptionalInt none = OptionalInt.empty();
        set(
                path,
                new RowEdit.Attributes(
                        none,
                        none,
                        none,
                        OptionalLong.of(modified.toEpochMilli()),
                        OptionalLong.of(accessed.toEpochMilli())));
    }

    private void set(String path, RowEdit.Attributes attributes) {
        PfsFiles.<Boolean>await(outcome -> calls.set(PfsPath.parse(path), attributes, outcome));
    }

    private static <T> T await(Consumer<Outcome<T>> operation) {
        Promise<T> promise = new Promise<>();
        operation.accept(promise);
        return Promise.await(promise);
    }
}
