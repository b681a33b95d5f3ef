package io.pfs.wire.codec;

import io.pfs.ErrorCode;
import io.pfs.Generation;
import io.pfs.RequestId;
import io.pfs.hash.SliceBitmap;
import io.pfs.query.index.Indexed;
import io.pfs.query.index.IndexedFields;
import io.pfs.table.Schema;
import io.pfs.wire.FoundRow;
import io.pfs.wire.FoundRow.LargeCell;
import io.pfs.wire.FoundRow.PlacedCell;
import io.pfs.wire.Reply;
import io.pfs.wire.SearchCost;
import io.pfs.wire.TableView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;

/** Random replies of those kinds that have more than a field or two. */
final class RandomReplies {
    private final RandomValues values;

    RandomReplies(Random random) {
        values = new RandomValues(random);
    }

    Reply next() {
        return switch (values.below(15)) {
            case 0 -> new Reply.RowsChanged(values.some(1, 9, this::rowChanged));
            case 1 -> new Reply.RowsRead(values.some(0, 6, () -> values.maybe(this::found)));
            case 2 -> new Reply.RowsFound(values.some(0, 6, this::found), values.maybe(values::cursor));
            case 3 -> new Reply.CellFound(values.bits(63), values.bits(63), values.bits(63), values.bytes(300));
            case 4 ->
                new Reply.CellsListed(
                        values.bits(63),
                        values.some(0, 9, () -> new Reply.CellLength(values.column(), values.bits(63))));
            case 5 -> new Reply.Refused(values.oneOf(ErrorCode.values()), values.text());
            case 6 -> new Reply.Misplaced(values.table(), values.shard(), values.flip(), values.below(25), bitmap());
            case 7 -> new Reply.TableFound(view());
            case 8 -> slicePart();
            case 9 -> new Reply.HopFound(unplaced(found()), values.bits(26));
            case 10 -> new Reply.SpaceFound(1L << 62 | values.bits(61), values.bits(62));
            case 12 ->
                new Reply.RowsSearched(
                        values.bytes(300),
                        values.maybe(values::cursor),
                        new SearchCost(values.text(), values.bits(63), values.bits(63)));
            case 13 -> new Reply.ManyRead(values.some(1, 9, this::ofPart));
            case 11 -> new Reply.CellPlaced(values.bits(63), values.fileId(), values.location());
            default -> new Reply.OutcomeFound(values.flip(), values.maybe(values::row));
        };
    }

    private Reply ofPart() {
        return switch (values.below(4)) {
            case 0 -> new Reply.Refused(values.oneOf(ErrorCode.values()), values.text());
            case 1 -> new Reply.Misplaced(values.table(), values.shard(), values.flip(), values.below(25), bitmap());
            case 2 -> new Reply.HopFound(unplaced(found()), values.bits(26));
            default -> new Reply.RowsFound(values.some(0, 6, () -> unplaced(found())), values.maybe(values::cursor));
        };
    }

    private Reply.RowChanged rowChanged() {
        return new Reply.RowChanged(values.fileId(), values.bits(63));
    }

    private FoundRow found() {
        List<Optional<byte[]>> cells = new ArrayList<>();
        List<LargeCell> large = new ArrayList<>();
        List<PlacedCell> placed = new ArrayList<>();
        int count = values.below(5);
        for (int nth = 0; nth < count; nth++) {
            Optional<byte[]> cell = values.maybe(() -> values.bytes(200));
            if (cell.isEmpty() && values.flip()) {
                large.add(new LargeCell(nth, values.bits(63)));
            } else if (cell.isEmpty() && values.flip()) {
                placed.add(new PlacedCell(nth, values.location()));
            }
            cells.add(cell);
        }
        return new FoundRow(values.name(), values.row(), cells, large, placed);
    }

    private static FoundRow unplaced(FoundRow found) {
        return new FoundRow(found.name(), found.bytes(), found.cells(), found.large());
    }

    private SliceBitmap bitmap() {
        SliceBitmap bitmap = new SliceBitmap();
        int splits = values.below(40);
        for (int i = 0; i < splits; i++) {
            bitmap.split(bitmap.sliceOf(values.random.nextLong()));
        }
        return bitmap;
    }

    private TableView view() {
        Schema schema = values.flip() ? Schema.PLAIN : Schema.PLAIN.withColumn("x", values.text(), values.flip());
        return new TableView(
                values.pointer(),
                values.below(25),
                values.spreadPolicy(),
                values.parent(),
                new Generation(values.bits(63)),
                values.policy(),
                schema,
                values.mode(),
                values.random.nextInt(),
                values.random.nextInt(),
                values.times(),
                values.flip() ? IndexedFields.NONE : IndexedFields.NONE.with(List.of(new Indexed.OfTag("hot"))));
    }

    private Reply slicePart() {
        List<Reply.GivenRow> rows = values.some(0, 4, () -> new Reply.GivenRow(values.name(), values.row()));
        List<Reply.GivenReply> replies = values.some(
                0,
                4,
                () -> new Reply.GivenReply(
                        new RequestId(values.random.nextLong(), values.random.nextLong(), values.bits(63)),
                        values.bits(63),
                        values.random.nextLong(),
                        values.bits(48),
                        values.bytes(20)));
        OptionalInt next = values.flip() ? OptionalInt.of((int) values.bits(31)) : OptionalInt.empty();
        return new Reply.SlicePart(values.row(), values.below(25), rows, replies, next);
    }
}
