package io.pfs.server.names;

import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.wire.NameStep.CopyAttributes;
import java.util.Optional;

/**
 * The copy of a directory's attributes in its row in the parent. It is as new as its ctime says, and follows the table's
 * own; a listing shows it. Its other times are those of the directory's birth.
 */
final class AttributeCopy {
    private AttributeCopy() {}

    /** The row with these attributes, if it is that directory's and they are newer. */
    static Optional<Row> onto(Row row, CopyAttributes copy) {
        boolean isIt = row.kind() == RowKind.DIRECTORY
                && RenameProcedure.pointerOf(row).table().equals(copy.child())
                && copy.ctimeMillis() >= row.times().ctimeMillis();
        return isIt ? Optional.of(with(row, copy)) : Optional.empty();
    }

    private static Row with(Row row, CopyAttributes copy) {
        Row.Times times = new Row.Times(
                row.times().mtimeMillis(), copy.ctimeMillis(), row.times().atimeMillis());
        return new Row(
                row.fileId(),
                row.version() + 1,
                row.size(),
                times,
                copy.mode(),
                copy.owner(),
                copy.group(),
                row.kind(),
                row.cells(),
                row.inline());
    }
}
