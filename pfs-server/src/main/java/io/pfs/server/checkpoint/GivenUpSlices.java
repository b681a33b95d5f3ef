package io.pfs.server.checkpoint;

import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.row.TableParent;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.CellsMoved;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.change.Change.RowRemoved;
import io.pfs.server.change.Change.SliceAdopted;
import io.pfs.server.checkpoint.LeadingRows.Leading;
import io.pfs.server.state.HeldSlice;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.SliceMemory;
import io.pfs.server.state.SliceRemains;
import io.pfs.server.state.StorageLoader;
import io.pfs.server.state.TableState;
import io.pfs.server.table.TableFacts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The slices of some shards that storage does not give whole, when it was decided to do without what is missing. They are found before
 * anything is replayed, since replay may need their rows; what the journal still has of them is laid over what is left meanwhile.
 */
final class GivenUpSlices {
    /** Says of a shard whether the journal has each of its records from one on. */
    interface JournalReach {
        boolean hasAllFrom(long sequence);
    }

    private final StorageLoader loader;
    private final SliceMemory memory;
    private final TreeMap<ShardId, OfShard> shards = new TreeMap<>();

    /** Those of one shard. */
    private static final class OfShard {
        private final ShardState state;
        private final TreeMap<SliceKey, GivenUpSlice> slices = new TreeMap<>();
        private long upTo;
        private final JournalReach journal;
        private boolean isLaidOut;

        OfShard(ShardState state, JournalReach journal) {
            this.state = state;
            this.journal = journal;
        }

        void add(GivenUpSlice slice) {
            slices.put(slice.key(), slice);
            upTo = Math.max(upTo, slice.upTo());
        }

        Optional<GivenUpSlice> find(SliceKey key) {
            return Optional.ofNullable(slices.get(key));
        }

        void layOut() {
            if (!isLaidOut) {
                isLaidOut = true;
                slices.values().forEach(GivenUpSlice::laidOut);
            }
        }
    }

    GivenUpSlices(StorageLoader loader, SliceMemory memory) {
        this.loader = loader;
        this.memory = memory;
    }

    /** Reads all slices of a shard that begins where its last checkpoint left it; of those that can't be read takes what is there. */
    void lookAt(ShardState state, JournalReach journal) {
        state.tables().openAll();
        OfShard found = new OfShard(state, journal);
        for (TableState table : state.tables().opened()) {
            List<HeldSlice> slices = new ArrayList<>();
            table.forEachSlice(slices::add);
            slices.forEach(held -> lookAt(held).ifPresent(found::add));
        }
        if (!found.slices.isEmpty()) {
            found.slices.values().forEach(slice -> {
                slice.isWhole(journal.hasAllFrom(slice.from()));
                slice.begin();
                memory.account(slice.held());
            });
            shards.put(state.shard(), found);
        }
    }

    private Optional<GivenUpSlice> lookAt(HeldSlice held) {
        if (held.isLoaded()) {
            return Optional.empty();
        }
        try {
            loader.loadNow(held);
        } catch (PfsException e) {
            if (!SliceRemains.isLoss(e)) {
                throw e;
            }
            SliceRemains remains = loader.remains(held);
            if (!remains.isAll()) {
                return Optional.of(new GivenUpSlice(held, remains, e));
            }
            loader.loadNow(held); // it failed once, and gives all of it now
        }
        held.unload();
        memory.account(held);
        return Optional.empty();
    }

    boolean isNothing() {
        return shards.isEmpty();
    }

    boolean concerns(ShardId shard) {
        return shards.containsKey(shard);
    }

    /** A record of the journal, before it is applied, if it is: what it changed of slices that have lost it is done there. */
    void lay(ShardState state, long sequence, List<Change> changes) {
        OfShard found = shards.get(state.shard());
        if (found == null || found.isLaidOut) {
            return;
        }
        if (sequence > found.upTo) {
            found.layOut();
            return;
        }
        for (Change change : changes) {
            if (change instanceof RowPut put) {
                sliceOf(found, state, put.table(), put.name()).ifPresent(slice -> slice.lay(put, put.name(), sequence));
            } else if (change instanceof RowRemoved removed) {
                sliceOf(found, state, removed.table(), removed.name())
                        .ifPresent(slice -> slice.lay(removed, removed.name(), sequence));
            } else if (change instanceof CellsMoved moved) {
                sliceOf(found, state, moved.table(), moved.name())
                        .ifPresent(slice -> slice.lay(moved, moved.name(), sequence));
            } else if (change instanceof SliceAdopted adopted) {
                found.find(adopted.slice()).ifPresent(slice -> slice.adopted(sequence, found.journal));
            }
        }
    }

    private static Optional<GivenUpSlice> sliceOf(OfShard found, ShardState state, TableId id, RowName name) {
        TableState table = state.tables().findOpen(id);
        if (table == null) {
            return Optional.empty();
        }
        return table.sliceAt(table.hash().of(name))
                .flatMap(held -> found.find(held.key()).filter(slice -> slice.held() == held));
    }

    /**
     * All shards are replayed: refused if one of those that are still here was read well when it was decided, as a disk may fail for a while. What replay
     * made of it since may be parts of it by now.
     *
     * @param unseen shards whose records are lost: of these no slice was read then
     */
    void requireDecided(Set<SliceKey> rotten, Set<ShardId> unseen) {
        for (OfShard found : shards.values()) {
            if (!unseen.contains(found.state.shard())) {
                found.slices.values().stream()
                        .filter(slice -> found.state.tables().holds(slice.held()))
                        .filter(slice -> rotten.stream().noneMatch(slice::covers))
                        .findFirst()
                        .ifPresent(slice -> {
                            throw slice.notDecided();
                        });
            }
        }
    }

    /**
     * All shards are replayed: what their rows say of each other is made right.
     *
     * @param elsewhere what leads to tables of other servers
     * @param countable whether it can be counted what a row leads to
     * @return rows that an index may lack, as they came back
     */
    SortedMap<ShardId, List<Change>> settle(
            SortedMap<ShardId, ShardState> states, LeadingRows elsewhere, Predicate<byte[]> countable) {
        if (isNothing()) {
            return new TreeMap<>();
        }
        shards.values().forEach(OfShard::layOut);
        LeadingRows leading = LeadingRows.to(states.values()).with(elsewhere);
        OldRows old = new OldRows(states, leading, loader);
        shards.values().forEach(found -> found.slices.values().forEach(slice -> old.add(found.state, slice)));
        old.removeRenamed();
        old.removeUncountable(countable);
        SortedMap<ShardId, List<Change>> cameBack = old.indexed();
        for (OfShard found : shards.values()) {
            found.slices.values().forEach(slice -> putBack(found.state, slice, leading, cameBack));
        }
        return cameBack;
    }

    private void putBack(
            ShardState state, GivenUpSlice slice, LeadingRows leading, SortedMap<ShardId, List<Change>> cameBack) {
        TableId table = slice.key().table();
        List<Leading> missing = slice.isWhole() ? List.of() : leading.of(table);
        for (Leading row : missing) {
            boolean isBack = slice.putBack(state, row);
            if (isBack && state.tables().find(table).hasIndexes()) {
                cameBack.computeIfAbsent(state.shard(), none -> new ArrayList<>())
                        .add(new RowPut(table, row.name(), row.row()));
            }
        }
        memory.account(slice.held());
    }

    /** What became of those that are still here. */
    List<Salvage.GivenUp> outcomes(SortedMap<ShardId, ShardState> states) {
        List<Salvage.GivenUp> outcomes = new ArrayList<>();
        for (OfShard found : shards.values()) {
            found.slices.values().stream()
                    .filter(slice -> found.state.tables().holds(slice.held()))
                    .forEach(slice -> outcomes.add(outcome(found.state, slice, states)));
        }
        return outcomes;
    }

    private static Salvage.GivenUp outcome(
            ShardState state, GivenUpSlice slice, SortedMap<ShardId, ShardState> states) {
        TableFacts facts = state.tables().find(slice.key().table()).facts();
        return slice.outcome(TableFacts.isSystem(facts.id()) ? Optional.empty() : pathOf(facts, states));
    }

    /** As the tables themselves know it; nothing if one of them is not here. */
    private static Optional<String> pathOf(TableFacts table, SortedMap<ShardId, ShardState> states) {
        StringBuilder path = new StringBuilder();
        Set<TableId> seen = new HashSet<>();
        TableFacts facts = table;
        while (!facts.isRoot()) {
            TableParent parent = facts.parent();
            ShardState home = states.get(parent.base());
            if (home == null || !home.tables().exists(parent.table()) || !seen.add(facts.id())) {
                return Optional.empty();
            }
            path.insert(0, "/" + parent.name().orElseThrow());
            facts = home.tables().find(parent.table()).facts();
        }
        return Optional.of(path.isEmpty() ? "/" : path.toString());
    }
}
