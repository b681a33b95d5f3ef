package io.pfs.wire;

import io.pfs.LoanId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.SliceId;
import io.pfs.TableId;
import io.pfs.query.index.IndexedFields;
import io.pfs.row.RowKind;
import io.pfs.row.TableParent;
import io.pfs.table.Policy;
import io.pfs.table.Spreading;
import java.util.Optional;

/** What one shard asks another in the course of a procedure: a change of names that both take part in. */
public sealed interface NameStep {
    /** Whether a shard takes a part in the procedure from here on. */
    default boolean begins() {
        return this instanceof Lock || this instanceof Seal || this instanceof Prepare || this instanceof Bear;
    }

    /** Whether that shard has no part in the procedure from here on, nor ever again. */
    default boolean ends() {
        return this instanceof Unlock
                || this instanceof Unseal
                || this instanceof Drop
                || this instanceof Settle
                || this instanceof Adopt
                || this instanceof Abandon;
    }

    /**
     * Asks the lock shard for leave to move or detach a directory; its holder is the coordinator, until it says {@link
     * Unlock}.
     *
     * @param from where the directory's row is
     * @param to where it shall go; empty when it is detached
     * @param moved the directory's table
     */
    record Lock(Place from, Optional<Place> to, TableId moved) implements NameStep {}

    /** A table and its base shard. */
    record Place(TableId table, ShardId base) {}

    /** Gives the lock back. */
    record Unlock() implements NameStep {}

    /** Whether the coordinator is still about it. */
    record AskAlive() implements NameStep {}

    /** Where the row of this table is. */
    record FindParent() implements NameStep {}

    /** Lets nothing more be born in this table, if it is empty, until the procedure is decided. */
    record Seal() implements NameStep {}

    /** The procedure that sealed this table won't happen. */
    record Unseal() implements NameStep {}

    /** This table, sealed and empty, is gone. */
    record Drop() implements NameStep {}

    /** This table was cut off, with all below it: what it holds is to be reaped. */
    record Detach() implements NameStep {}

    /**
     * Makes the table of a subdirectory; the row that leads to it follows in this step's table.
     *
     * @param base the shard of that table
     * @param name of that row
     */
    record Bear(ShardId base, RowName name, int mode, int owner, int group, Policy policy, Spreading spreading)
            implements NameStep {}

    /** The row leads to the table that was born. */
    record Adopt() implements NameStep {}

    /** There will be no row: whatever was born goes. */
    record Abandon() implements NameStep {}

    /** Which row bears this name. */
    record Peek(RowName name) implements NameStep {}

    /**
     * Keeps a name for a row that may come.
     *
     * @param beneath the table of an empty directory that it replaces
     * @param asker who must be allowed to make the row come there
     */
    record Prepare(RowName name, RowKind kind, boolean overwrite, Optional<TableId> beneath, Asker asker)
            implements NameStep {}

    /**
     * How it ended for the name that was kept.
     *
     * @param row that bears it from now on; empty if all stays as it was; not copied, treat as immutable
     */
    record Settle(RowName name, Optional<byte[]> row) implements NameStep {}

    /** Asks the coordinator how it ended; the answer comes when it has, at once if nobody knows of it any more. */
    record AskOutcome() implements NameStep {}

    /** A slice of this table has its place in the shard that is asked, which may fetch it from the coordinator. */
    record OfferSlice(SliceId slice) implements NameStep {}

    /**
     * Fetches a part of a slice that was offered.
     *
     * @param from how much of it was fetched already
     */
    record FetchSlice(SliceId slice, int from) implements NameStep {}

    /** Whether the shard that is asked has this slice of the table, which was offered to it once; it says {@code NOT_FOUND} if not. */
    record AskAdopted(SliceId slice) implements NameStep {}

    /** Nothing of the shard that says so points to this segment any more, which it borrowed with this loan from the one that is told. */
    record ReturnSegment(LoanId loan, long segment) implements NameStep {}

    /**
     * This table has this spread from now on, in the part of it that the shard has and in those that were split off there.
     *
     * @param isSettled whether all slices are where they belong by that, so that clients may be told
     */
    record RaiseSpread(int spread, boolean isSettled) implements NameStep {}

    /** Names of this table came or went in another shard, the last one then. */
    record NoteNames(long wallMillis) implements NameStep {}

    /** The row that leads to this table is there now. */
    record Reparent(TableParent parent) implements NameStep {}

    /**
     * What may be done with this table, which fields have indexes, and how large its files may grow, for a shard that has slices of it
     * and what was split off from them.
     *
     * @param version of the table's own row that says so: later ones count
     * @param policy empty if a server of a version before says so: then it stays as it is
     */
    record ShareRights(long version, int mode, int owner, int group, IndexedFields indexes, Optional<Policy> policy)
            implements NameStep {
        /** Of a table that is gone. */
        public static final ShareRights NONE = new ShareRights(0, 0, 0, 0, IndexedFields.NONE, Optional.empty());
    }

    /** Who owns this table's directory and what may be done with it, as its row in the parent repeats. */
    record CopyAttributes(RowName name, TableId child, int mode, int owner, int group, long ctimeMillis)
            implements NameStep {}
}
