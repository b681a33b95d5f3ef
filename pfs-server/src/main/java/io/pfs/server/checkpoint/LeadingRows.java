package io.pfs.server.checkpoint;

import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.row.Inline;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.row.TableParent;
import io.pfs.row.TablePointer;
import io.pfs.server.slice.Slice;
import io.pfs.server.state.HashedName;
import io.pfs.server.state.HeldSlice;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.TableState;
import io.pfs.server.table.TableFacts;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * The rows that lead to tables, of which each table knows where its own is: those that given up slices have lost are put back, so that a lost slice of a
 * directory takes with it none of the directories below.
 */
final class LeadingRows {
    private final SortedMap<ShardId, ShardState> states;
    private final Set<TableId> passing = new HashSet<>();

    /** @param states of all shards that are here, and replayed */
    LeadingRows(SortedMap<ShardId, ShardState> states) {
        this.states = states;
        states.values().forEach(this::notePassing);
    }

    /** Tables whose rows are between two names, or come and go with them. */
    private void notePassing(ShardState state) {
        passing.addAll(state.tables().intents().passing());
        state.tables()
                .intents()
                .decided()
                .forEach(decided -> state.tables()
                        .intents()
                        .traveller(decided.procedure())
                        .flatMap(LeadingRows::pointer)
                        .ifPresent(to -> passing.add(to.table())));
    }

    static Optional<TablePointer> pointer(byte[] bytes) {
        Row row = Row.decode(new ByteReader("row of a slice that is given up", bytes));
        return row.kind() == RowKind.DIRECTORY
                ? Inline.decode(new ByteReader("row of a slice that is given up", row.inline()))
                        .pointer()
                : Optional.empty();
    }

    /** Puts back what slices of a shard have lost. */
    void putBack(ShardState state, List<GivenUpSlice> lost) {
        for (ShardState of : states.values()) {
            of.tables().openAll();
            of.tables().opened().forEach(table -> putBack(of, table, state, lost));
        }
    }

    private void putBack(ShardState of, TableState table, ShardState state, List<GivenUpSlice> lost) {
        TableFacts facts = table.facts();
        boolean isOrdinary = table.isHome() && !TableFacts.isSystem(facts.id()) && !facts.isRoot();
        if (!isOrdinary || passing.contains(facts.id())) {
            return;
        }
        TableParent parent = facts.parent();
        RowName name = parent.name().orElseThrow();
        of.tables()
                .factsRow(facts.id())
                .ifPresent(bytes -> lost.stream()
                        .filter(slice -> slice.key().table().equals(parent.table()))
                        .filter(slice -> slice.had(slice.hash().of(name)))
                        .findFirst()
                        .ifPresent(slice -> put(state, slice, name, row(facts, bytes))));
    }

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

    private void put(ShardState state, GivenUpSlice slice, RowName name, byte[] row) {
        TableId id = slice.key().table();
        long nameHash = slice.hash().of(name);
        boolean isKept = state.tables()
                .intents()
                .kept(new HashedName(id, nameHash))
                .isPresent(); // what comes there is under way
        Optional<Slice> rows = rowsOf(state, id, nameHash);
        byte[] bytes = name.sharedBytes();
        boolean isMissing = rows.filter(there -> there.find(nameHash, bytes, 0, bytes.length) < 0
                        && !there.isRemoved(nameHash, bytes, 0, bytes.length))
                .isPresent();
        if (isMissing && !isKept) {
            rows.get().put(nameHash, bytes, 0, bytes.length, row, 0, row.length);
            slice.rowWasPutBack();
        }
    }

    /** Where a row of a slice that was given up is now: the slice may have been split since, or have left. */
    static Optional<Slice> rowsOf(ShardState state, TableId id, long nameHash) {
        return state.tables().exists(id)
                ? state.tables()
                        .find(id)
                        .sliceAt(nameHash)
                        .filter(HeldSlice::isLoaded)
                        .map(HeldSlice::loaded)
                : Optional.empty();
    }
}
