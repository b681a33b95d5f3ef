package io.pfs.wire.codec;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.hash.SliceBitmap;
import io.pfs.query.index.IndexedFields;
import io.pfs.row.CellLocation;
import io.pfs.row.TableParent;
import io.pfs.wire.ClusterPicture;
import io.pfs.wire.FoundRow;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.CellFound;
import io.pfs.wire.Reply.CellLength;
import io.pfs.wire.Reply.CellPlaced;
import io.pfs.wire.Reply.CellsListed;
import io.pfs.wire.Reply.ClusterSeen;
import io.pfs.wire.Reply.HopFound;
import io.pfs.wire.Reply.IndexesMeasured;
import io.pfs.wire.Reply.Kept;
import io.pfs.wire.Reply.ManyRead;
import io.pfs.wire.Reply.Misplaced;
import io.pfs.wire.Reply.NameKept;
import io.pfs.wire.Reply.ObjectBegun;
import io.pfs.wire.Reply.ObjectDropped;
import io.pfs.wire.Reply.ObjectSealed;
import io.pfs.wire.Reply.ObjectWritten;
import io.pfs.wire.Reply.OutcomeFound;
import io.pfs.wire.Reply.ParentFound;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Reply.RowPeeked;
import io.pfs.wire.Reply.RowsApart;
import io.pfs.wire.Reply.RowsFound;
import io.pfs.wire.Reply.RowsRead;
import io.pfs.wire.Reply.RowsSearched;
import io.pfs.wire.Reply.SlicePart;
import io.pfs.wire.Reply.SpaceFound;
import io.pfs.wire.Reply.StepTaken;
import io.pfs.wire.Reply.TableFound;
import io.pfs.wire.SearchCost;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** The bytes of replies. Layout: see the package. */
public final class ReplyCodec {
    /** Of a row: in direct columns, and in all others together. */
    private static final int CELLS_LISTED_MAX = Limits.DIRECT_COLUMNS_MAX + Limits.CELLS_PER_ROW_MAX;

    /** A refusal says at most so many bytes of why. */
    static final int MESSAGE_BYTES_MAX = 4096;
    /** No rows, and none behind them. */
    private static final int ANSWER_BYTES_MIN = 3;

    private static final int REFUSED = 32;
    private static final int MISPLACED = 33;
    private static final int ROWS_APART = 34;

    private static final int ROW_FOUND = 48;
    private static final int ROWS_READ = 49;
    private static final int CELL_FOUND = 50;
    private static final int CELLS_LISTED = 51;
    private static final int ROWS_FOUND = 52;
    private static final int HOP_FOUND = 53;
    private static final int ROW_PLACED = 54;
    private static final int ROWS_READ_PLACED = 55;
    private static final int ROWS_PLACED = 56;
    private static final int CELL_PLACED = 57;

    private static final int ROWS_SEARCHED = 58;
    private static final int INDEXES_MEASURED = 59;
    private static final int MANY_READ = 60;

    private static final int OBJECT_WRITTEN = 64;
    private static final int OBJECT_SEALED = 65;
    private static final int OBJECT_DROPPED = 66;
    private static final int OBJECT_BEGUN = 67;

    private static final int TABLE_FOUND = 80;
    private static final int SPACE_FOUND = 81;
    private static final int CLUSTER_SEEN = 82;
    private static final int TROUBLED_CLUSTER_SEEN = 83;
    private static final int LOADED_CLUSTER_SEEN = 84;
    private static final int SILENT_CLUSTER_SEEN = 85;

    private static final int STEP_TAKEN = 96;
    private static final int NAME_KEPT = 97;
    private static final int ROW_PEEKED = 98;
    private static final int PARENT_FOUND = 99;
    private static final int OUTCOME_FOUND = 100;
    private static final int SLICE_PART = 101;

    private ReplyCodec() {}

    public static void encode(Reply reply, ByteWriter out) {
        if (reply instanceof Kept kept) {
            KeptReplyCodec.encode(kept, out);
        } else if (reply instanceof RowFound found) {
            encode(found, out);
        } else if (reply instanceof HopFound hop) {
            FoundRowCodec.encode(hop.found(), out.u8(HOP_FOUND).varint(hop.leaseMillis()));
        } else if (reply instanceof Refused refused) {
            encode(refused, out);
        } else if (reply instanceof CellFound found) {
            out.u8(CELL_FOUND).varint(found.version()).varint(found.cellLength());
            Fields.bytes(found.bytes(), out.varint(found.object()));
        } else if (reply instanceof CellPlaced placed) {
            out.u8(CELL_PLACED).varint(placed.version()).varint(placed.fileId().value());
            Fields.location(placed.location(), out);
        } else if (reply instanceof RowsRead read) {
            encode(read, out);
        } else if (reply instanceof RowsFound found) {
            encode(found, out);
        } else if (reply instanceof ManyRead many) {
            out.u8(MANY_READ).varint(many.answers().size());
            many.answers().forEach(answer -> encode(answer, out));
        } else if (reply instanceof RowsSearched searched) {
            out.u8(ROWS_SEARCHED).varint(searched.found().length).lend(searched.found());
            Fields.optionalCursor(searched.next(), out);
            encode(searched.cost(), out);
        } else if (reply instanceof IndexesMeasured measured) {
            encode(measured, out);
        } else if (reply instanceof CellsListed listed) {
            encode(listed, out);
        } else if (reply instanceof Misplaced misplaced) {
            out.u8(MISPLACED).u64(misplaced.table().value());
            out.varint(misplaced.next().value()).u8(misplaced.isExact() ? 1 : 0);
            misplaced.slices().encode(out.u8(misplaced.spread()));
        } else if (reply instanceof RowsApart apart) {
            out.u8(ROWS_APART).u64(apart.table().value());
            apart.slices().encode(out.u8(apart.spread()));
        } else if (reply instanceof ObjectBegun begun) {
            out.u8(OBJECT_BEGUN).varint(begun.object()).varint(begun.bytes());
        } else if (reply instanceof ObjectWritten written) {
            out.u8(OBJECT_WRITTEN).varint(written.bytes());
        } else if (reply instanceof ObjectSealed sealed) {
            out.u8(OBJECT_SEALED).varint(sealed.bytes());
        } else if (reply instanceof ObjectDropped) {
            out.u8(OBJECT_DROPPED);
        } else if (reply instanceof TableFound found) {
            TableViewCodec.encode(found.table(), out.u8(TABLE_FOUND));
        } else if (reply instanceof SpaceFound found) {
            out.u8(SPACE_FOUND).varint(found.totalBytes()).varint(found.usableBytes());
        } else if (reply instanceof ClusterSeen seen) {
            ClusterCodec.encode(seen.picture(), out.u8(type(seen.picture())));
        } else {
            encodeStep(reply, out);
        }
    }

    /** The oldest that can say it, so that older clients understand as much as they can. */
    private static int type(ClusterPicture picture) {
        if (ClusterCodec.hasSilence(picture)) {
            return SILENT_CLUSTER_SEEN;
        } else if (ClusterCodec.hasLoads(picture)) {
            return LOADED_CLUSTER_SEEN;
        }
        return picture.troubles().isEmpty() ? CLUSTER_SEEN : TROUBLED_CLUSTER_SEEN;
    }

    private static void encodeStep(Reply reply, ByteWriter out) {
        if (reply instanceof StepTaken) {
            out.u8(STEP_TAKEN);
        } else if (reply instanceof NameKept kept) {
            out.u8(NAME_KEPT).u64(kept.nameHash());
        } else if (reply instanceof RowPeeked peeked) {
            Fields.optionalRow(peeked.row(), out.u8(ROW_PEEKED));
        } else if (reply instanceof ParentFound found) {
            found.parent().encode(out.u8(PARENT_FOUND));
        } else if (reply instanceof OutcomeFound found) {
            Fields.optionalRow(found.row(), out.u8(OUTCOME_FOUND).u8(found.committed() ? 1 : 0));
        } else if (reply instanceof SlicePart part) {
            SlicePartCodec.encode(part, out.u8(SLICE_PART));
        } else {
            throw new PfsException(ErrorCode.INVARIANT_BROKEN, "a reply of no known kind: " + reply);
        }
    }

    private static void encode(Refused refused, ByteWriter out) {
        byte[] message = refused.message().getBytes(StandardCharsets.UTF_8);
        int length = cut(message);
        out.u8(REFUSED).u16(refused.code().number()).varint(length).bytes(message, 0, length);
    }

    /** How much of a message is sent: no part of a character. */
    private static int cut(byte[] message) {
        if (message.length <= MESSAGE_BYTES_MAX) {
            return message.length;
        }
        int length = MESSAGE_BYTES_MAX;
        while ((message[length] & 0xc0) == 0x80) {
            length--;
        }
        return length;
    }

    private static boolean hasPlaces(FoundRow row) {
        return !row.placed().isEmpty();
    }

    private static void encode(RowFound found, ByteWriter out) {
        boolean isPlaced = hasPlaces(found.found());
        encode(found.found(), isPlaced, out.u8(isPlaced ? ROW_PLACED : ROW_FOUND));
    }

    private static void encode(FoundRow row, boolean isPlaced, ByteWriter out) {
        if (isPlaced) {
            FoundRowCodec.encodePlaced(row, out);
        } else {
            FoundRowCodec.encode(row, out);
        }
    }

    private static void encode(RowsRead read, ByteWriter out) {
        boolean isPlaced = read.rows().stream().flatMap(Optional::stream).anyMatch(ReplyCodec::hasPlaces);
        out.u8(isPlaced ? ROWS_READ_PLACED : ROWS_READ).varint(read.rows().size());
        for (Optional<FoundRow> row : read.rows()) {
            out.u8(row.isPresent() ? 1 : 0);
            if (row.isPresent()) {
                encode(row.get(), isPlaced, out);
            }
        }
    }

    private static void encode(RowsFound found, ByteWriter out) {
        boolean isPlaced = found.rows().stream().anyMatch(ReplyCodec::hasPlaces);
        out.u8(isPlaced ? ROWS_PLACED : ROWS_FOUND).varint(found.rows().size());
        for (FoundRow row : found.rows()) {
            encode(row, isPlaced, out);
        }
        Fields.optionalCursor(found.next(), out);
    }

    private static void encode(CellsListed listed, ByteWriter out) {
        out.u8(CELLS_LISTED).varint(listed.version()).varint(listed.cells().size());
        for (CellLength cell : listed.cells()) {
            out.varint(cell.column().value()).varint(cell.length());
        }
    }

    /** Reads one reply; what follows it is not looked at. */
    public static Reply decode(ByteReader in) {
        try {
            return reply(in);
        } catch (PfsException e) {
            throw Fields.refusal(e, "reply", in);
        }
    }

    private static Reply reply(ByteReader in) {
        int type = in.u8("type of a reply");
        if (type <= KeptReplyCodec.TYPE_MAX) {
            return KeptReplyCodec.decode(type, in);
        }
        return switch (type) {
            case REFUSED -> refused(in);
            case MISPLACED -> misplaced(in);
            case ROWS_APART -> new RowsApart(Fields.table(in), Fields.depth("spread", in), SliceBitmap.decode(in));
            case ROW_FOUND -> new RowFound(FoundRowCodec.decode(in));
            case HOP_FOUND -> hopFound(in);
            case ROWS_READ ->
                new RowsRead(Fields.list(in, "rows", 0, Limits.ROWS_PER_READ_MAX, 1, ReplyCodec::optionalFound));
            case CELL_FOUND -> cellFound(in);
            case ROW_PLACED ->
                new RowFound(requirePlaces(in, List.of(FoundRowCodec.decodePlaced(in)))
                        .get(0));
            case ROWS_READ_PLACED -> rowsReadPlaced(in);
            case ROWS_PLACED -> rowsPlaced(in);
            case CELL_PLACED -> new CellPlaced(version(in), Fields.fileId(in), Fields.location(in));
            case CELLS_LISTED -> cellsListed(in);
            case ROWS_FOUND -> rowsFound(in);
            case MANY_READ ->
                new ManyRead(Fields.list(
                        in, "answers to parts", 1, Limits.PARTS_PER_READ_MAX, ANSWER_BYTES_MIN, ReplyCodec::ofPart));
            case ROWS_SEARCHED ->
                new RowsSearched(
                        in.bytes("what was found", (int) in.varint("bytes of what was found", 0, in.remaining())),
                        Fields.optionalCursor(in),
                        cost(in));
            case INDEXES_MEASURED -> indexesMeasured(in);
            case OBJECT_BEGUN -> objectBegun(in);
            case OBJECT_WRITTEN -> new ObjectWritten(objectBytes(in));
            case OBJECT_SEALED -> new ObjectSealed(objectBytes(in));
            case OBJECT_DROPPED -> new ObjectDropped();
            case TABLE_FOUND -> new TableFound(TableViewCodec.decode(in));
            case SPACE_FOUND -> spaceFound(in);
            case CLUSTER_SEEN -> new ClusterSeen(ClusterCodec.decode(in));
            case TROUBLED_CLUSTER_SEEN -> new ClusterSeen(ClusterCodec.decodeTroubled(in));
            case LOADED_CLUSTER_SEEN -> new ClusterSeen(ClusterCodec.decodeLoaded(in));
            case SILENT_CLUSTER_SEEN -> new ClusterSeen(ClusterCodec.decodeSilent(in));
            case STEP_TAKEN -> new StepTaken();
            case NAME_KEPT -> new NameKept(in.u64("name hash"));
            case ROW_PEEKED -> new RowPeeked(Fields.optionalRow(in));
            case PARENT_FOUND -> new ParentFound(TableParent.decode(in));
            case OUTCOME_FOUND -> new OutcomeFound(Fields.flag("outcome", in), Fields.optionalRow(in));
            case SLICE_PART -> SlicePartCodec.decode(in);
            default -> throw in.refuse("type of a reply", "one that is known", Integer.toString(type));
        };
    }

    private static Refused refused(ByteReader in) {
        ErrorCode code = errorCode(in);
        int length = (int) in.varint("length of a message", 0, Math.min(MESSAGE_BYTES_MAX, in.remaining()));
        return new Refused(code, in.text("message", length));
    }

    private static ErrorCode errorCode(ByteReader in) {
        int number = in.u16("number of an error");
        try {
            return ErrorCode.ofNumber(number);
        } catch (PfsException e) {
            throw in.refuse("number of an error", "one that is known", Integer.toString(number));
        }
    }

    private static ObjectBegun objectBegun(ByteReader in) {
        long object = in.varint("id of an object", CellLocation.IN_JOURNAL + 1, CellLocation.SEGMENT_MAX);
        return new ObjectBegun(object, objectBytes(in));
    }

    private static Misplaced misplaced(ByteReader in) {
        TableId table = Fields.table(in);
        ShardId next = Fields.shard(in);
        boolean isExact = Fields.flag("whether a shard is named exactly", in);
        return new Misplaced(table, next, isExact, Fields.depth("spread", in), SliceBitmap.decode(in));
    }

    private static HopFound hopFound(ByteReader in) {
        long leaseMillis = in.varint("length of a lease", 0, LeaseHolder.LEASE_MILLIS_MAX);
        return new HopFound(FoundRowCodec.decode(in), leaseMillis);
    }

    private static Optional<FoundRow> optionalFound(ByteReader in) {
        return Fields.flag("presence of a row", in) ? Optional.of(FoundRowCodec.decode(in)) : Optional.empty();
    }

    /** Else it would have been written without. */
    private static List<FoundRow> requirePlaces(ByteReader in, List<FoundRow> rows) {
        if (rows.stream().noneMatch(ReplyCodec::hasPlaces)) {
            throw in.refuse("placed cells", "at least one", "none");
        }
        return rows;
    }

    private static RowsRead rowsReadPlaced(ByteReader in) {
        RowsRead read = new RowsRead(Fields.list(
                in,
                "rows",
                0,
                Limits.ROWS_PER_READ_MAX,
                1,
                each -> Fields.flag("presence of a row", each)
                        ? Optional.of(FoundRowCodec.decodePlaced(each))
                        : Optional.empty()));
        requirePlaces(in, read.rows().stream().flatMap(Optional::stream).toList());
        return read;
    }

    private static RowsFound rowsPlaced(ByteReader in) {
        List<FoundRow> rows = Fields.list(
                in, "rows", 0, Limits.ROWS_PER_PAGE_MAX, FoundRowCodec.BYTES_MIN, FoundRowCodec::decodePlaced);
        return new RowsFound(requirePlaces(in, rows), Fields.optionalCursor(in));
    }

    private static CellFound cellFound(ByteReader in) {
        long version = version(in);
        long cellLength = in.varint("length of a cell", 0, Long.MAX_VALUE);
        long object = in.varint("object", 0, Long.MAX_VALUE);
        return new CellFound(version, cellLength, object, Fields.bytes("part of a cell", Limits.CELL_BYTES_MAX, in));
    }

    private static long version(ByteReader in) {
        return in.varint("version", 0, Long.MAX_VALUE);
    }

    private static CellsListed cellsListed(ByteReader in) {
        long version = version(in);
        List<CellLength> cells = Fields.list(in, "cells of a row", 0, CELLS_LISTED_MAX, 2, ReplyCodec::cellLength);
        return new CellsListed(version, cells);
    }

    private static CellLength cellLength(ByteReader in) {
        return new CellLength(Fields.column(in), in.varint("length of a cell", 0, Long.MAX_VALUE));
    }

    private static RowsFound rowsFound(ByteReader in) {
        List<FoundRow> rows =
                Fields.list(in, "rows", 0, Limits.ROWS_PER_PAGE_MAX, FoundRowCodec.BYTES_MIN, FoundRowCodec::decode);
        return new RowsFound(rows, Fields.optionalCursor(in));
    }

    /** Only what a part can be answered is read, so that parts have no parts. */
    private static Reply ofPart(ByteReader in) {
        int type = in.u8("type of an answer to a part");
        return switch (type) {
            case REFUSED -> refused(in);
            case MISPLACED -> misplaced(in);
            case HOP_FOUND -> hopFound(in);
            case ROWS_FOUND -> rowsFound(in);
            default -> throw in.refuse("type of an answer to a part", "one of a hop or a page", Integer.toString(type));
        };
    }

    private static void encode(SearchCost cost, ByteWriter out) {
        Fields.text("plan in words", cost.plan(), out);
        out.varint(cost.keysRead()).varint(cost.rowsRead());
    }

    private static SearchCost cost(ByteReader in) {
        String plan = Fields.text("plan in words", in);
        long keys = in.varint("keys of indexes read", 0, Long.MAX_VALUE);
        return new SearchCost(plan, keys, in.varint("rows read", 0, Long.MAX_VALUE));
    }

    private static void encode(IndexesMeasured measured, ByteWriter out) {
        out.u8(INDEXES_MEASURED).varint(measured.shard().value());
        out.varint(measured.complete().size());
        measured.complete().forEach(out::varint);
        out.varint(measured.rowsDone()).varint(measured.rowsAll());
        Fields.optionalCursor(measured.next(), out);
    }

    private static IndexesMeasured indexesMeasured(ByteReader in) {
        ShardId shard = Fields.shard(in);
        List<Integer> complete =
                Fields.list(in, "complete indexes", 0, IndexedFields.FIELDS_MAX, 1, ReplyCodec::idOfIndex);
        long done = in.varint("rows done", 0, Long.MAX_VALUE);
        long all = in.varint("rows in all", 0, Long.MAX_VALUE);
        return new IndexesMeasured(shard, complete, done, all, Fields.optionalCursor(in));
    }

    private static int idOfIndex(ByteReader in) {
        return (int) in.varint("id of an index", 0, IndexedFields.IDS_MAX - 1);
    }

    private static SpaceFound spaceFound(ByteReader in) {
        long totalBytes = in.varint("bytes in all", 0, Long.MAX_VALUE);
        return new SpaceFound(totalBytes, in.varint("usable bytes", 0, totalBytes));
    }

    private static long objectBytes(ByteReader in) {
        return in.varint("bytes of an object", 0, Long.MAX_VALUE);
    }
}
