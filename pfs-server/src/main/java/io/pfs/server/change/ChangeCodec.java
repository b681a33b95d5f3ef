package io.pfs.server.change;

import io.pfs.Check;
import io.pfs.ColumnId;
import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.row.CellLocation;
import io.pfs.row.RowLayout;
import io.pfs.server.change.Change.CellKept;
import io.pfs.server.change.Change.CellsMoved;
import io.pfs.server.change.Change.CellsWaiting;
import io.pfs.server.change.Change.CheckpointDone;
import io.pfs.server.change.Change.LeasesReturned;
import io.pfs.server.change.Change.Move;
import io.pfs.server.change.Change.NamesChanged;
import io.pfs.server.change.Change.ReplyKept;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.change.Change.RowRemoved;
import io.pfs.server.change.Change.SliceAdopted;
import io.pfs.server.change.Change.SliceGiven;
import io.pfs.server.change.Change.SliceSplit;
import io.pfs.server.change.Change.ValidFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The bytes of changes. Layout: see the package. */
public final class ChangeCodec {
    private static final int VALID_FILES_MAX = 1 << 16;

    private static final int ROW_PUT = 1;
    private static final int ROW_REMOVED = 2;
    private static final int SLICE_SPLIT = 3;
    private static final int REPLY_KEPT = 4;
    private static final int CHECKPOINT_DONE = 5;
    private static final int CELL_KEPT = 6;
    private static final int CELLS_MOVED = 7;
    private static final int NAMES_CHANGED = 8;
    private static final int SLICE_ADOPTED = 9;
    private static final int SLICE_GIVEN = 10;
    private static final int LEASES_RETURNED = 11;
    private static final int CELLS_WAITING = 12;

    private ChangeCodec() {}

    /** Refuses what could not be read again: better nothing is written than what no recovery gets over. */
    public static void encode(List<Change> changes, ByteWriter out) {
        out.varint(Check.inRange("changes of a record", changes.size(), 1, Change.CHANGES_MAX));
        for (Change change : changes) {
            encode(change, out);
        }
    }

    private static void encode(Change change, ByteWriter out) {
        if (change instanceof RowPut put) {
            out.u8(ROW_PUT);
            name(put.table(), put.name(), out);
            out.bytes(put.row());
        } else if (change instanceof RowRemoved removed) {
            out.u8(ROW_REMOVED);
            name(removed.table(), removed.name(), out);
        } else if (change instanceof NamesChanged changed) {
            out.u8(NAMES_CHANGED).u64(changed.table().value()).u48(changed.wallMillis());
        } else if (change instanceof ReplyKept kept) {
            out.u8(REPLY_KEPT)
                    .u64(kept.request().clientHigh())
                    .u64(kept.request().clientLow());
            out.varint(kept.request().sequence()).varint(kept.lowestOpen());
            out.u64(kept.table().value()).u64(kept.nameHash()).u48(kept.wallMillis());
            out.varint(kept.reply().length).bytes(kept.reply());
        } else if (change instanceof SliceSplit split) {
            slice(split.slice(), out.u8(SLICE_SPLIT)).u8(split.depth());
        } else if (change instanceof SliceAdopted adopted) {
            slice(adopted.slice(), out.u8(SLICE_ADOPTED)).u8(adopted.depth());
        } else if (change instanceof SliceGiven given) {
            slice(given.slice(), out.u8(SLICE_GIVEN));
        } else if (change instanceof CheckpointDone done) {
            out.u8(CHECKPOINT_DONE).varint(done.number()).varint(done.replayFrom());
            out.varint(done.files().size());
            for (ValidFile file : done.files()) {
                out.varint(file.fileId()).varint(file.length());
            }
        } else if (change instanceof CellKept kept) {
            out.u8(CELL_KEPT).varint(kept.column().value()).u8(kept.compressed() ? 1 : 0);
            out.varint(kept.bytes().length).bytes(kept.bytes());
        } else if (change instanceof CellsMoved moved) {
            encode(moved, out);
        } else if (change instanceof LeasesReturned returned) {
            out.u8(LEASES_RETURNED).u64(returned.life());
        } else if (change instanceof CellsWaiting waiting) {
            out.u8(CELLS_WAITING).varint(waiting.fromSequence());
        } else {
            CountCodec.encode(change, out);
        }
    }

    private static void encode(CellsMoved moved, ByteWriter out) {
        out.u8(CELLS_MOVED);
        name(moved.table(), moved.name(), out);
        out.varint(moved.fileId().value()).varint(moved.moves().size());
        for (Move move : moved.moves()) {
            out.u8(move.slot());
            location(move.from(), out);
            location(move.to(), out);
        }
        out.varint(moved.released().size());
        long before = 0;
        for (long key : moved.released()) {
            out.zigzag(key - before);
            before = key;
        }
    }

    static void location(CellLocation location, ByteWriter out) {
        out.varint(location.segment()).varint(location.offset()).varint(location.length());
    }

    private static void name(TableId table, RowName name, ByteWriter out) {
        out.u64(table.value()).u8(name.length()).bytes(name.sharedBytes());
    }

    /** All changes of one record; the reader must end with them. */
    public static List<Change> decode(ByteReader in) {
        int count = (int) in.varint("count of changes", 1, Change.CHANGES_MAX);
        List<Change> changes = new ArrayList<>(Math.min(count, 8));
        for (int i = 0; i < count; i++) {
            changes.add(decodeOne(in));
        }
        in.expectEnd("record");
        return changes;
    }

    /** Whether this record is about a checkpoint, by a look at its first bytes: such a change comes first, and at most the cells that wait with it. */
    public static boolean isCheckpoint(byte[] bytes, int offset, int length) {
        return length >= 2 && (bytes[offset] == 1 || bytes[offset] == 2) && bytes[offset + 1] == CHECKPOINT_DONE;
    }

    /** Whether this record is part of a count of all segments, by its first bytes: such a change stands alone. */
    public static boolean isCount(byte[] bytes, int offset, int length) {
        return length >= 2 && bytes[offset] == 1 && bytes[offset + 1] == CountCodec.SEGMENTS_COUNTED;
    }

    /** Whether this record is the last word of a life about its leases: such a change stands alone. */
    public static boolean isOfLeases(byte[] bytes, int offset, int length) {
        return length >= 2 && bytes[offset] == 1 && bytes[offset + 1] == LEASES_RETURNED;
    }

    private static Change decodeOne(ByteReader in) {
        int type = in.u8("type of change");
        return switch (type) {
            case ROW_PUT -> new RowPut(new TableId(in.u64("table")), name(in), row(in));
            case ROW_REMOVED -> new RowRemoved(new TableId(in.u64("table")), name(in));
            case SLICE_SPLIT -> new SliceSplit(slice(in), depth(in, 0, Limits.SLICE_DEPTH_MAX - 1));
            case SLICE_ADOPTED -> new SliceAdopted(slice(in), depth(in, 1, Limits.SLICE_DEPTH_MAX));
            case SLICE_GIVEN -> new SliceGiven(slice(in));
            case REPLY_KEPT -> replyKept(in);
            case CHECKPOINT_DONE -> checkpointDone(in);
            case CELL_KEPT -> cellKept(in);
            case CELLS_MOVED -> cellsMoved(in);
            case NAMES_CHANGED -> new NamesChanged(new TableId(in.u64("table")), in.u48("time of a change"));
            case LEASES_RETURNED -> new LeasesReturned(in.u64("life of a server"));
            case CELLS_WAITING ->
                new CellsWaiting(in.varint("first sequence with a cell that waits", 1, Long.MAX_VALUE));
            default -> CountCodec.decode(type, in);
        };
    }

    private static ByteWriter slice(SliceKey key, ByteWriter out) {
        return out.u64(key.table().value()).varint(key.slice().value());
    }

    private static SliceKey slice(ByteReader in) {
        TableId table = new TableId(in.u64("table"));
        return new SliceKey(table, new SliceId((int) in.varint("slice", 0, Limits.SLICES_MAX - 1)));
    }

    private static int depth(ByteReader in, int min, int max) {
        return (int) in.inRange("slice depth", in.u8("slice depth"), min, max);
    }

    private static CellKept cellKept(ByteReader in) {
        ColumnId column = new ColumnId((int) in.varint("column", 0, Limits.COLUMNS_MAX - 1));
        boolean compressed = in.inRange("compression of a cell", in.u8("compression of a cell"), 0, 1) == 1;
        int length = (int) in.varint("length of a cell", 0, Math.min(in.remaining(), Limits.JOURNAL_RECORD_BYTES_MAX));
        return new CellKept(column, compressed, in.bytes("cell", length));
    }

    private static CellsMoved cellsMoved(ByteReader in) {
        TableId table = new TableId(in.u64("table"));
        RowName name = name(in);
        FileId fileId = new FileId(in.varint("file id", 0, Long.MAX_VALUE));
        int moveCount = (int) in.varint("moved slots", 1, RowLayout.CELL_SLOTS);
        List<Move> moves = new ArrayList<>(moveCount);
        for (int i = 0; i < moveCount; i++) {
            int slot = (int) in.inRange("slot of a row", in.u8("slot of a row"), 0, RowLayout.CELL_SLOTS - 1);
            moves.add(new Move(slot, location(in), location(in)));
        }
        int releasedCount = (int) in.varint("released cells", 0, Change.RELEASED_MAX);
        List<Long> released = new ArrayList<>(Math.min(releasedCount, in.remaining()));
        long before = 0;
        for (int i = 0; i < releasedCount; i++) {
            before += in.zigzag("released cell");
            released.add(before);
        }
        return new CellsMoved(table, name, fileId, moves, released);
    }

    static CellLocation location(ByteReader in) {
        long segment = in.varint("segment", 0, CellLocation.SEGMENT_MAX);
        long offset = in.varint("cell offset", 0, CellLocation.OFFSET_MAX);
        return new CellLocation(segment, offset, (int) in.varint("length of a cell", 0, Integer.MAX_VALUE));
    }

    private static RowName name(ByteReader in) {
        int length = (int) in.inRange("name length", in.u8("name length"), 1, Limits.ROW_NAME_BYTES_MAX);
        int at = in.skip("name", length);
        return RowName.of(in.array(), at, length);
    }

    private static byte[] row(ByteReader in) {
        int start = RowLayout.skip(in);
        return Arrays.copyOfRange(in.array(), start, in.index());
    }

    private static ReplyKept replyKept(ByteReader in) {
        long high = in.u64("client");
        long low = in.u64("client");
        RequestId request = new RequestId(high, low, in.varint("request sequence", 0, Long.MAX_VALUE));
        long lowestOpen = in.varint("lowest open request", 0, Long.MAX_VALUE);
        TableId table = new TableId(in.u64("table"));
        long nameHash = in.u64("name hash");
        long wallMillis = in.u48("time of reply");
        int length = (int) in.varint("reply length", 0, Limits.REPLY_BYTES_MAX);
        return new ReplyKept(request, lowestOpen, table, nameHash, wallMillis, in.bytes("reply", length));
    }

    private static CheckpointDone checkpointDone(ByteReader in) {
        long number = in.varint("checkpoint number", 1, Long.MAX_VALUE);
        long replayFrom = in.varint("first sequence to replay", 0, Long.MAX_VALUE);
        int count = (int) in.varint("files", 0, VALID_FILES_MAX);
        List<ValidFile> files = new ArrayList<>(Math.min(count, 16));
        for (int i = 0; i < count; i++) {
            files.add(new ValidFile(
                    in.varint("file id", 0, Long.MAX_VALUE), in.varint("valid length", 0, Long.MAX_VALUE)));
        }
        return new CheckpointDone(number, replayFrom, files);
    }
}
