package io.pfs.wire.codec;

import static io.pfs.wire.codec.SomeRequests.MILLIS;
import static io.pfs.wire.codec.SomeRequests.NAME;
import static io.pfs.wire.codec.SomeRequests.OTHER;
import static io.pfs.wire.codec.SomeRequests.OTHER_NAME;
import static io.pfs.wire.codec.SomeRequests.ROW;
import static io.pfs.wire.codec.SomeRequests.SHARD;
import static io.pfs.wire.codec.SomeRequests.TABLE;
import static io.pfs.wire.codec.SomeRequests.ascii;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.Generation;
import io.pfs.RequestId;
import io.pfs.ShardId;
import io.pfs.hash.SliceBitmap;
import io.pfs.query.index.Indexed;
import io.pfs.query.index.IndexedFields;
import io.pfs.row.CellLocation;
import io.pfs.row.Row;
import io.pfs.row.TableParent;
import io.pfs.row.TablePointer;
import io.pfs.table.Policy;
import io.pfs.table.Schema;
import io.pfs.table.SpreadPolicy;
import io.pfs.wire.ClusterPicture;
import io.pfs.wire.ClusterPicture.SeatView;
import io.pfs.wire.ClusterPicture.ServerView;
import io.pfs.wire.Cursor;
import io.pfs.wire.FoundRow;
import io.pfs.wire.FoundRow.LargeCell;
import io.pfs.wire.FoundRow.PlacedCell;
import io.pfs.wire.Reply;
import io.pfs.wire.SearchCost;
import io.pfs.wire.SeatMove;
import io.pfs.wire.SeatTrouble;
import io.pfs.wire.TableView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Replies, at least one of each kind, whose fields differ from each other where they can. */
final class SomeReplies {
    static final TablePointer POINTER = new TablePointer(TABLE, SHARD, 7, 0x2122_2324_2526_2728L);

    private SomeReplies() {}

    static List<Reply> oneOfEach() {
        List<Reply> all = new ArrayList<>(kept());
        all.addAll(refusals());
        all.addAll(rows());
        all.addAll(objects());
        all.add(new Reply.TableFound(view()));
        all.add(new Reply.SpaceFound(1L << 40, 200));
        all.add(new Reply.ClusterSeen(picture()));
        all.addAll(steps());
        all.addAll(places());
        all.add(new Reply.ClusterSeen(troubledPicture()));
        all.add(new Reply.ClusterSeen(loadedPicture()));
        all.add(manyRead());
        all.add(new Reply.ClusterSeen(silentPicture()));
        return all;
    }

    private static List<Reply> kept() {
        return List.of(
                new Reply.RowChanged(new FileId(0x31), 200),
                new Reply.RowGone(new FileId(0x31)),
                new Reply.TableMade(POINTER),
                new Reply.TableAltered(new ColumnId(300)),
                new Reply.RowRenamed(new FileId(0x31)),
                new Reply.TableGone(OTHER),
                new Reply.RowsChanged(
                        List.of(new Reply.RowChanged(new FileId(0x31), 200), new Reply.RowChanged(new FileId(5), 1))));
    }

    private static List<Reply> refusals() {
        SliceBitmap slices = new SliceBitmap();
        slices.split(0);
        slices.split(1);
        return List.of(
                new Reply.Refused(ErrorCode.NOT_FOUND, "row 'a\u00e9' does not exist"),
                new Reply.Misplaced(TABLE, SHARD, true, 3, slices),
                new Reply.RowsApart(TABLE, 3, slices));
    }

    private static List<Reply> rows() {
        FoundRow bare = new FoundRow(OTHER_NAME, ROW, List.of(), List.of());
        List<Optional<byte[]>> cells =
                List.of(Optional.of(ascii("abc")), Optional.empty(), Optional.empty(), Optional.of(new byte[0]));
        FoundRow found = new FoundRow(NAME, ROW, cells, List.of(new LargeCell(2, 1 << 24)));
        List<Reply.CellLength> lengths =
                List.of(new Reply.CellLength(new ColumnId(0), 3), new Reply.CellLength(new ColumnId(300), 1 << 24));
        return List.of(
                new Reply.RowFound(found),
                new Reply.RowFound(bare),
                new Reply.RowsRead(List.of(Optional.of(found), Optional.empty(), Optional.of(bare))),
                new Reply.CellFound(200, 1 << 24, 9, ascii("part")),
                new Reply.CellFound(200, 3, ascii("abc")),
                new Reply.CellsListed(200, lengths),
                new Reply.RowsFound(List.of(found, bare), Optional.of(new Cursor(0x5152, NAME))),
                new Reply.RowsFound(List.of(), Optional.empty()),
                new Reply.HopFound(bare, 10_000),
                new Reply.RowsSearched(
                        ascii("found"),
                        Optional.of(new Cursor(0x5152, NAME)),
                        new SearchCost("index of 'hot'", 700, 300)),
                new Reply.RowsSearched(new byte[0], Optional.empty(), new SearchCost("", 0, 4096)),
                new Reply.IndexesMeasured(new ShardId(300), List.of(0, 300), 5000, 70000, Optional.empty()));
    }

    private static Reply manyRead() {
        return new Reply.ManyRead(List.of(
                new Reply.RowsFound(List.of(), Optional.empty()),
                new Reply.Refused(ErrorCode.NOT_FOUND, "no"),
                new Reply.Misplaced(TABLE, SHARD, false, 0, new SliceBitmap()),
                new Reply.HopFound(new FoundRow(OTHER_NAME, ROW, List.of(), List.of()), 10_000)));
    }

    private static List<Reply> objects() {
        return List.of(
                new Reply.ObjectWritten(1 << 24),
                new Reply.ObjectSealed(1 << 25),
                new Reply.ObjectDropped(),
                new Reply.ObjectBegun(0x1_0000_0005L, 1 << 16));
    }

    private static TableView view() {
        Schema schema = Schema.PLAIN.withColumn("thumb", "small", true);
        Row.Times times = new Row.Times(MILLIS, MILLIS + 1, MILLIS + 2);
        return new TableView(
                POINTER,
                3,
                SpreadPolicy.DYNAMIC,
                new TableParent(OTHER, SHARD, Optional.of(NAME), 200),
                new Generation(200),
                Policy.DYNAMIC,
                schema,
                0755,
                501,
                20,
                times,
                IndexedFields.NONE.with(List.of(new Indexed.OfTag("hot"))));
    }

    private static ClusterPicture picture() {
        SeatMove last = new SeatMove(7, Optional.of("b:1"), "a:7420", SeatMove.Cause.BALANCE, 300, MILLIS);
        SeatMove underWay = new SeatMove(9, Optional.empty(), "a:7420", SeatMove.Cause.DEATH, 5, MILLIS + 1);
        return new ClusterPicture(
                "/pool",
                "a:7420",
                true,
                List.of(new ServerView("a:7420", 1, MILLIS), new ServerView("b:1", 0, MILLIS + 2)),
                List.of("b:1"),
                List.of(
                        new SeatView(7, OptionalInt.of(0), OptionalInt.of(0), Optional.empty(), Optional.of(last)),
                        new SeatView(8, OptionalInt.of(1), OptionalInt.of(0), Optional.of(underWay), Optional.of(last)),
                        new SeatView(0, OptionalInt.empty(), OptionalInt.empty(), Optional.empty(), Optional.empty())));
    }

    private static ClusterPicture troubledPicture() {
        SeatView seat = new SeatView(7, OptionalInt.of(0), OptionalInt.of(0), Optional.empty(), Optional.empty());
        return new ClusterPicture(
                "/pool",
                "a:1",
                true,
                List.of(new ServerView("a:1", 1, MILLIS), new ServerView("b:1", 1, MILLIS)),
                List.of(),
                List.of(seat, seat, seat),
                List.of(
                        new SeatTrouble(0, 1, SeatTrouble.Standing.HERE, MILLIS + 3, "no"),
                        new SeatTrouble(1, 0, SeatTrouble.Standing.OTHERS, MILLIS + 4, ""),
                        new SeatTrouble(1, 2, SeatTrouble.Standing.TRIED, MILLIS + 5, "disk")));
    }

    private static ClusterPicture loadedPicture() {
        return new ClusterPicture(
                "/pool",
                "a:1",
                true,
                List.of(new ServerView("a:1", 1, MILLIS, OptionalInt.of(1_370)), new ServerView("b:1", 1, MILLIS)),
                List.of(),
                List.of());
    }

    private static ClusterPicture silentPicture() {
        SeatView seat = new SeatView(7, OptionalInt.of(0), OptionalInt.of(0), Optional.empty(), Optional.empty());
        return new ClusterPicture(
                "/pool",
                "a:1",
                true,
                List.of(new ServerView("a:1", 1, MILLIS)),
                List.of(),
                List.of(seat),
                List.of(new SeatTrouble(0, 0, SeatTrouble.Standing.SILENT, MILLIS + 3, "no")));
    }

    private static List<Reply> places() {
        List<Optional<byte[]>> cells = List.of(Optional.of(ascii("abc")), Optional.empty(), Optional.empty());
        CellLocation location = new CellLocation(0x77, 4096, 700);
        FoundRow placed = new FoundRow(
                NAME, ROW, cells, List.of(new LargeCell(1, 1 << 24)), List.of(new PlacedCell(2, location)));
        FoundRow bare = new FoundRow(OTHER_NAME, ROW, List.of(), List.of());
        return List.of(
                new Reply.RowFound(placed),
                new Reply.RowsRead(List.of(Optional.of(placed), Optional.empty(), Optional.of(bare))),
                new Reply.RowsFound(List.of(bare, placed), Optional.of(new Cursor(0x5152, NAME))),
                new Reply.CellPlaced(200, new FileId(0x31), CellLocation.ofObject(0x78, 1L << 32)));
    }

    private static List<Reply> steps() {
        RequestId request = new RequestId(0x11, 0x22, 200);
        Reply.GivenReply given = new Reply.GivenReply(
                request, 199, 0x5152, MILLIS, KeptReplyCodec.encode(new Reply.RowGone(new FileId(0x31))));
        List<Reply.GivenRow> rows = List.of(new Reply.GivenRow(NAME, ROW), new Reply.GivenRow(OTHER_NAME, ROW));
        return List.of(
                new Reply.StepTaken(),
                new Reply.NameKept(0x5152),
                new Reply.RowPeeked(Optional.of(ROW)),
                new Reply.RowPeeked(Optional.empty()),
                new Reply.ParentFound(new TableParent(OTHER, SHARD, Optional.of(NAME), 200)),
                new Reply.OutcomeFound(true, Optional.of(ROW)),
                new Reply.OutcomeFound(false, Optional.empty()),
                new Reply.SlicePart(ROW, 9, rows, List.of(given), OptionalInt.of(200)),
                new Reply.SlicePart(ROW, 0, List.of(), List.of(), OptionalInt.empty()));
    }
}
