package io.pfs.server.shard;

import io.pfs.ColumnId;
import io.pfs.FileId;
import io.pfs.PfsException;
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
import io.pfs.server.state.HeldSlice;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.SliceLoader;
import io.pfs.server.state.TableState;
import io.pfs.server.table.TableFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Shows all that the shards of a group hold to who checks it. The group serves nobody meanwhile. Rows that come from
 * storage are let go again, so that memory holds one slice at a time beside what was replayed.
 */
public final class StateWalk {
    private final Visitor visitor;

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

        /** A slice that storage does not give. */
        void unreadable(SliceKey key, StoredAt stored, PfsException why);

        /** A slice on storage of a table that does not exist. */
        void ownerless(SliceKey key, StoredAt stored);
    }

    /** Which slice of a table, and how deep it is. */
    public record SliceShape(SliceKey key, int depth) {}

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

        /** Whether there is such a table. */
        public boolean has(TableId table) {
            return state.tables().hashOf(table).isPresent();
        }

        /** Files of the metadata log that are kept: those of this checkpoint and of the one before it. */
        public Set<Long> keptFiles() {
            TreeSet<Long> kept = new TreeSet<>();
            state.keptCheckpoints().forEach(done -> done.files().forEach(file -> kept.add(file.fileId())));
            return kept;
        }

        /** Counters of file ids below this may have been given out. */
        public long reservedFileIds() {
            return state.tables().reservedFileIds();
        }

        /** The cell that stands at this place in the journal, if it is there. */
        public Optional<KeptCell> keptCell(CellLocation location) {
            return state.window()
                    .find(location)
                    .map(kept -> new KeptCell(
                            kept.fileId(), kept.column(), kept.cell().bytes()));
        }
    }

    private StateWalk(Visitor visitor) {
        this.visitor = visitor;
    }

    /** Walks through everything. Blocks. */
    public static void run(ShardGroup group, Visitor visitor) {
        StateWalk walk = new StateWalk(visitor);
        group.shards().forEach(shard -> walk.shard(shard.state(), group.loader()));
    }

    private void shard(ShardState state, SliceLoader loader) {
        visitor.shard(new ShardView(state));
        state.tables().openAll();
        for (TableState table : List.copyOf(state.tables().opened())) {
            visitor.table(table.facts(), shapes(table));
            table.forEachSlice(held -> {
                if (!state.tables().intents().isArriving(held.key())) {
                    slice(held, loader, isResident(table, state));
                }
            });
        }
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

    private static List<SliceShape> shapes(TableState table) {
        List<SliceShape> shapes = new ArrayList<>();
        table.forEachSlice(held ->
                shapes.add(new SliceShape(held.key(), held.place().target().depth())));
        return shapes;
    }

    private void slice(HeldSlice held, SliceLoader loader, boolean stays) {
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
