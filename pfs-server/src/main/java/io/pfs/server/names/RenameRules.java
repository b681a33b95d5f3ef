package io.pfs.server.names;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.wire.Request.RenameRow;
import java.util.Optional;

/** Which row a row may replace when it takes its name. */
final class RenameRules {
    private RenameRules() {}

    static void requireReplaceable(RenameRow request, RowKind kind, Optional<Row> there) {
        requireReplaceable(request.toTable(), request.toName(), request.overwrite(), kind, there);
    }

    static void requireReplaceable(TableId table, RowName name, boolean overwrite, RowKind kind, Optional<Row> there) {
        if (there.isEmpty()) {
            return;
        }
        String what = "row '" + name + "' of " + table;
        boolean isDirectory = kind == RowKind.DIRECTORY;
        boolean replacesDirectory = there.get().kind() == RowKind.DIRECTORY;
        if (!overwrite) {
            throw new PfsException(ErrorCode.ALREADY_EXISTS, what + " exists");
        } else if (isDirectory && !replacesDirectory) {
            throw new PfsException(
                    ErrorCode.NOT_A_DIRECTORY, what + " is a file, and can't be replaced by a directory");
        } else if (!isDirectory && replacesDirectory) {
            throw new PfsException(ErrorCode.IS_A_DIRECTORY, what + " is a directory, and can't be replaced by a file");
        }
    }

    /** The same, when a directory that is replaced was sealed already: it must still be that one, or none. */
    static void requireAsSealed(RenameRow request, RowKind kind, Optional<Row> there, Optional<TableId> sealed) {
        requireAsSealed(request.toTable(), request.toName(), request.overwrite(), kind, there, sealed);
    }

    static void requireAsSealed(
            TableId table,
            RowName name,
            boolean overwrite,
            RowKind kind,
            Optional<Row> there,
            Optional<TableId> sealed) {
        requireReplaceable(table, name, overwrite, kind, there);
        Optional<TableId> directory = there.filter(row -> row.kind() == RowKind.DIRECTORY)
                .map(row -> RenameProcedure.pointerOf(row).table());
        if (!directory.equals(sealed)) {
            throw new PfsException(
                    ErrorCode.VERSION_CHANGED, "row '" + name + "' of " + table + " became another one meanwhile");
        }
    }
}
