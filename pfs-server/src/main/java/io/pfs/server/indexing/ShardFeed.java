package io.pfs.server.indexing;

import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.hash.SliceOrder;
import io.pfs.query.index.IndexedField;
import io.pfs.query.index.IndexedFields;
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
    private boolean isLookedAt;

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
        state.tables().indexed().forEach((table, fields) -> tables.put(table, new TableIndexes(fields)));
        if (!tables.isEmpty()) {
            look();
        }
    }

    /** Finds out what the index knows of the shard. Not done before some table has an index: it may not even be there. */
    private void look() {
        isLookedAt = true;
        try {
            Optional<IndexState> at = inIndex().state().filter(this::isRight);
            if (at.isPresent()) {
                knownTo = at.get().sequence();
                tables.keySet().forEach(this::recall);
            }
        } catch (PfsException e) {
            lost(); // the first item opens it again, or fails
        }
    }

    /**
     * Replay goes on behind what was applied: if the index knows less, something lacks that replay won't tell. And what it may know
     * more than there is, or of records that are others by now, never was.
     */
    private boolean isRight(IndexState at) {
        IndexSource source = at.source();
        return source.seed() == feed.seed()
                && at.sequence() >= state.applied()
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
            look();
        } else if (knownTo > state.applied()) {
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
        isTold = false;
        tables.values().forEach(TableIndexes::lost);
    }

    // Following

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

    @Override
    public void put(TableState table, long nameHash, RowPut put) {
        if (isFollowing()) {
            tell(new FeedItem.RowIs(
                    put.table(), table.facts().indexes(), SliceOrder.position(nameHash), put.name(), put.row()));
        }
    }

    @Override
    public void removed(TableState table, long nameHash, RowRemoved removed) {
        if (isFollowing()) {
            tell(new FeedItem.RowIsGone(removed.table(), SliceOrder.position(nameHash), removed.name()));
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
        IndexedFields now = state.tables().indexesOf(table);
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
            feed.work();
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
        return tables.values().stream().anyMatch(TableIndexes::isToBeMade);
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
