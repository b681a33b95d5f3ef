package io.pfs.server.names;

import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.row.Row;
import io.pfs.server.access.NameHolds;
import io.pfs.server.access.Records;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.state.HashedName;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.TableState;
import io.pfs.server.table.TableFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The mtimes of tables. Every change of a name moves the one of its table, in memory only; a checkpoint, behind which these
 * changes are not replayed, has them written to the tables' rows first.
 */
public final class TableTimes {
    /** A row that is behind by less is left as it is. */
    private static final long BEHIND_MILLIS = 1000;
    /** Rows of one record. */
    private static final int BATCH = 256;

    private final ShardState state;
    private final Records records;
    private final NameHolds holds;

    public TableTimes(ShardState state, Records records, NameHolds holds) {
        this.state = state;
        this.records = records;
        this.holds = holds;
    }

    /** A table's row with this mtime. */
    static Row withMtime(Row row, long mtimeMillis) {
        Row.Times times = new Row.Times(
                mtimeMillis, row.times().ctimeMillis(), row.times().atimeMillis());
        return new Row(
                row.fileId(),
                row.version(),
                row.size(),
                times,
                row.mode(),
                row.owner(),
                row.group(),
                row.kind(),
                row.cells(),
                row.inline());
    }

    /** The row of a table as it is shown. */
    public Row shown(TableFacts facts, Row row) {
        long names = state.tables().find(facts.id()).namesChangedMillis();
        return withMtime(row, facts.mtimeMillis(row.times().mtimeMillis(), names));
    }

    /**
     * Whether the mtime of a table would go back by little if nothing were written of what was heard just now.
     *
     * @param row as it is written
     */
    static boolean isNearlyWritten(TableState table, Row row, long namesMillis) {
        TableFacts facts = TableFacts.ofRow(table.facts().id(), row);
        long rowMillis = row.times().mtimeMillis();
        long written = facts.mtimeMillis(rowMillis, table.namesJournaledMillis());
        return facts.mtimeMillis(rowMillis, namesMillis) - written < BEHIND_MILLIS;
    }

    /** Has the rows written that are behind; in the turn in which a checkpoint decides where replay begins. */
    public void writeDown() {
        List<Behind> some = new ArrayList<>();
        for (TableState table : state.tables().opened()) {
            if (!table.hasNamesPending()) {
                continue; // of very many that are open nothing has changed
            }
            HashedName name = state.tables().rows().nameOf(table.facts().id());
            if (holds.isHeld(name)) {
                table.namesLeftBehind();
            } else {
                behind(table)
                        .ifPresentOrElse(
                                row -> some.add(new Behind(table, name, row, table.namesChangedMillis())),
                                () -> table.namesWritten(table.namesChangedMillis()));
            }
            if (some.size() == BATCH) {
                write(List.copyOf(some));
                some.clear();
            }
        }
        if (!some.isEmpty()) {
            write(List.copyOf(some));
        }
    }

    /** A table, and its row as it should be. */
    private record Behind(TableState table, HashedName name, Row row, long namesMillis) {
        Change put() {
            return new RowPut(name.table(), TableFacts.rowName(table.facts().id()), row.toBytes());
        }
    }

    /** A journal that takes nothing now takes no checkpoint either. */
    private void write(List<Behind> some) {
        records.commit(
                some.stream().map(Behind::name).toList(),
                some.stream().map(Behind::put).toList(),
                () -> some.forEach(one -> one.table.namesWritten(one.namesMillis)),
                failure -> {});
    }

    private Optional<Row> behind(TableState table) {
        TableId id = table.facts().id();
        if (TableFacts.isSystem(id)) {
            return Optional.empty();
        }
        Optional<byte[]> bytes = state.tables().rowBytes(id);
        if (bytes.isEmpty()) {
            return Optional.empty();
        }
        Row row = Row.decode(new ByteReader("row of " + id, bytes.get()));
        Row shown = shown(TableFacts.ofRow(id, row), row);
        boolean isBehind = shown.times().mtimeMillis() - row.times().mtimeMillis() >= BEHIND_MILLIS;
        if (!isBehind) {
            return Optional.empty();
        }
        // the version of a copy says which of its home's it is like
        return Optional.of(table.isHome() ? shown.nextVersion(shown.inline()) : shown);
    }
}
