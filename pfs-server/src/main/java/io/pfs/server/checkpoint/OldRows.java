package io.pfs.server.checkpoint;

import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.row.RowLayout;
import io.pfs.row.TablePointer;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.slice.RowCursor;
import io.pfs.server.slice.Slice;
import io.pfs.server.state.HeldSlice;
import io.pfs.server.state.Intents;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.StorageLoader;
import io.pfs.server.state.TableState;
import io.pfs.server.table.Intent.Decided;
import io.pfs.server.table.TableFacts;
import io.pfs.server.table.Todo.SettleRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Rows of which only an image is left, and not what came since: they may have been renamed or removed. Those go of which it shows, as the same file has
 * another row, or the table they lead to is not there or says that another one leads to it: two rows with the same would harm each other.
 */
final class OldRows {
    private final SortedMap<ShardId, ShardState> states;
    private final LeadingRows leading;
    private final StorageLoader loader;
    /** Those that nothing speaks against so far. */
    private final Map<Long, Old> byFile = new HashMap<>();

    /** A row as an image has it. */
    private record Old(ShardState state, GivenUpSlice slice, RowName name, byte[] row) {
        TableId table() {
            return slice.key().table();
        }

        long fileId() {
            return RowLayout.u64(row, RowLayout.FILE_ID);
        }

        long changedMillis() {
            return RowLayout.u48(row, RowLayout.CTIME);
        }

        boolean isIndexed() {
            return state.tables().exists(table())
                    && state.tables().find(table()).hasIndexes();
        }

        /** The slice that has it, if nothing of it changed since. */
        Optional<Slice> here() {
            byte[] bytes = name.sharedBytes();
            long nameHash = slice.hash().of(name);
            return slice.rowsNow(state, nameHash).filter(rows -> {
                int ref = rows.find(nameHash, bytes, 0, bytes.length);
                return ref >= 0
                        && Arrays.equals(
                                rows.arena(),
                                rows.rowAt(ref),
                                rows.rowAt(ref) + rows.rowLength(ref),
                                row,
                                0,
                                row.length);
            });
        }

        void remove() {
            byte[] bytes = name.sharedBytes();
            here().ifPresent(rows -> {
                rows.remove(slice.hash().of(name), bytes, 0, bytes.length);
                slice.oldRowWent();
            });
        }
    }

    /** @param states of all shards that are here, and replayed */
    OldRows(SortedMap<ShardId, ShardState> states, LeadingRows leading, StorageLoader loader) {
        this.states = states;
        this.leading = leading;
        this.loader = loader;
    }

    /** Rows of system tables are no files: some bear the id of the file that they speak of. */
    void add(ShardState state, GivenUpSlice slice) {
        if (slice.isOld() && !TableFacts.isSystem(slice.key().table())) {
            slice.oldRows().forEach((name, row) -> add(new Old(state, slice, name, row)));
        }
    }

    private void add(Old row) {
        if (row.here().isEmpty()) {
            return;
        }
        Optional<TablePointer> to = LeadingRows.pointer(row.row);
        if (to.isPresent() && isRefuted(row, to.get())) {
            row.remove();
            return;
        }
        Old other = byFile.get(row.fileId());
        boolean isNewer = other == null || other.changedMillis() <= row.changedMillis();
        if (isNewer) {
            byFile.put(row.fileId(), row);
        }
        if (other != null) {
            (isNewer ? other : row).remove();
        }
    }

    /** Whether a table that should be here is not, or says that another row leads to it. */
    private boolean isRefuted(Old row, TablePointer to) {
        ShardState home = states.get(to.base());
        boolean isGone = home != null && !home.tables().exists(to.table());
        return isGone || leading.refutes(to.table(), row.table(), row.name);
    }

    /** Those that stay, of tables with indexes: these may have heard that they went. */
    SortedMap<ShardId, List<Change>> indexed() {
        SortedMap<ShardId, List<Change>> indexed = new TreeMap<>();
        for (Old row : byFile.values()) {
            if (row.isIndexed() && row.here().isPresent()) {
                indexed.computeIfAbsent(row.state.shard(), none -> new ArrayList<>())
                        .add(new RowPut(row.table(), row.name, row.row));
            }
        }
        return indexed;
    }

    /** Looks through all rows, and those that are in none of the tables yet, for another one of the same file. */
    void removeRenamed() {
        if (byFile.isEmpty()) {
            return;
        }
        states.values().forEach(this::removeTravellers);
        for (ShardState state : states.values()) {
            state.tables().openAll();
            for (TableState table : state.tables().opened()) {
                if (!TableFacts.isSystem(table.facts().id())) {
                    List<HeldSlice> slices = new ArrayList<>();
                    table.forEachSlice(slices::add);
                    slices.forEach(held -> lookThrough(table.facts().id(), held));
                }
            }
        }
    }

    /** The cells of what was removed or written anew since may be collected: with such a row nothing could be counted, nor collected. */
    void removeUncountable(Predicate<byte[]> countable) {
        List<Old> all = List.copyOf(byFile.values());
        all.stream().filter(old -> !countable.test(old.row)).forEach(old -> {
            old.remove();
            byFile.remove(old.fileId());
        });
    }

    /** Rows that left their old names, and have not come to their new ones. */
    private void removeTravellers(ShardState state) {
        Intents intents = state.tables().intents();
        for (Decided decided : intents.decided()) {
            if (isUnderWay(decided)) {
                intents.traveller(decided.procedure())
                        .map(row -> byFile.remove(RowLayout.u64(row, RowLayout.FILE_ID)))
                        .ifPresent(Old::remove);
            }
        }
    }

    /** As long as the new name is kept for it, it has not come there; of other servers nobody knows that here. */
    private boolean isUnderWay(Decided decided) {
        return decided.todo().stream()
                .filter(SettleRow.class::isInstance)
                .map(todo -> states.get(((SettleRow) todo).shard()))
                .anyMatch(to -> to == null || keepsName(to, decided));
    }

    private static boolean keepsName(ShardState state, Decided decided) {
        return state.tables().intents().kept().stream()
                .anyMatch(kept -> kept.procedure().equals(decided.procedure()));
    }

    private void lookThrough(TableId table, HeldSlice held) {
        boolean wasLoaded = held.isLoaded();
        try {
            loader.loadNow(held);
        } catch (PfsException e) {
            return; // it is for others to say so
        }
        RowCursor rows = held.loaded().rows();
        List<Old> refuted = new ArrayList<>();
        while (rows.next()) {
            Old old = byFile.get(RowLayout.u64(rows.array(), rows.rowAt() + RowLayout.FILE_ID));
            if (old != null && !isIt(old, table, rows)) {
                refuted.add(old);
            }
        }
        refuted.forEach(old -> {
            old.remove();
            byFile.remove(old.fileId());
        });
        if (!wasLoaded && !held.isDirty()) {
            held.unload();
        }
    }

    private static boolean isIt(Old old, TableId table, RowCursor rows) {
        byte[] name = old.name.sharedBytes();
        int at = rows.nameAt();
        return old.table().equals(table)
                && Arrays.equals(rows.array(), at, at + rows.nameLength(), name, 0, name.length);
    }
}
