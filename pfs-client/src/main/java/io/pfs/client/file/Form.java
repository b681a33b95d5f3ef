package io.pfs.client.file;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.call.Promise;
import io.pfs.client.route.PfsPath;
import io.pfs.client.table.CellInput;
import io.pfs.client.table.RowAccess;
import io.pfs.client.table.RowView;
import io.pfs.table.Column;
import io.pfs.wire.FoundRow;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One column of a directory that is kept open. Blocks. Any thread.
 *
 * @param seenNs when the table was asked for it
 */
record Form(RowAccess rows, Column column, long seenNs) {
    /** The row, and how long its cell is; refused with {@code NOT_FOUND} if it has none. */
    FileInfo stat(PfsPath path, RowName name) {
        FoundRow found = row(name);
        return info(path, found).orElseThrow(() -> missing(name));
    }

    FileContent look(PfsPath path, RowName name) {
        FoundRow found = cell(name);
        return new FileContent(info(path, found).orElseThrow(() -> missing(name)), content(found));
    }

    FileGlance glance(PfsPath path, RowName name) {
        FoundRow found = cell(name);
        FileInfo info = info(path, found).orElseThrow(() -> missing(name));
        return new FileGlance(info, CellInput.small(rows, found, column.id()));
    }

    /** The bytes of a cell that was {@link #found}. */
    CellInput content(FoundRow found) {
        return CellInput.small(rows, found, column.id())
                .orElseGet(() -> CellInput.open(rows, found.name(), column.id()));
    }

    /** A row with its cell of this column; refused with {@code NOT_FOUND} if it has none. */
    FoundRow found(RowName name) {
        FoundRow found = cell(name);
        if (!isIn(found)) {
            throw missing(name);
        }
        return found;
    }

    /** A row, with what it takes to know whether it has such a cell. */
    FoundRow row(RowName name) {
        return row(name, inRows());
    }

    boolean isIn(FoundRow row) {
        return length(row).isPresent();
    }

    private OptionalLong length(FoundRow row) {
        return new RowView(row, List.of(column.name())).length(column);
    }

    private FoundRow cell(RowName name) {
        List<ColumnId> columns = List.of(column.id());
        Promise<FoundRow> answer = new Promise<>();
        rows.rowOrFiles(name, columns, answer);
        FoundRow found = Promise.await(answer);
        return found.opens() ? found : row(name, columns);
    }

    private FoundRow row(RowName name, List<ColumnId> columns) {
        Promise<FoundRow> found = new Promise<>();
        rows.row(name, columns, found);
        return Promise.await(found);
    }

    /** What has to be asked for beside a row to know how long a cell is: rows themselves say it of the first few columns. */
    List<ColumnId> inRows() {
        return RowView.isLengthInRow(column) ? List.of() : List.of(column.id());
    }

    /** The cell of a row as a file; empty if it has none. */
    Optional<FileInfo> info(PfsPath path, FoundRow found) {
        OptionalLong length = length(found);
        return length.isPresent()
                ? Optional.of(FileInfo.of(path, found.row()).ofForm(length.getAsLong()))
                : Optional.empty();
    }

    private PfsException missing(RowName name) {
        return new PfsException(
                ErrorCode.NOT_FOUND,
                "row '" + name + "' of table '" + rows.label() + "' has no cell '" + column.name() + "'");
    }
}
