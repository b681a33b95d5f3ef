package io.pfs.client.file;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.call.Promise;
import io.pfs.client.route.PfsPath;
import io.pfs.client.table.CellInput;
import io.pfs.client.table.CellSpool;
import io.pfs.client.table.RowAccess;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.table.Column;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Writes a file anew from bytes that files have: the bytes pass through the client, and the file becomes visible as it is to be
 * at once, if it is still as it was when that began; else that begins anew. Blocks; any thread.
 */
final class FileRewrite {
    private static final int ATTEMPTS_MAX = 16;
    private static final int BUFFER_BYTES = 64 << 10;

    private final FileCalls calls;

    FileRewrite(FileCalls calls) {
        this.calls = calls;
    }

    /** A file as it was seen. */
    private record Seen(PfsPath path, Row row) {
        Expected same() {
            return new Expected.Same(row.fileId(), row.version());
        }
    }

    /** Cuts a file behind so many bytes. */
    void truncate(PfsPath path, long length) {
        attempt(() -> {
            Seen file = look(path, true);
            if (length < 0 || length > file.row().size()) {
                throw new PfsException(
                        ErrorCode.OUT_OF_RANGE,
                        "file '" + path + "' has " + file.row().size() + " bytes, and can't be cut behind " + length);
            }
            if (length < file.row().size()) {
                write(file, List.of(file), length);
            }
        });
    }

    /** Puts the bytes of other files of its directory behind those of a file, and removes the others. */
    void concat(PfsPath target, List<PfsPath> sources) {
        requireSense(target, sources);
        List<Seen> read = new ArrayList<>();
        attempt(() -> {
            read.clear();
            Seen first = look(target, false);
            List<Seen> parts = new ArrayList<>(List.of(first));
            sources.forEach(source -> parts.add(look(source, false)));
            write(
                    first,
                    parts,
                    parts.stream().mapToLong(part -> part.row().size()).sum());
            read.addAll(parts.subList(1, parts.size()));
        });
        RowAccess rows = rowsAround(target);
        read.forEach(source -> remove(rows, source, target));
    }

    private static void requireSense(PfsPath target, List<PfsPath> sources) {
        TreeSet<RowName> names = new TreeSet<>(List.of(target.name()));
        if (sources.isEmpty()) {
            throw new PfsException(ErrorCode.OUT_OF_RANGE, "nothing is to be put behind file '" + target + "'");
        }
        for (PfsPath source : sources) {
            if (!source.parent().equals(target.parent())) {
                throw new PfsException(
                        ErrorCode.OUT_OF_RANGE,
                        "'" + source + "' is in another directory than '" + target + "', and can't be put behind it");
            }
            if (!names.add(source.name())) {
                throw new PfsException(
                        ErrorCode.OUT_OF_RANGE,
                        "'" + source + "' would be put behind '" + target + "' twice, or behind itself");
            }
        }
    }

    private static void attempt(Runnable rewriting) {
        for (int attempt = 1; ; attempt++) {
            try {
                rewriting.run();
                return;
            } catch (PfsException e) {
                if (e.code() != ErrorCode.VERSION_CHANGED || attempt == ATTEMPTS_MAX) {
                    throw e;
                }
            }
        }
    }

    private Seen look(PfsPath path, boolean follow) {
        Promise<FileCalls.Found> promise = new Promise<>();
        calls.find(path, follow, promise);
        FileCalls.Found found = Promise.await(promise);
        FileCalls.requireFile(found);
        if (found.attributes().kind() == RowKind.SYMLINK) {
            throw new PfsException(
                    ErrorCode.NOT_SUPPORTED, "'" + path + "' is a symlink, which has no bytes to be moved");
        }
        return new Seen(found.path(), found.attributes());
    }

    /** Files are opened by their names: what was read is of one that is the same before and after. */
    private void requireUnchanged(Seen before) {
        Row now = look(before.path(), false).row();
        if (!now.fileId().equals(before.row().fileId())
                || now.version() != before.row().version()) {
            throw new PfsException(
                    ErrorCode.VERSION_CHANGED, "'" + before.path() + "' was changed while it was copied");
        }
    }

    private RowAccess rowsAround(PfsPath path) {
        Promise<RowAccess> rows = new Promise<>();
        calls.rowsAround(path, rows);
        return Promise.await(rows);
    }

    private void write(Seen file, List<Seen> parts, long length) {
        RowAccess rows = rowsAround(file.path());
        CellSpool spool = new CellSpool(rows, file.path().name(), Column.CONTENT.id(), false);
        try {
            long left = length;
            for (Seen part : parts) {
                long bytes = Math.min(left, part.row().size());
                copy(rows, part, bytes, spool);
                left -= bytes;
            }
            // the put itself looks at the file
            parts.stream().filter(part -> !part.path().equals(file.path())).forEach(this::requireUnchanged);
            spool.settle();
            spool.put((edit, written) -> calls.put(file.path(), file.same(), NewRow.FILE, edit, written));
        } catch (PfsException e) {
            spool.drop();
            throw e;
        }
    }

    private static void copy(RowAccess rows, Seen part, long bytes, CellSpool spool) {
        if (bytes == 0) {
            return; // there may be no cell at all
        }
        byte[] some = new byte[(int) Math.min(bytes, BUFFER_BYTES)];
        try (CellInput in = CellInput.open(rows, part.path().name(), Column.CONTENT.id())) {
            for (long left = bytes; left > 0; ) {
                int count = in.read(some, 0, (int) Math.min(left, some.length));
                if (count < 0) {
                    throw new PfsException(
                            ErrorCode.VERSION_CHANGED, "'" + part.path() + "' was written anew while it was copied");
                }
                spool.write(some, 0, count);
                left -= count;
            }
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, "'" + part.path() + "' could not be copied: " + e, e);
        }
    }

    /** What was written to it since it was read is nowhere else. */
    private static void remove(RowAccess rows, Seen source, PfsPath target) {
        try {
            Promise<Boolean> removed = new Promise<>();
            rows.remove(source.path().name(), source.same(), removed);
            Promise.await(removed);
        } catch (PfsException e) {
            throw new PfsException(
                    e.code(),
                    "'" + source.path() + "' was put behind '" + target + "' as it was, but could not be removed: "
                            + e.detail(),
                    e);
        }
    }
}
