package io.pfs.server.indexing;

import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.hash.SliceOrder;
import io.pfs.kv.KvIndex;
import io.pfs.query.index.IndexedField;
import io.pfs.query.index.IndexedFields;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.change.Change.RowRemoved;
import io.pfs.server.journal.Lives;
import io.pfs.server.state.RowFollower;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.TableState;
import io.pfs.server.tag.IndexSource;
import io.pfs.server.tag.IndexState;
import io.pfs.server.tag.PlanLimits;
import io.pfs.server.tag.ShardIndex;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** What of a shard is in the index, and what has to come into it. */
public final class ShardFeed implements RowFollower {
    /** Nothing of the shard is in the index, as far as is known: the first item makes sure of that. */
    private static final long NOTHING = -1;

    private final IndexFeed feed;
    private final ShardState state;
    private final SortedMap<TableId, TableIndexes> tables = new TreeMap<>();
    /** The index knows all up to this record. */
    private long knownTo = NOTHING;
    /** By which the journal was written that is replayed. */
    private Lives lives = new Lives();

    private boolean isTold;
    /** Whether it was told of records that storage has: of indexes these said nothing. */
    private boolean hasPassed;

    private boolean isLookedAt;
    /** What the index has to know before it is told anything, until it is known what that is. */
    private Optional<RunLoad> load = Optional.empty();

    ShardFeed(IndexFeed feed, ShardState state) {
        this.feed = feed;
        this.state = state;
    }

    public ShardId id() {
        return state.shard();
    }

    ShardState state() {
        return state;
    }

    // Recovery

    /** Before replay: finds out what the index knows, if any table has one. */
    void recover(Lives written) {
        lives = written;
        state.tables().rows().indexed().forEach((table, fields) -> tables.put(table, new TableIndexes(fields)));
        if (!tables.isEmpty()) {
            look(true);
        }
    }

    /**
     * Finds out what the index knows of the shard, or else a run. Not done before some table has an index: it may not even be there.
     *
     * @param hearsAll whether it will be told of each record that the journal has
     */
    private void look(boolean hearsAll) {
        isLookedAt = true;
        if (feed.isOff()) {
            return; // it will be made when there is an index again
        }
        try {
            Optional<IndexState> at = inIndex().state().filter(known -> isRight(known, hearsAll));
            if (at.isPresent()) {
                knownTo = at.get().sequence();
                tables.keySet().forEach(this::recall);
            } else {
                load = feed.found().find(id()).filter(run -> isRight(run.state(), hearsAll));
                load.ifPresent(run -> {
                    knownTo = run.state().sequence();
                    feed.toLoad(this, run);
                });
            }
        } catch (PfsException e) {
            lost(); // the first item opens it again, or fails
        }
    }

    /**
     * Replay goes on behind what was applied, and before that it passes by what the journal still has: if the index knows less, something
     * lacks that nobody will tell. And what it may know more than there is, or of records that are others by now, never was.
     */
    private boolean isRight(IndexState at, boolean hearsAll) {
        IndexSource source = at.source();
        return source.seed() == feed.seed()
                && (at.sequence() >= state.applied() || (hearsAll && lives.reach(id(), at.sequence() + 1)))
                && lives.holds(id(), source.owner(), at.told());
    }

    private ShardIndex inIndex() {
        return new ShardIndex(feed.openNow(), id());
    }

    private void recall(TableId table) {
        indexes(table).ifPresent(indexes -> indexes.complete(inIndex().complete(table, indexes.fields())));
    }

    /** A table got an index in what is replayed: the index may know it already, if it was complete before the end. */
    private void recallReplayed(TableId table) {
        if (!isLookedAt) {
            look(false);
        } else if (load.isEmpty() && knownTo > state.applied()) {
            try {
                recall(table);
            } catch (PfsException e) {
                lost();
            }
        }
    }

    /** Whether what the index knows of the shard is right, and goes on to be. */
    boolean isKnown() {
        return knownTo != NOTHING;
    }

    /** The index is as good as none. */
    void lost() {
        knownTo = NOTHING;
        load = Optional.empty();
        isTold = false;
        tables.values().forEach(TableIndexes::lost);
    }

    // Loading from a run

    /** Whether it is not known yet which indexes a run knew. */
    boolean isToBeLoaded() {
        return load.isPresent();
    }

    /** When a recovery has come to its end, and all changes of indexes are known that the run may know. */
    void sayWhatIsWanted() {
        SortedMap<TableId, IndexedFields> wanted = new TreeMap<>();
        tables.forEach((table, indexes) -> wanted.put(table, indexes.fields()));
        load.ifPresent(run -> run.want(wanted));
    }

    /** Finds out which indexes know all rows, once the index was told what waited for the load. */
    void recallLoaded() {
        load.ifPresent(run -> feed.ask(this, new Recall(run)));
    }

    private final class Recall implements Question {
        private final RunLoad run;
        private final SortedMap<TableId, TableIndexes> asked = new TreeMap<>(tables);
        private final SortedMap<TableId, IndexedFields> fields = new TreeMap<>();
        private final SortedMap<TableId, IndexedFields> complete = new TreeMap<>();

        Recall(RunLoad run) {
            this.run = run;
            asked.forEach((table, indexes) -> fields.put(table, indexes.fields()));
        }

        @Override
        public void ask(KvIndex index) {
            ShardIndex here = new ShardIndex(index, id());
            fields.forEach((table, all) -> complete.put(table, here.complete(table, all)));
        }

        /** A table that has left and come back meanwhile has to be gone through anew. */
        @Override
        public void answered() {
            if (load.filter(now -> now == run).isPresent()) {
                load = Optional.empty();
                complete.forEach((table, known) ->
                        indexes(table).filter(now -> now == asked.get(table)).ifPresent(now -> now.complete(known)));
                feed.fill(ShardFeed.this);
            }
        }

        /** Whoever lost the index begins anew; if nobody did, it is not known what the run brought. */
        @Override
        public void failed(PfsException cause) {
            if (load.filter(now -> now == run).isPresent()) {
                feed.makeAnew(ShardFeed.this, cause);
            }
        }
    }

    // Following

    /** A record that storage has: its rows are told as they were then, by the indexes that their tables have now. */
    boolean passed(long sequence, List<Change> changes) {
        boolean isTelling = isKnown() && sequence > knownTo;
        if (isTelling) {
            hasPassed = true;
            feed.tell(this, new FeedItem.Begins(sequence));
            changes.forEach(this::tellPassed);
            feed.tell(this, new FeedItem.IsAt(sequence));
        }
        return isTelling;
    }

    /** When a recovery has come to its end: indexes that some record dropped which storage had already. Ids are never used again. */
    void tellWhatPassed() {
        if (hasPassed && isKnown()) {
            tables.forEach((table, indexes) -> {
                IndexedFields now = indexes.fields();
                List<Integer> gone = IntStream.range(0, now.nextId())
                        .filter(id -> now.find(id).isEmpty())
                        .boxed()
                        .toList();
                if (!gone.isEmpty()) {
                    feed.tell(this, new FeedItem.FieldsAreGone(table, gone));
                }
            });
        }
    }

    /** What went to other shards may stay: too much does no harm. */
    private void tellPassed(Change change) {
        if (change instanceof RowPut put && tables.containsKey(put.table())) {
            TableState table = state.tables().find(put.table());
            feed.tell(this, item(table, table.hash().of(put.name()), put));
        } else if (change instanceof RowRemoved removed && tables.containsKey(removed.table())) {
            long nameHash = state.tables().find(removed.table()).hash().of(removed.name());
            feed.tell(this, item(nameHash, removed));
        }
    }

    private boolean isFollowing() {
        return isKnown() && state.applied() >= knownTo;
    }

    private void tell(FeedItem item) {
        if (!isTold) {
            isTold = true;
            feed.tell(this, new FeedItem.Begins(state.applied() + 1));
        }
        feed.tell(this, item);
    }

    private static FeedItem item(TableState table, long nameHash, RowPut put) {
        return new FeedItem.RowIs(
                put.table(), table.facts().indexes(), SliceOrder.position(nameHash), put.name(), put.row());
    }

    private static FeedItem item(long nameHash, RowRemoved removed) {
        return new FeedItem.RowIsGone(removed.table(), SliceOrder.position(nameHash), removed.name());
    }

    @Override
    public void put(TableState table, long nameHash, RowPut put) {
        if (isFollowing()) {
            tell(item(table, nameHash, put));
        }
    }

    @Override
    public void removed(TableState table, long nameHash, RowRemoved removed) {
        if (isFollowing()) {
            tell(item(nameHash, removed));
        }
    }

    @Override
    public void emptied(TableState table, SliceOrder.Interval interval) {
        if (isFollowing() && tables.containsKey(table.facts().id())) {
            tell(new FeedItem.IntervalIsGone(table.facts().id(), interval));
        }
    }

    @Override
    public void tableChanged(TableId table) {
        IndexedFields now = state.tables().rows().indexesOf(table);
        TableIndexes before = tables.get(table);
        if (before == null ? now.isEmpty() : before.fields().equals(now)) {
            return;
        }
        if (now.isEmpty()) {
            tables.remove(table);
            if (isFollowing()) {
                tell(new FeedItem.TableIsGone(table));
            }
        } else if (before == null) {
            tables.put(table, new TableIndexes(now));
        } else {
            change(table, before, now);
        }
        if (!now.isEmpty()) {
            recallOrFill(table);
        }
    }

    private void change(TableId table, TableIndexes indexes, IndexedFields now) {
        List<Integer> gone = indexes.fields().fields().stream()
                .map(IndexedField::id)
                .filter(id -> now.find(id).isEmpty())
                .toList();
        indexes.fieldsAre(now);
        if (!gone.isEmpty() && isFollowing()) {
            tell(new FeedItem.FieldsAreGone(table, gone));
        }
    }

    private void recallOrFill(TableId table) {
        if (feed.isReplaying()) {
            recallReplayed(table);
        } else {
            feed.fill(this);
        }
    }

    @Override
    public void applied(long sequence) {
        if (isTold) {
            isTold = false;
            feed.tell(this, new FeedItem.IsAt(sequence));
            feed.applied();
        }
    }

    /** So that replay from this checkpoint on is all that the index lacks. */
    public void checkpointBegins() {
        if (isFollowing() && !tables.isEmpty()) {
            feed.tell(this, new FeedItem.IsAt(state.applied()));
            feed.tell(this, new FeedItem.Force());
            feed.workSoon();
        }
    }

    // Filling

    /** From now on the index is told of each change; of what was before, somebody tells it. */
    void begin() {
        if (!isKnown()) {
            feed.tell(this, new FeedItem.ShardIsGone());
            feed.tell(this, new FeedItem.IsAt(state.applied()));
            knownTo = state.applied();
        }
    }

    /** Whether some index is still to be made, and can be. */
    boolean lacks() {
        return load.isEmpty()
                && !feed.isLoading(this)
                && tables.values().stream().anyMatch(TableIndexes::isToBeMade);
    }

    /** What kept indexes from being made may be over. */
    void tryAgain() {
        tables.values().forEach(TableIndexes::tryAgain);
        feed.fill(this);
    }

    Collection<TableId> tables() {
        return List.copyOf(tables.keySet());
    }

    Optional<TableIndexes> indexes(TableId table) {
        return Optional.ofNullable(tables.get(table));
    }

    /** Rows as they are now are told next. */
    void beginRows() {
        feed.tell(this, new FeedItem.Begins(state.applied()));
    }

    void tellRow(FeedItem.RowIs row) {
        feed.rowRead();
        feed.tell(this, row);
    }

    /** The index was told of all rows, and of each change since. */
    void filled(TableId table, List<Integer> ids) {
        indexes(table).orElseThrow().complete(ids);
        feed.filled();
    }

    void areComplete(TableId table, List<Integer> ids) {
        feed.tell(this, new FeedItem.AreComplete(table, ids));
        feed.tell(
                this, new FeedItem.IsAt(state.applied())); // or a recovery could not tell that they were wanted by then
    }

    // Asking

    boolean isAnyComplete() {
        return tables.values().stream().anyMatch(TableIndexes::isAnyComplete);
    }

    /** The indexes of a table that know all of its rows that are here. */
    public IndexedFields complete(TableId table) {
        return indexes(table).map(TableIndexes::complete).orElse(IndexedFields.NONE);
    }

    /** Rows of a table that are in its new indexes so far. */
    public long rowsDone(TableId table) {
        return indexes(table).map(TableIndexes::rowsDone).orElse(0L);
    }

    /** The positions that searches found, for their next pages. */
    public KnownPositions known() {
        return feed.known();
    }

    /** What asking may cost. */
    public PlanLimits limits() {
        return feed.limits();
    }

    public void ask(Question question) {
        feed.ask(this, question);
    }
}
