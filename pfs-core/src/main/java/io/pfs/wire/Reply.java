package io.pfs.wire;

import io.pfs.Check;
import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.hash.SliceBitmap;
import io.pfs.row.CellLocation;
import io.pfs.row.TableParent;
import io.pfs.row.TablePointer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** What a shard answers. */
public sealed interface Reply {
    /** Answers that a repeated request gets again. */
    sealed interface Kept extends Reply {}

    /** The row is so now, durable as promised. */
    record RowChanged(FileId fileId, long version) implements Kept {}

    /** The rows are so now, in the order they were asked for, durable as promised. */
    record RowsChanged(List<RowChanged> rows) implements Kept {
        public RowsChanged {
            rows = List.copyOf(rows);
        }
    }

    /** The row is gone. */
    record RowGone(FileId fileId) implements Kept {}

    /** The table is there. */
    record TableMade(TablePointer pointer) implements Kept {}

    /** The table was changed; a column that was added has this id, else it is 0. */
    record TableAltered(ColumnId column) implements Kept {}

    /** The row bears its new name. */
    record RowRenamed(FileId fileId) implements Kept {}

    /** The subdirectory with this table is gone. */
    record TableGone(TableId table) implements Kept {}

    /** The step of a procedure was taken. */
    record StepTaken() implements Reply {}

    /** The name is kept; it has this hash in its table. */
    record NameKept(long nameHash) implements Reply {}

    /** The row of a name, if there is one; not copied, treat as immutable. */
    record RowPeeked(Optional<byte[]> row) implements Reply {}

    /** Here is where a table's row is. */
    record ParentFound(TableParent parent) implements Reply {}

    /**
     * How a procedure ended.
     *
     * @param row that came with it, if one did; not copied, treat as immutable
     */
    record OutcomeFound(boolean committed, Optional<byte[]> row) implements Reply {}

    /** Here is the row. */
    record RowFound(FoundRow found) implements Reply {}

    /**
     * Here is a hop of a path.
     *
     * @param leaseMillis so long after it was asked for whoever asked may rely on the row, unless it is recalled; 0 if not at all
     */
    record HopFound(FoundRow found, long leaseMillis) implements Reply {
        public HopFound {
            Check.inRange("length of a lease in ms", leaseMillis, 0, LeaseHolder.LEASE_MILLIS_MAX);
        }
    }

    /** Here is what is known of the first names that were asked for, or of all; empty where there is no row. */
    record RowsRead(List<Optional<FoundRow>> rows) implements Reply {}

    /**
     * Here is a part of a cell.
     *
     * @param version of the row it was read from
     * @param cellLength of the whole cell
     * @param object which one the cell is: parts of the same belong together; 0 if it is none
     */
    record CellFound(long version, long cellLength, long object, byte[] bytes) implements Reply {
        /** Of a cell that is no object. */
        public CellFound(long version, long cellLength, byte[] bytes) {
            this(version, cellLength, 0, bytes);
        }
    }

    /**
     * A cell that was asked for is here, for who can read it himself.
     *
     * @param version of the row
     * @param file it, if who is told can read it in this process
     */
    record CellPlaced(long version, FileId fileId, CellLocation location, Optional<CellFile> file) implements Reply {
        /** As it is told. */
        public CellPlaced(long version, FileId fileId, CellLocation location) {
            this(version, fileId, location, Optional.empty());
        }

        public CellPlaced {
            Check.that(!location.isInJournal(), "only a cell in a file has a place that can be told");
        }
    }

    /** There is such an object, with so many bytes; if they are fewer than it is to begin with, more are on their way to it: ask again. */
    record ObjectBegun(long object, long bytes) implements Reply {}

    /** So many bytes of the object are written, or on their way to the disk; durable, if that was asked for. */
    record ObjectWritten(long bytes) implements Reply {}

    /** The object is ended, and all its bytes are durable. */
    record ObjectSealed(long bytes) implements Reply {}

    /** The object is given up, or there was none. */
    record ObjectDropped() implements Reply {}

    /** These columns have cells in the row. */
    record CellsListed(long version, List<CellLength> cells) implements Reply {}

    /** A cell of a row and how long it is. */
    record CellLength(ColumnId column, long length) {}

    /** Here are rows; the next page begins at the cursor, if there is one. */
    record RowsFound(List<FoundRow> rows, Optional<Cursor> next) implements Reply {}

    /** What each part of a request of many is answered, in their order: a hop or rows, or that it is elsewhere or refused. */
    record ManyRead(List<Reply> answers) implements Reply {
        public ManyRead {
            answers = List.copyOf(answers);
            Check.inRange("answers to parts", answers.size(), 1, Limits.PARTS_PER_READ_MAX);
            answers.forEach(answer -> Check.that(isOfPart(answer), "a part is answered with a hop or rows", answer));
        }

        private static boolean isOfPart(Reply answer) {
            return answer instanceof HopFound
                    || answer instanceof RowsFound
                    || answer instanceof Misplaced
                    || answer instanceof Refused;
        }
    }

    /**
     * So far was looked; more may be found behind the cursor, if there is one.
     *
     * @param found of the rows looked at, as {@code io.pfs.query.answer} lays it out: the first of those that the query asks for, each
     *     a {@code SoughtRow}, or groups
     */
    record RowsSearched(byte[] found, Optional<Cursor> next, SearchCost cost) implements Reply {}

    /**
     * How far the indexes of a table are in a shard.
     *
     * @param complete the ids of those that queries use
     * @param rowsDone rows that are in all of the others
     * @param rowsAll rows that there are, about
     * @param next where more of the table may be: perhaps in a shard that was asked already
     */
    record IndexesMeasured(ShardId shard, List<Integer> complete, long rowsDone, long rowsAll, Optional<Cursor> next)
            implements Reply {
        public IndexesMeasured {
            complete = List.copyOf(complete);
        }
    }

    /** Here is the table. */
    record TableFound(TableView table) implements Reply {}

    /**
     * So much space there is.
     *
     * @param totalBytes used by whomever, or free
     * @param usableBytes what can still be written
     */
    record SpaceFound(long totalBytes, long usableBytes) implements Reply {
        public SpaceFound {
            Check.inRange("bytes in all", totalBytes, 0, Long.MAX_VALUE);
            Check.inRange("usable bytes", usableBytes, 0, totalBytes);
        }
    }

    /** Who serves what. */
    record ClusterSeen(ClusterPicture picture) implements Reply {}

    /**
     * It was not done, since the name lives in another shard.
     *
     * @param next the shard to ask, as far as the one that answers knows
     * @param isExact whether it is to be asked whatever else is known: the table is about to be spread further
     * @param spread of the table
     * @param slices that this one knows to exist, down to that spread; not copied, treat as immutable
     */
    record Misplaced(TableId table, ShardId next, boolean isExact, int spread, SliceBitmap slices) implements Reply {}

    /**
     * It was not done and can't be, since names that were to be changed as one live in several shards.
     *
     * @param spread as in {@link Misplaced}
     * @param slices likewise
     */
    record RowsApart(TableId table, int spread, SliceBitmap slices) implements Reply {}

    /**
     * A part of a slice that is given away.
     *
     * @param facts the row of its table, as another shard keeps it; not copied, treat as immutable
     * @param depth of the slice
     * @param next from where the next part goes on, if there is one
     */
    record SlicePart(byte[] facts, int depth, List<GivenRow> rows, List<GivenReply> replies, OptionalInt next)
            implements Reply {
        public SlicePart {
            rows = List.copyOf(rows);
            replies = List.copyOf(replies);
        }
    }

    /** A row of a slice that is given away; not copied, treat as immutable. */
    record GivenRow(RowName name, byte[] row) {}

    /** A reply that goes with a slice; not copied, treat as immutable. */
    record GivenReply(RequestId request, long lowestOpen, long nameHash, long wallMillis, byte[] reply) {}

    /** It was not done. */
    record Refused(ErrorCode code, String message) implements Reply {
        public static Refused of(PfsException cause) {
            return new Refused(cause.code(), cause.detail());
        }

        public PfsException toException() {
            return new PfsException(code, message);
        }
    }

    /** Where an answer goes. */
    @FunctionalInterface
    interface Sink {
        void answer(Reply reply);

        /** Who is told when a lease that was granted by the answer is wanted back; if nobody, someone in this process. */
        default Optional<LeaseHolder> holder() {
            return Optional.empty();
        }

        /**
         * Whether there is room for this call to wait where nothing can be done about it yet; who hears so keeps it. He asks once, on the thread that
         * sends it.
         */
        default boolean mayWait() {
            return true;
        }

        /**
         * Whether the thread that asks this while it sends the call may serve it as well: if it is one that serves others, holds no lock, and is
         * interrupted by nobody.
         */
        default boolean isServedHere() {
            return false;
        }
    }
}
