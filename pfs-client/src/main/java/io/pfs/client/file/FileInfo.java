package io.pfs.client.file;

import io.pfs.FileId;
import io.pfs.client.route.PfsPath;
import io.pfs.format.ByteReader;
import io.pfs.row.Inline;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.wire.TableView;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/**
 * A file, directory or symlink as it was when it was looked at.
 *
 * @param path where it is, exactly
 * @param fileId its identity for life; the root has none
 * @param version grows with each change of a file or symlink, but for its name; 0 for a directory, which changes with all that is in it
 * @param size bytes of a file; 0 for anything else
 * @param symlinkTarget where a symlink leads
 */
public record FileInfo(
        PfsPath path,
        Optional<FileId> fileId,
        long version,
        RowKind kind,
        long size,
        int mode,
        int owner,
        int group,
        Instant modified,
        Instant accessed,
        Optional<String> symlinkTarget) {

    static FileInfo of(PfsPath path, Row row) {
        Inline inline = Inline.decode(new ByteReader(path, row.inline()));
        return new FileInfo(
                path,
                Optional.of(row.fileId()),
                row.kind() == RowKind.DIRECTORY ? 0 : row.version(),
                row.kind(),
                row.kind() == RowKind.FILE ? row.size() : 0,
                row.mode(),
                row.owner(),
                row.group(),
                Instant.ofEpochMilli(row.times().mtimeMillis()),
                Instant.ofEpochMilli(row.times().atimeMillis()),
                inline.target().map(target -> new String(target, StandardCharsets.UTF_8)));
    }

    /** A directory: what can be changed of it is kept with its table. */
    static FileInfo of(PfsPath path, Optional<FileId> fileId, TableView table) {
        return new FileInfo(
                path,
                fileId,
                0,
                RowKind.DIRECTORY,
                0,
                table.mode(),
                table.owner(),
                table.group(),
                Instant.ofEpochMilli(table.times().mtimeMillis()),
                Instant.ofEpochMilli(table.times().atimeMillis()),
                Optional.empty());
    }

    /** The same for another form of it, of so many bytes. */
    FileInfo ofForm(long length) {
        return new FileInfo(
                path, fileId, version, kind, length, mode, owner, group, modified, accessed, Optional.empty());
    }

    /** The same, seen elsewhere. */
    FileInfo at(PfsPath elsewhere) {
        return new FileInfo(
                elsewhere, fileId, version, kind, size, mode, owner, group, modified, accessed, symlinkTarget);
    }

    /** The last name as text; empty for the root. A name that is no UTF-8 is shown with replacements. */
    public String name() {
        return path.isRoot() ? "" : new String(path.name().toBytes(), StandardCharsets.UTF_8);
    }

    public boolean isDirectory() {
        return kind == RowKind.DIRECTORY;
    }

    public boolean isFile() {
        return kind == RowKind.FILE;
    }
}
