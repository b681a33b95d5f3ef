package io.pfs.client.file;

import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.client.call.Outcome;
import io.pfs.client.call.Promise;
import io.pfs.client.route.PfsPath;
import io.pfs.client.table.CellInput;
import io.pfs.client.table.CellSpool;
import io.pfs.client.table.RowAccess;
import io.pfs.client.table.RowVersion;
import io.pfs.row.CellLocation;
import io.pfs.row.Row;
import io.pfs.table.Column;
import io.pfs.wire.Expected;
import io.pfs.wire.FoundRow;
import io.pfs.wire.NewRow;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Bytes for a file. They become visible when the stream is closed, all at once: nobody sees a part of them, unless {@link
 * #sync} has what there is so far in the row. Up to the limit of a cell they are kept here; more are written as they come, to
 * an object. What is appended to a large file goes with a copy of that to a new object. For one thread.
 */
public final class FileOutput extends OutputStream {
    private static final int RETRIES_MAX = 16;
    private static final byte[] NOTHING = {};

    private final FileCalls calls;
    private final PfsPath path;
    /** What the file has, if what is kept here comes behind that. */
    private Optional<Ground> ground;

    private final long startsAt;
    private final Unmade unmade;
    /** Else a cell of no bytes is another's, who emptied the file. */
    private final boolean hasCell;

    private Optional<RowVersion> row;
    private CellSpool spool;
    /** What is kept here begins with what the file had. */
    private boolean isCopy;

    /** Where that was, as far as it is known. */
    private Optional<CellLocation> copied = Optional.empty();

    /** Of what is in an object: as much of its beginning as was kept here, and so may be what the file has. */
    private byte[] beginning = NOTHING;
    /** So many bytes of what is kept here the file had when it was last heard of. */
    private long hadBytes;
    /** So many it may have since, as a writing had no known end. */
    private final Set<Long> mayHaveBytes = new HashSet<>();

    private boolean unwritten;
    private boolean closed;

    /** What is to become of a file that is made when the stream is closed: what has the name then, and what it is born with. */
    record Unmade(Expected expected, NewRow born) {
        static final Unmade NONE = new Unmade(Expected.ABSENT, NewRow.FILE);
    }

    /**
     * A stream to a file that was made for it, or emptied.
     *
     * @param hasCell whether it has a cell of no bytes, as it may have been there before; else there is none yet
     */
    FileOutput(FileCalls calls, PfsPath path, RowVersion row, boolean hasCell) {
        this(calls, path, Unmade.NONE, Optional.of(row), Optional.empty(), hasCell);
    }

    /** A stream to a file that shall be made when the stream is closed; that its directory is there is looked at now. */
    FileOutput(FileCalls calls, PfsPath path, Unmade unmade) {
        this(calls, path, unmade, Optional.empty(), Optional.empty(), true);
        rows();
    }

    /** A stream that appends to a file. */
    FileOutput(FileCalls calls, PfsPath path, RowVersion row, Ground ground) {
        this(calls, path, Unmade.NONE, Optional.of(row), Optional.of(ground), true);
    }

    private FileOutput(
            FileCalls calls,
            PfsPath path,
            Unmade unmade,
            Optional<RowVersion> row,
            Optional<Ground> ground,
            boolean hasCell) {
        this.calls = calls;
        this.path = path;
        this.unmade = unmade;
        this.row = row;
        this.ground = ground;
        this.hasCell = hasCell;
        this.startsAt = ground.map(Ground::length).orElse(0L);
        this.unwritten = row.isEmpty();
        this.spool = newSpool();
    }

    private CellSpool newSpool() {
        return new CellSpool(this::rows, path.name(), Column.CONTENT.id(), false);
    }

    private RowAccess rows() {
        Promise<RowAccess> rows = new Promise<>();
        calls.rowsAround(path, rows);
        return Promise.await(rows);
    }

    /** Where what is written comes to stand in the file, from when the stream was opened. */
    public long startsAt() {
        return startsAt;
    }

    @Override
    public void write(int value) {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
        requireOpen();
        spool.requireNotGivenUp();
        if (ground.isPresent() && ground.get().length() + spool.length() + count > Limits.CELL_BYTES_MAX) {
            putBehindWhole();
        }
        unwritten |= count > 0;
        boolean mayHaveSome = hadBytes > 0 || !mayHaveBytes.isEmpty();
        if (mayHaveSome && !spool.isLarge() && spool.length() + count > Limits.CELL_BYTES_MAX) {
            beginning = spool.toBytes();
        }
        try {
            spool.write(bytes, offset, count);
        } catch (RuntimeException | Error e) {
            if (!isAppending()) {
                spool.giveUp(); // else who closes it all the same would have what came before for the whole file
            }
            throw e;
        }
    }

    /** Then what was written before stands behind what the file had, whatever comes of the rest: a log keeps that. */
    private boolean isAppending() {
        return ground.isPresent() || isCopy;
    }

    /**
     * The file becomes large, or is: it is copied to an object, and what follows is written behind that. If it can't be copied
     * now, what was kept here is kept on.
     */
    private void putBehindWhole() {
        byte[] tail = spool.toBytes();
        FileCalls.Found found = current(row.map(RowVersion::fileId));
        require(ground.orElseThrow(), found);
        Row now = found.attributes();
        boolean hasBytes = now.size() > 0;
        CellSpool whole = newSpool();
        try {
            if (hasBytes) {
                whole.writeAll(contentOf(found));
            }
            beginning = whole.isLarge() ? NOTHING : whole.toBytes();
            whole.write(tail, 0, tail.length);
        } catch (PfsException e) {
            whole.drop();
            throw e;
        }
        row = Optional.of(versionOf(now));
        spool = whole;
        isCopy = hasBytes;
        copied = now.cells().get(0);
        hadBytes = now.size();
        ground = Optional.empty();
    }

    /** What a small file had is looked for in what became of it, too, if that is in an object and so did not come with the row. */
    private void require(Ground before, FileCalls.Found found) {
        before.require(path, Optional.of(found.row()));
        if (before.sum().isPresent() && isLarge(found.attributes())) {
            byte[] begin = new byte[(int) before.length()];
            contentOf(found).readAt(0, begin, 0, begin.length);
            before.requireBegins(path, begin);
        }
    }

    /** Makes what was written so far visible and as durable as the file system promises; whoever dies then leaves that. */
    public void sync() {
        requireOpen();
        if (unwritten) {
            write(CellSpool::settleSoFar);
        }
    }

    private void write(Consumer<CellSpool> settling) {
        if (ground.isEmpty() || !append(ground.get())) {
            settling.accept(spool);
            writeAll();
        }
        unwritten = false;
    }

    /** False if the file would be too large for that, as others made it so: then all of it is to be written. */
    private boolean append(Ground before) {
        spool.requireNotGivenUp();
        Appending appending = new Appending(before, spool.toBytes());
        Promise<RowVersion> appended = new Promise<>();
        calls.append(path, appending, appending.tail, appended);
        try {
            Promise.await(appended);
        } catch (PfsException e) {
            if (appending.isTooLarge) {
                putBehindWhole();
                return false;
            }
            if (e.code() == ErrorCode.UNKNOWN_OUTCOME) {
                spool.giveUp(); // it may stand there: once more, and it would twice
            }
            throw e;
        }
        ground = Optional.of(appending.after);
        spool.drop();
        return true;
    }

    /** What has to be so of the row that is read for it. That may be read several times, and the last one counts. */
    private final class Appending implements Consumer<Optional<FoundRow>> {
        private final Ground before;
        private final byte[] tail;
        private Ground after;
        private boolean isTooLarge;

        Appending(Ground before, byte[] tail) {
            this.before = before;
            this.tail = tail;
            this.after = before;
        }

        @Override
        public void accept(Optional<FoundRow> now) {
            before.require(path, now);
            long length = now.orElseThrow().row().size() + tail.length;
            isTooLarge = length > Limits.CELL_BYTES_MAX;
            if (isTooLarge) {
                throw new PfsException(
                        ErrorCode.TOO_LARGE,
                        "file '" + path + "' gets " + length + " bytes, and more than " + Limits.CELL_BYTES_MAX
                                + " are written to an object");
            }
            after = Ground.of(now.orElseThrow(), tail);
        }
    }

    /** Others may change the row meanwhile, say its mode; but what they wrote to the file is not written over. */
    private void writeAll() {
        long length = spool.length();
        mayHaveBytes.add(length);
        for (int attempt = 1; ; attempt++) {
            try {
                Expected expected = row.<Expected>map(known -> new Expected.Same(known.fileId(), known.version()))
                        .orElse(unmade.expected());
                row = Optional.of(
                        spool.put((edit, written) -> calls.put(path, expected, unmade.born(), edit, written)));
                hadBytes = length;
                mayHaveBytes.clear();
                return;
            } catch (PfsException e) {
                if (e.code() == ErrorCode.UNKNOWN_OUTCOME && row.isEmpty()) {
                    spool.giveUp(); // what was asked may yet be done: once more, and each would be in the other's way
                }
                if (e.code() != ErrorCode.VERSION_CHANGED || attempt == RETRIES_MAX) {
                    throw e;
                }
                FileCalls.Found now = current(row.map(RowVersion::fileId));
                if (!isMine(now)) {
                    throw e;
                }
                row = Optional.of(versionOf(now.attributes()));
            }
        }
    }

    /** Whether the file has what this stream found or wrote, and nothing that another one wrote or cut off since. */
    private boolean isMine(FileCalls.Found now) {
        long length = now.attributes().size();
        if (length != hadBytes && !mayHaveBytes.contains(length)) {
            return false;
        }
        Optional<CellLocation> content = now.attributes().cells().get(0);
        if (isLarge(now.attributes())) {
            return content.equals(copied) || spool.isIn(content.get());
        }
        byte[] mine = spool.isLarge() ? beginning : spool.toBytes();
        boolean isEmpty = length == 0 && (hasCell || content.isEmpty());
        return isEmpty || (length > 0 && length <= mine.length && beginsWith(mine, contentOf(now), (int) length));
    }

    private static boolean beginsWith(byte[] mine, CellInput content, int length) {
        byte[] there = new byte[length];
        boolean isWhole = content.length() == length && content.readAt(0, there, 0, length) == length;
        return isWhole && Arrays.equals(there, 0, length, mine, 0, length);
    }

    private static CellInput contentOf(FileCalls.Found file) {
        Optional<CellInput> small = isLarge(file.attributes())
                ? Optional.empty()
                : CellInput.small(file.rows(), file.row(), Column.CONTENT.id());
        return small.orElseGet(() -> CellInput.open(file.rows(), file.path().name(), Column.CONTENT.id()));
    }

    private static boolean isLarge(Row file) {
        return file.cells().get(0).filter(CellLocation::isObject).isPresent();
    }

    /** The file as it is now, with its bytes if it is small and has any: for those one needs the right to read it. */
    private FileCalls.Found current(Optional<FileId> mine) {
        FileCalls.Found now = current(mine, (at, outcome) -> calls.find(at, false, outcome));
        boolean hasSmall = now.attributes().size() > 0 && !isLarge(now.attributes());
        return hasSmall ? current(mine, calls::findWithBytes) : now;
    }

    private FileCalls.Found current(Optional<FileId> mine, BiConsumer<PfsPath, Outcome<FileCalls.Found>> how) {
        Promise<FileCalls.Found> found = new Promise<>();
        how.accept(path, found);
        FileCalls.Found now = Promise.await(found);
        if (!mine.equals(Optional.of(now.attributes().fileId()))) {
            throw new PfsException(
                    ErrorCode.NOT_FOUND, "file '" + path + "' was removed, and made anew by another, while written");
        }
        return now;
    }

    private static RowVersion versionOf(Row row) {
        return new RowVersion(row.fileId(), row.version());
    }

    /** Writes what is not written yet. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            try {
                if (unwritten) {
                    write(CellSpool::settle);
                } else {
                    spool.drop(); // all of it is in the row already
                }
            } catch (PfsException e) {
                closed = spool.isLarge() || spool.isGivenUp();
                if (closed) {
                    spool.drop();
                }
                throw e;
            }
        }
    }

    /** Ends the stream without writing what is not written yet. */
    public void abandon() {
        closed = true;
        spool.drop();
    }

    private void requireOpen() {
        if (closed) {
            throw new PfsException(ErrorCode.CLOSED, "the stream to '" + path + "' was closed");
        }
    }
}
