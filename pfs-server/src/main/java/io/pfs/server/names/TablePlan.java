package io.pfs.server.names;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.query.index.Indexed;
import io.pfs.query.index.IndexedField;
import io.pfs.query.index.IndexedFields;
import io.pfs.row.CellLocation;
import io.pfs.row.Row;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.CellKept;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.gc.CellTally;
import io.pfs.server.table.TableFacts;
import io.pfs.server.table.Todo.Copied;
import io.pfs.table.Column;
import io.pfs.table.Schema;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.RowEdit;
import io.pfs.wire.TableChange;
import io.pfs.wire.TableChange.AddColumns;
import io.pfs.wire.TableChange.ChangeIndexes;
import io.pfs.wire.TableChange.DropColumn;
import io.pfs.wire.TableChange.RenameColumn;
import io.pfs.wire.TableChange.SetAttributes;
import io.pfs.wire.TableChange.SetPolicy;
import io.pfs.wire.TableChange.SetSpreading;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What becomes of a table that is altered: its row, and its schema if that changes, which is the cell of the row.
 *
 * @param before the row as it was, with the table's mtime
 * @param shared what it changes of what shards that have slices of the table decide by, besides its rights
 */
public record TablePlan(
        Row before,
        TableFacts facts,
        Schema schemaBefore,
        Schema schema,
        RowEdit.Attributes set,
        Shared shared,
        long now) {
    private enum Shared {
        NOTHING,
        INDEXES,
        POLICY
    }

    /**
     * Plans a change.
     *
     * @param namesMillis when a name of the table changed last
     */
    public static TablePlan of(AlterTable request, Row row, Schema schema, long namesMillis, long nowMillis) {
        TableFacts facts = TableFacts.ofRow(request.table(), row);
        Row before = TableTimes.withMtime(row, facts.mtimeMillis(row.times().mtimeMillis(), namesMillis));
        TableChange change = request.change();
        RowEdit.Attributes none = RowEdit.Attributes.UNCHANGED;
        if (change instanceof AddColumns add) {
            Schema more = schema.withColumns(add.columns());
            return new TablePlan(before, facts, schema, more, none, Shared.NOTHING, nowMillis);
        } else if (change instanceof RenameColumn rename) {
            return new TablePlan(
                    before, facts, schema, schema.renamed(rename.from(), rename.to()), none, Shared.NOTHING, nowMillis);
        } else if (change instanceof DropColumn drop) {
            Schema less = schema.without(drop.name());
            TableFacts after = facts.with(ofColumns(facts.indexes(), less));
            Shared shared = after.equals(facts) ? Shared.NOTHING : Shared.INDEXES;
            return new TablePlan(before, after, schema, less, none, shared, nowMillis);
        } else if (change instanceof SetSpreading set) {
            TableFacts wanted = facts.with(set.spreading().policy());
            int spread = set.spreading().spread();
            TableFacts after = spread > facts.pointer().spread() ? wanted.raisedTo(spread) : wanted;
            return new TablePlan(before, after, schema, schema, none, Shared.NOTHING, nowMillis);
        } else if (change instanceof ChangeIndexes indexes) {
            requireColumns(indexes.added(), schema);
            IndexedFields fields = ofColumns(facts.indexes(), schema)
                    .without(indexes.dropped())
                    .with(indexes.added());
            return new TablePlan(before, facts.with(fields), schema, schema, none, Shared.INDEXES, nowMillis);
        } else if (change instanceof SetPolicy policy) {
            return new TablePlan(before, facts.with(policy.policy()), schema, schema, none, Shared.POLICY, nowMillis);
        }
        RowEdit.Attributes set = ((SetAttributes) change).attributes();
        TableFacts after = set.mtimeMillis().isPresent() ? facts.withMtimeSet(nowMillis) : facts;
        return new TablePlan(before, after, schema, schema, set, Shared.NOTHING, nowMillis);
    }

    /** Without those of columns that are gone: nobody could name them any more. One that got another name keeps its index. */
    private static IndexedFields ofColumns(IndexedFields indexes, Schema schema) {
        List<Indexed> gone = indexes.fields().stream()
                .map(IndexedField::what)
                .filter(what -> !hasColumn(what, schema))
                .toList();
        return indexes.without(gone);
    }

    private static boolean hasColumn(Indexed what, Schema schema) {
        return !(what instanceof Indexed.OfCell cell)
                || schema.find(cell.column()).isPresent();
    }

    /** Who asks for an index knows the column by its name, and that may have been dropped since. */
    private static void requireColumns(List<Indexed> added, Schema schema) {
        for (Indexed what : added) {
            if (what instanceof Indexed.OfCell cell && !hasColumn(what, schema)) {
                throw new PfsException(
                        ErrorCode.NOT_FOUND,
                        "there is no " + cell.column()
                                + " in this table, or no longer, whose size could have an index");
            }
        }
    }

    /** What the row in the parent has to repeat, if that changes. */
    public Optional<Copied> copied() {
        return changesRights() && !facts.isRoot()
                ? Optional.of(AttributeCopy.of(facts.id(), after(before.cells())))
                : Optional.empty();
    }

    /** Whether something changes that others know, too. */
    public boolean isToldToOthers() {
        return changesRights() || shared != Shared.NOTHING;
    }

    /** Whether all have to learn the policy: also if it is set once more, which mends what differs. */
    public boolean changesPolicy() {
        return shared == Shared.POLICY;
    }

    private boolean changesRights() {
        return set.mode().isPresent() || set.owner().isPresent() || set.group().isPresent();
    }

    /** The first that was added. */
    public Optional<Column> addedColumn() {
        return schema.find(new ColumnId(schemaBefore.nextId()));
    }

    public List<Change> changes(TableId tables, RowName name, long sequence) {
        List<Optional<CellLocation>> cells = new ArrayList<>(before.cells());
        List<Change> changes = new ArrayList<>();
        if (!schema.equals(schemaBefore)) {
            byte[] bytes = schema.toBytes();
            cells.set(0, Optional.of(Change.placeInJournal(sequence, 0, bytes.length)));
            changes.add(new CellKept(Column.CONTENT.id(), false, bytes));
        }
        changes.add(0, new RowPut(tables, name, after(cells).toBytes()));
        CellTally tally = new CellTally();
        tally.replace(before.cells().get(0), cells.get(0));
        changes.addAll(tally.changes());
        return changes;
    }

    /** Of two changes the later one has the later ctime, whatever the clock shows: copies go by that. */
    private Row after(List<Optional<CellLocation>> cells) {
        Row.Times times = new Row.Times(
                set.mtimeMillis().orElse(before.times().mtimeMillis()),
                Math.max(now, before.times().ctimeMillis() + 1),
                set.atimeMillis().orElse(before.times().atimeMillis()));
        return new Row(
                before.fileId(),
                before.version() + 1,
                before.size(),
                times,
                set.mode().orElse(before.mode()),
                set.owner().orElse(before.owner()),
                set.group().orElse(before.group()),
                before.kind(),
                cells,
                facts.inline().toBytes());
    }
}
