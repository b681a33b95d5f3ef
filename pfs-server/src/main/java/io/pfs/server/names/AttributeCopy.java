package io.pfs.server.names;

import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.server.table.Todo.Copied;
import io.pfs.wire.NameStep.CopyAttributes;
import java.util.Optional;

/**
 * The copy of a directory's attributes in its row in the parent. It is as new as its ctime says, and follows the table's
 * own; a listing shows it. Its other times are those of the directory's birth.
 *
 * <p>The row is born in another shard than the table, perhaps by another server's clock, which may be ahead: so the ctime of its
 * birth is compared with none of the table's, and whatever is copied is newer.
 */
final class AttributeCopy {
    private AttributeCopy() {}

    /** What the row of a table says, for the row in its parent. */
    static Copied of(TableId table, Row row) {
        return new Copied(
                table, row.mode(), row.owner(), row.group(), row.times().ctimeMillis());
    }

    /** The same for a row of this name. */
    static CopyAttributes step(RowName name, Copied copied) {
        return new CopyAttributes(
                name, copied.child(), copied.mode(), copied.owner(), copied.group(), copied.ctimeMillis());
    }

    /** The row with these attributes, if it is that directory's and they are newer. */
    static Optional<Row> onto(Row row, CopyAttributes copy) {
        boolean isIt = row.kind() == RowKind.DIRECTORY
                && RenameProcedure.pointerOf(row).table().equals(copy.child())
                && (isAsBorn(row.times()) || copy.ctimeMillis() >= row.times().ctimeMillis());
        return isIt ? Optional.of(with(row, copy)) : Optional.empty();
    }

    /** Whether the row says just that. */
    static boolean isThere(Row row, CopyAttributes copy) {
        return row.mode() == copy.mode()
                && row.owner() == copy.owner()
                && row.group() == copy.group()
                && row.times().ctimeMillis() == copy.ctimeMillis();
    }

    /** Whether nothing was copied since the birth, of which all times are. */
    private static boolean isAsBorn(Row.Times times) {
        return times.ctimeMillis() == times.mtimeMillis() && times.atimeMillis() == times.mtimeMillis();
    }

    private static Row with(Row row, CopyAttributes copy) {
        Row.Times times = row.times();
        Row.Times after = new Row.Times(times.mtimeMillis(), copy.ctimeMillis(), times.atimeMillis());
        return new Row(
                row.fileId(),
                row.version() + 1,
                row.size(),
                isAsBorn(after) ? copied(after) : after,
                copy.mode(),
                copy.owner(),
                copy.group(),
                row.kind(),
                row.cells(),
                row.inline());
    }

    /** By two clocks a change may have the time of the birth: the atime, which nobody keeps of a directory, tells that it is one. */
    private static Row.Times copied(Row.Times times) {
        return new Row.Times(times.mtimeMillis(), times.ctimeMillis(), times.atimeMillis() + 1);
    }
}
