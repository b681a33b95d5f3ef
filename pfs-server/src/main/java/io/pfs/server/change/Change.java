package io.pfs.server.change;

import io.pfs.Check;
import io.pfs.ColumnId;
import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.row.CellLocation;
import io.pfs.row.RowLayout;
import java.util.List;

/** One effect on the state of a shard. */
public sealed interface Change {
    /**
     * A row has these contents from now on, whether it existed or not.
     *
     * @param row its bytes, as {@code io.pfs.row} lays them out; not copied, treat as immutable
     */
    record RowPut(TableId table, RowName name, byte[] row) implements Change {}

    /** A row is gone. */
    record RowRemoved(TableId table, RowName name) implements Change {}

    /** Names of this table went or came, other than by a row's birth, which tells that itself. */
    record NamesChanged(TableId table, long wallMillis) implements Change {}

    /**
     * The bytes of a cell of the row that was put before it in the same record, whose location says {@code
     * CellLocation.IN_JOURNAL}. It gives them their place: {@link #placeInJournal}.
     *
     * @param bytes not copied, treat as immutable
     */
    record CellKept(ColumnId column, boolean compressed, byte[] bytes) implements Change {
        public CellKept {
            Check.inRange("bytes of a cell in the journal", bytes.length, 0, Limits.JOURNAL_RECORD_BYTES_MAX);
        }
    }

    /** The cells of a row and its indirect record. */
    int RELEASED_MAX = Limits.CELLS_PER_ROW_MAX + RowLayout.CELL_SLOTS;

    /** At most so many cells stand in one record of the journal. */
    int CELLS_KEPT_MAX = 256;

    /** Changes of one record. */
    int CHANGES_MAX = 1024;

    /** Where the cell is that is the nth in the record of this sequence. */
    static CellLocation placeInJournal(long sequence, int nth, int length) {
        Check.inRange("cell of a record", nth, 0, CELLS_KEPT_MAX - 1);
        return new CellLocation(CellLocation.IN_JOURNAL, sequence * CELLS_KEPT_MAX + nth, length);
    }

    /**
     * Cells of a row were copied elsewhere. If the row is still that file and all its slots are as they were, they point
     * to the copies from now on; else nothing changes.
     *
     * @param released cells in the journal that nobody needs then, by their place
     */
    record CellsMoved(TableId table, RowName name, FileId fileId, List<Move> moves, List<Long> released)
            implements Change {
        public CellsMoved {
            Check.inRange("moved slots of a row", moves.size(), 1, RowLayout.CELL_SLOTS);
            Check.inRange("released cells of a row", released.size(), 0, RELEASED_MAX);
            moves = List.copyOf(moves);
            released = List.copyOf(released);
        }
    }

    /** One slot of a row: where it pointed and where it shall point. */
    record Move(int slot, CellLocation from, CellLocation to) {
        public Move {
            Check.inRange("slot of a row", slot, 0, RowLayout.CELL_SLOTS - 1);
        }
    }

    /** A slice of this depth sent the upper half of its names to its new sibling. Replay repeats the split. */
    record SliceSplit(SliceKey slice, int depth) implements Change {
        public SliceSplit {
            Check.inRange("slice depth", depth, 0, Limits.SLICE_DEPTH_MAX - 1);
        }
    }

    /**
     * A slice that was split off in another shard lives here from now on, empty at first: its rows and replies follow as
     * changes of their own. Said again, it is empty again: some of it had come, and then all of it was fetched anew.
     */
    record SliceAdopted(SliceKey slice, int depth) implements Change {
        public SliceAdopted {
            Check.inRange("slice depth", depth, 1, Limits.SLICE_DEPTH_MAX);
        }
    }

    /** A slice lives in another shard from now on. */
    record SliceGiven(SliceKey slice) implements Change {}

    /**
     * A request was answered so; repeated, it gets the same answer.
     *
     * @param lowestOpen the lowest request of that client that it still waits for; older replies can go
     * @param nameHash files the reply with the slice of the name it is about, so that it moves with it
     * @param wallMillis when; a client that fell silent is forgotten by this
     * @param reply not copied, treat as immutable
     */
    record ReplyKept(RequestId request, long lowestOpen, TableId table, long nameHash, long wallMillis, byte[] reply)
            implements Change {
        public ReplyKept {
            Check.inRange("lowest open request", lowestOpen, 0, Long.MAX_VALUE);
            Check.inRange("bytes of a reply", reply.length, 0, Limits.REPLY_BYTES_MAX);
        }
    }

    /**
     * When this life of the server ended nobody had a lease any more. It says nothing once a later life has begun.
     *
     * @param life whose record it is, as its files of the journal name it
     */
    record LeasesReturned(long life) implements Change {}

    /**
     * The images and deltas in these files count, as far as the files are valid; changes before {@code replayFrom} need
     * no replay.
     */
    record CheckpointDone(long number, long replayFrom, List<ValidFile> files) implements Change {
        public CheckpointDone {
            Check.inRange("checkpoint number", number, 0, Long.MAX_VALUE);
            Check.inRange("first sequence to replay", replayFrom, 0, Long.MAX_VALUE);
            files = List.copyOf(files);
        }
    }

    /**
     * Beside a {@link CheckpointDone}: the journal alone has cells of records from here on, though changes from there need no replay, and rows that point
     * to them may be on storage.
     */
    record CellsWaiting(long fromSequence) implements Change {
        public CellsWaiting {
            Check.inRange("first sequence with a cell that waits", fromSequence, 1, Long.MAX_VALUE);
        }
    }

    /** A file of the metadata log and how far its content counts. */
    record ValidFile(long fileId, long length) {}

    /** What rows point to from now on, and what no row points to any more, in bytes of cells by segment. */
    record CellsCounted(List<Count> counts) implements Change {
        public CellsCounted {
            Check.inRange("segments in a count", counts.size(), 1, COUNTS_MAX);
            counts = List.copyOf(counts);
        }
    }

    /** More segments than the cells of one row can lie in. */
    int COUNTS_MAX = 2 * Limits.CELLS_PER_ROW_MAX + 16;

    /**
     * A part of what a change counts.
     *
     * @param added bytes of cells that rows point to from now on
     * @param dropped bytes of cells that no row points to any more
     */
    record Count(long segment, long added, long dropped) {
        public Count {
            Check.inRange("segment id", segment, 1, CellLocation.SEGMENT_MAX);
            Check.inRange("bytes of cells", added, 0, Long.MAX_VALUE);
            Check.inRange("bytes of cells", dropped, 0, Long.MAX_VALUE);
        }
    }

    /** A row is gone that had an indirect record; what that leads to is dropped once somebody has read it. */
    record IndirectLeft(FileId fileId, CellLocation record) implements Change {}

    /** An indirect record that was left was read, and what it leads to is dropped by the same record of the journal. */
    record IndirectSettled(CellLocation record) implements Change {}

    /** No row points to these segments, nor ever will: their files can go. */
    record SegmentsDropped(List<Long> segments) implements Change {
        public SegmentsDropped {
            Check.inRange("dropped segments", segments.size(), 1, DROPPED_MAX);
            segments = List.copyOf(segments);
        }
    }

    /** So many segments are dropped by one record at most. */
    int DROPPED_MAX = 1024;

    /**
     * What all counts so far amount to, for the shards of a loop together: replay counts from here. It comes in parts,
     * one record each, that follow one another; it counts once the last is there.
     *
     * @param highest no segment bore a higher id
     * @param upTo for each shard the sequence of the last record that is counted
     */
    record SegmentsCounted(
            int part, int parts, long highest, List<Mark> upTo, List<Total> totals, List<IndirectLeft> left)
            implements Change {
        public SegmentsCounted {
            Check.inRange("parts of a count", parts, 1, PARTS_MAX);
            Check.inRange("part of a count", part, 0, parts - 1);
            upTo = List.copyOf(upTo);
            totals = List.copyOf(totals);
            left = List.copyOf(left);
        }
    }

    int PARTS_MAX = 1 << 16;

    /** A place in the records of a shard. */
    record Mark(ShardId shard, long sequence) {}

    /**
     * Cells of a segment.
     *
     * @param counted bytes of all to which rows ever pointed
     * @param live bytes of those to which rows point
     */
    record Total(long segment, long counted, long live) {}
}
