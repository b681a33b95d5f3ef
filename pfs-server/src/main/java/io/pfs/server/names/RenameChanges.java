package io.pfs.server.names;

import io.pfs.FileId;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.row.TableParent;
import io.pfs.row.TablePointer;
import io.pfs.server.access.MovedFiles;
import io.pfs.server.access.NameAccess.Reached;
import io.pfs.server.cell.RowDrop;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.NamesChanged;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.change.Change.RowRemoved;
import io.pfs.server.gc.CellTally;
import io.pfs.server.state.Tables;
import io.pfs.server.table.TableFacts;
import io.pfs.server.table.Todo;
import io.pfs.server.table.Todo.DropTable;
import io.pfs.server.table.Todo.Reparent;
import io.pfs.server.table.Todo.SettleRow;
import io.pfs.wire.Request.RenameRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a rename that was decided changes: here at once, elsewhere afterwards. */
final class RenameChanges {
    private final NameMeans means;
    private final RenameRow rename;
    private final List<Reached> reached;
    private final List<Change> counted;
    private final Optional<TablePointer> moved;
    private final Optional<TablePointer> replaced;
    private final Row after;
    private final long now;

    /**
     * Of a row as it will leave its name.
     *
     * @param reached the old name first, then whatever of this shard is in the record
     * @param counted what segments gain and lose since the row was read
     */
    RenameChanges(
            NameMeans means,
            RenameRow rename,
            List<Reached> reached,
            Row row,
            List<Change> counted,
            Optional<TablePointer> moved,
            Optional<TablePointer> replaced) {
        this.means = means;
        this.rename = rename;
        this.reached = reached;
        this.counted = counted;
        this.moved = moved;
        this.replaced = replaced;
        this.now = means.clock().wallMillis();
        this.after = withAttributes(renamed(row));
    }

    /**
     * A directory's times are those of its table, which does not change; its version tells a later name from an earlier one. That
     * of a file stays, since nothing changed that it holds.
     */
    private Row renamed(Row row) {
        Row.Times times = row.times();
        boolean isDirectory = row.kind() == RowKind.DIRECTORY;
        long ctime = isDirectory ? times.ctimeMillis() : Math.max(now, times.ctimeMillis());
        return new Row(
                row.fileId(),
                isDirectory ? row.version() + 1 : row.version(),
                row.size(),
                new Row.Times(times.mtimeMillis(), ctime, times.atimeMillis()),
                row.mode(),
                row.owner(),
                row.group(),
                row.kind(),
                row.cells(),
                row.inline());
    }

    /** What the table says of itself, if that is here: its parent's row may not have heard of it, and would look elsewhere for it. */
    private Row withAttributes(Row row) {
        return moved.filter(pointer -> means.isHere(pointer.base()))
                .map(TablePointer::table)
                .map(table -> AttributeCopy.step(rename.toName(), AttributeCopy.of(table, rowOf(table))))
                .filter(copy -> !AttributeCopy.isThere(row, copy))
                .flatMap(copy -> AttributeCopy.onto(row, copy))
                .orElse(row);
    }

    byte[] row() {
        return after.toBytes();
    }

    FileId fileId() {
        return after.fileId();
    }

    private boolean isHere() {
        return means.isHere(rename.toShard());
    }

    private TableParent parent() {
        return new TableParent(rename.toTable(), rename.toShard(), Optional.of(rename.toName()), after.version());
    }

    /** What the record says of this shard. The old name goes first: cells in the journal follow what comes after. */
    List<Change> here() {
        Tables tables = means.state().tables();
        List<Change> changes = new ArrayList<>();
        changes.add(new RowRemoved(rename.table(), rename.name()));
        changes.add(new NamesChanged(rename.table(), now));
        if (isHere()) {
            changes.add(new RowPut(rename.toTable(), rename.toName(), row()));
            changes.add(new NamesChanged(rename.toTable(), now));
        }
        MovedFiles.left(tables, row(), rename.toShard(), rename.toTable(), rename.toName(), now)
                .ifPresent(changes::add);
        TableId tableOfTables = tables.tableOfTables().facts().id();
        moved.filter(pointer -> means.isHere(pointer.base()))
                .ifPresent(pointer -> changes.add(reparented(tableOfTables, pointer.table())));
        replaced.filter(means::isWhollyHere).ifPresent(pointer -> {
            changes.add(new RowRemoved(tableOfTables, TableFacts.rowName(pointer.table())));
            changes.addAll(RemoveProcedure.lastReplies(means, pointer.table()));
        });
        changes.addAll(counted);
        changes.addAll(dropped(tableOfTables));
        return changes;
    }

    /** What is replaced here gives up its cells: a file under the new name, or the table of a directory. */
    private List<Change> dropped(TableId tableOfTables) {
        CellTally tally = new CellTally();
        List<Change> changes = new ArrayList<>();
        Optional<byte[]> overwritten = isHere() ? reached.get(1).row() : Optional.empty();
        overwritten.ifPresent(row -> {
            RowDrop.add(row, means.state().window(), tally, changes);
            MovedFiles.gone(means.state().tables(), row, changes);
        });
        replaced.filter(means::isWhollyHere)
                .flatMap(pointer -> factsOf(tableOfTables, pointer.table()))
                .ifPresent(row -> RowDrop.add(row, means.state().window(), tally, changes));
        changes.addAll(tally.changes());
        return changes;
    }

    private Optional<byte[]> factsOf(TableId tableOfTables, TableId table) {
        RowName name = TableFacts.rowName(table);
        return reached.stream()
                .filter(one ->
                        one.held().table().equals(tableOfTables) && one.name().equals(name))
                .flatMap(one -> one.row().stream())
                .findFirst();
    }

    private Change reparented(TableId tableOfTables, TableId table) {
        RowName name = TableFacts.rowName(table);
        return new RowPut(
                tableOfTables, name, reparented(table, rowOf(table), parent()).toBytes());
    }

    /** A table's own row, which is of this shard. */
    private Row rowOf(TableId table) {
        TableId tableOfTables = means.state().tables().tableOfTables().facts().id();
        byte[] bytes = factsOf(tableOfTables, table).orElseThrow();
        return Row.decode(new ByteReader("row of " + table, bytes));
    }

    /** A table's row with another parent. */
    static Row reparented(TableId table, Row row, TableParent parent) {
        return row.nextVersion(
                TableFacts.ofRow(table, row).with(parent).inline().toBytes());
    }

    /** What others have to do. */
    List<Todo> elsewhere() {
        List<Todo> todo = new ArrayList<>();
        if (!isHere()) {
            todo.add(new SettleRow(rename.toShard(), rename.toTable(), rename.toName()));
        }
        moved.filter(pointer -> !means.isHere(pointer.base()))
                .ifPresent(pointer -> todo.add(new Reparent(pointer.base(), pointer.table(), parent())));
        replaced.filter(pointer -> !means.isWhollyHere(pointer))
                .ifPresent(pointer -> todo.add(new DropTable(pointer.base(), pointer.table())));
        return todo;
    }
}
