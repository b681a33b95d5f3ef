package io.pfs.server.checkpoint;

import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.row.Inline;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.row.TableParent;
import io.pfs.row.TablePointer;
import io.pfs.server.state.Intents;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.TableState;
import io.pfs.server.table.Intent.Decided;
import io.pfs.server.table.TableFacts;
import io.pfs.server.table.Todo.Reparent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The rows that lead to tables, as the tables tell, each of which knows where its own is. So a slice of a directory that is lost takes with it none of the
 * directories below.
 */
public final class LeadingRows {
    /** Nothing is known. */
    public static final LeadingRows NONE = new LeadingRows();

    private final Map<TableId, List<Leading>> byParent = new HashMap<>();
    private final Map<TableId, List<Leading>> byTable = new HashMap<>();
    private final Set<TableId> passing = new HashSet<>();

    /** A row that leads to a table. */
    record Leading(TableId parent, RowName name, TableId table, byte[] row) {}

    private LeadingRows() {}

    /** Those that lead to the tables of some shards, which are replayed. */
    public static LeadingRows to(Collection<ShardState> states) {
        LeadingRows found = new LeadingRows();
        for (ShardState state : states) {
            found.notePassing(state.tables().intents());
            state.tables().openAll();
            state.tables().opened().forEach(table -> found.note(state, table));
        }
        return found;
    }

    /** With what others know. */
    public LeadingRows with(LeadingRows others) {
        LeadingRows all = new LeadingRows();
        byParent.values().forEach(rows -> rows.forEach(all::add));
        others.byParent.values().forEach(rows -> rows.forEach(all::add));
        all.passing.addAll(passing);
        all.passing.addAll(others.passing);
        return all;
    }

    /** Tables whose rows are between two names, or come and go with them, are not told of. */
    private void notePassing(Intents intents) {
        passing.addAll(intents.passing());
        for (Decided decided : intents.decided()) {
            intents.traveller(decided.procedure())
                    .flatMap(LeadingRows::pointer)
                    .ifPresent(to -> passing.add(to.table()));
            decided.todo().stream().filter(Reparent.class::isInstance).forEach(todo -> passing.add(todo.table()));
        }
    }

    private void note(ShardState state, TableState table) {
        TableFacts facts = table.facts();
        if (!table.isHome() || TableFacts.isSystem(facts.id()) || facts.isRoot()) {
            return;
        }
        TableParent parent = facts.parent();
        state.tables()
                .rows()
                .of(facts.id())
                .ifPresent(own ->
                        add(new Leading(parent.table(), parent.name().orElseThrow(), facts.id(), row(facts, own))));
    }

    private void add(Leading row) {
        byParent.computeIfAbsent(row.parent, none -> new ArrayList<>()).add(row);
        byTable.computeIfAbsent(row.table, none -> new ArrayList<>()).add(row);
    }

    /** Its file id is that of the table's own row: nobody else has it. */
    private static byte[] row(TableFacts facts, byte[] bytes) {
        Row own = Row.decode(new ByteReader("row of " + facts.id(), bytes));
        Row empty = Row.emptyFile(own.fileId(), own.mode(), own.owner(), own.group(), 0);
        return new Row(
                        own.fileId(),
                        Math.max(1, facts.parent().version()),
                        0,
                        own.times(),
                        own.mode(),
                        own.owner(),
                        own.group(),
                        RowKind.DIRECTORY,
                        empty.cells(),
                        Inline.ofPointer(facts.pointer()).toBytes())
                .toBytes();
    }

    /** Where a row leads to, if it is a directory's. */
    static Optional<TablePointer> pointer(byte[] bytes) {
        Row row = Row.decode(new ByteReader("row of a directory", bytes));
        return row.kind() == RowKind.DIRECTORY
                ? Inline.decode(new ByteReader("row of a directory", row.inline()))
                        .pointer()
                : Optional.empty();
    }

    /** Those of some table. */
    List<Leading> of(TableId parent) {
        return byParent.getOrDefault(parent, List.of()).stream()
                .filter(row -> !passing.contains(row.table))
                .toList();
    }

    /** Whether a table says that it is another row that leads to it. */
    boolean refutes(TableId table, TableId parent, RowName name) {
        return byTable.getOrDefault(table, List.of()).stream()
                .anyMatch(row -> !row.parent.equals(parent) || !row.name.equals(name));
    }
}
