package io.pfs.server.shard;

import io.pfs.ColumnId;
import io.pfs.FileId;
import io.pfs.LoanId;
import io.pfs.PfsException;
import io.pfs.ProcedureId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.row.CellLocation;
import io.pfs.server.boost.BoostEntry;
import io.pfs.server.boost.PackedSlices;
import io.pfs.server.boost.StoredAt;
import io.pfs.server.change.Change.CheckpointDone;
import io.pfs.server.slice.NameFilter;
import io.pfs.server.slice.RowCursor;
import io.pfs.server.state.AdoptedSlices;
import io.pfs.server.state.HeldSlice;
import io.pfs.server.state.Intents;
import io.pfs.server.state.LoanRows;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.SliceLoader;
import io.pfs.server.state.TableState;
import io.pfs.server.state.Tables;
import io.pfs.server.table.Intent.Borrowing;
import io.pfs.server.table.Intent.Decided;
import io.pfs.server.table.Intent.Lending;
import io.pfs.server.table.TableFacts;
import io.pfs.server.table.Todo;
import io.pfs.server.table.Todo.SettleRow;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Shows all that the shards of a file system hold, of one group or several, to who checks it. They serve nobody meanwhile. Rows that
 * come from storage are let go again, so that memory holds one slice at a time beside what was replayed.
 *
 * <p>What is between shards is shown once: a slice that was adopted where it came to, or else where it is; a renamed row under
 * its new name, whether it has come there or is kept on its way.
 */
public final class StateWalk {
    private final Set<ProcedureId> awaited;

    /** Hears of everything, shard by shard, table by table. */
    public interface Visitor {
        /** A shard; its tables follow. */
        void shard(ShardView shard);

        /** A table; its slices follow. */
        void table(TableFacts facts, List<SliceShape> slices);

        /**
         * The rows of a slice, valid during the call.
         *
         * @param filter that must know all of these names; none if changes came after it
         */
        void slice(SliceKey key, Optional<StoredAt> stored, Optional<NameFilter> filter, RowCursor rows);

        /** A row that was renamed and has not come to its new name yet; the shard is that of its old one. */
        void traveller(TableId table, RowName name, byte[] row);

        /** A slice that storage does not give. */
        void unreadable(SliceKey key, StoredAt stored, PfsException why);

        /** A slice on storage of a table that does not exist. */
        void ownerless(SliceKey key, StoredAt stored);
    }

    /**
     * Which slice of a table, and how deep it is.
     *
     * @param mayBeHere whether it belongs into this shard, or is on its way from it
     */
    public record SliceShape(SliceKey key, int depth, boolean mayBeHere) {}

    /** A cell whose bytes stand in the journal alone. */
    public record KeptCell(FileId fileId, ColumnId column, byte[] bytes) {}

    /** What is known of a shard beside its tables. */
    public static final class ShardView {
        private final ShardState state;

        private ShardView(ShardState state) {
            this.state = state;
        }

        public ShardId id() {
            return state.shard();
        }

        /** The checkpoint that says what of storage counts. */
        public CheckpointDone lastCheckpoint() {
            return state.lastCheckpoint();
        }

        /** Whether a slice is of no table any more, or lives in another shard: storage may have it all the same. */
        public boolean isGone(SliceKey slice) {
            Tables tables = state.tables();
            return !tables.exists(slice.table())
                    || tables.isElsewhere(slice)
                    || tables.intents().hasLeft(tables.find(slice.table()), slice);
        }

        /** Files of the metadata log that are kept: those of this checkpoint and of the one before it. */
        public Set<Long> keptFiles() {
            TreeSet<Long> kept = new TreeSet<>();
            state.keptCheckpoints().forEach(done -> done.files().forEach(file -> kept.add(file.fileId())));
            return kept;
        }

        /** Counters of file ids below this may have been given out. */
        public long reservedFileIds() {
            return state.tables().rows().reservedFileIds();
        }

        /** What other servers hold of it. */
        public List<Lending> lendings() {
            return loans().lendings();
        }

        /** What it holds of other servers. */
        public List<Borrowing> borrowings() {
            return loans().borrowings();
        }

        private LoanRows loans() {
            return state.tables().intents().loans();
        }

        /** Whether what a loan is of is still here, as far as this shard knows. */
        public boolean isGoing(LoanId loan) {
            return state.tables().intents().isGoing(loan);
        }

        /** Tables that are being made or taken apart. */
        public Set<TableId> passingTables() {
            return state.tables().intents().passing();
        }

        /** The cell that stands at this place in the journal, if it is there. */
        public Optional<KeptCell> keptCell(CellLocation location) {
            return state.window()
                    .find(location)
                    .map(kept -> new KeptCell(
                            kept.fileId(), kept.column(), kept.cell().bytes()));
        }
    }

    private StateWalk(Set<ProcedureId> awaited) {
        this.awaited = awaited;
    }

    /** Through all groups of a file system. */
    public static StateWalk of(List<ShardGroup> groups) {
        TreeMap<ShardId, ShardState> states = new TreeMap<>();
        groups.forEach(group -> group.shards().forEach(shard -> states.put(shard.id(), shard.state())));
        Set<ProcedureId> awaited = new HashSet<>();
        for (ShardState state : states.values()) {
            AdoptedSlices.drop(state, states);
            state.tables().intents().kept().forEach(kept -> awaited.add(kept.procedure()));
        }
        return new StateWalk(awaited);
    }

    /** Walks through everything in one of the groups. Blocks. */
    public void run(ShardGroup group, Visitor visitor) {
        group.shards().forEach(shard -> walk(shard.state(), group.loader(), visitor));
    }

    private void walk(ShardState state, SliceLoader loader, Visitor visitor) {
        visitor.shard(new ShardView(state));
        state.tables().openAll();
        for (TableState table : List.copyOf(state.tables().opened())) {
            visitor.table(table.facts(), shapes(table, state.tables().intents()));
            table.forEachSlice(held -> {
                if (!state.tables().intents().isArriving(held.key())) {
                    slice(held, loader, isResident(table, state), visitor);
                }
            });
        }
        state.tables().intents().decided().forEach(decided -> traveller(decided, state, visitor));
        for (byte[] packed : state.stored().packed()) {
            for (BoostEntry entry : PackedSlices.entries(packed)) {
                visitor.ownerless(entry.key(), entry.stored());
            }
        }
    }

    private static boolean isResident(TableState table, ShardState state) {
        TableId id = table.facts().id();
        return id.equals(state.tables().tableOfTables().facts().id());
    }

    /** As long as the new name is kept for it, the row has not come there. */
    private void traveller(Decided decided, ShardState state, Visitor visitor) {
        if (!awaited.contains(decided.procedure())) {
            return;
        }
        Optional<byte[]> row = state.tables().intents().traveller(decided.procedure());
        for (Todo todo : decided.todo()) {
            if (todo instanceof SettleRow settle) {
                row.ifPresent(bytes -> visitor.traveller(settle.table(), settle.name(), bytes));
            }
        }
    }

    /** A slice that has not come whole is where it comes from. */
    private static List<SliceShape> shapes(TableState table, Intents intents) {
        List<SliceShape> shapes = new ArrayList<>();
        table.forEachSlice(held -> {
            SliceKey key = held.key();
            if (!intents.isArriving(key)) {
                boolean mayBeHere = !table.isForeign(key.slice().value())
                        || intents.isLeaving(key)
                        || table.facts().isDistributing();
                shapes.add(new SliceShape(key, held.place().target().depth(), mayBeHere));
            }
        });
        return shapes;
    }

    private static void slice(HeldSlice held, SliceLoader loader, boolean stays, Visitor visitor) {
        boolean wasLoaded = held.isLoaded();
        try {
            if (!wasLoaded) {
                loader.loadNow(held);
            }
        } catch (PfsException e) {
            visitor.unreadable(held.key(), held.storedOrFail(), e);
            return;
        }
        boolean isClean = !held.isDirty(); // once loaded: moves may have been made up for
        Optional<NameFilter> filter = isClean
                ? held.stored().flatMap(at -> at.filter().filter(f -> f.isValidFor(at.sequence())))
                : Optional.empty();
        visitor.slice(held.key(), held.stored(), filter, held.loaded().rows());
        if (!wasLoaded && isClean && !stays) {
            held.unload();
        }
    }
}
