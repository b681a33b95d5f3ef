package io.pfs.server.shard;

import static io.pfs.server.shard.ShardRig.name;
import static io.pfs.server.shard.ShardRig.refusal;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.hash.NameHash;
import io.pfs.row.TablePointer;
import io.pfs.row.TagValue;
import io.pfs.wire.CellPut;
import io.pfs.wire.Expected;
import io.pfs.wire.FoundRow;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.RowsChanged;
import io.pfs.wire.Reply.RowsRead;
import io.pfs.wire.Request;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.EditRows;
import io.pfs.wire.Request.ReadRows;
import io.pfs.wire.RowEdit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Many rows changed or read in one request. */
final class ManyRowsTest {
    /** A slice holds a few rows, and what is longer than 64 bytes goes to a segment first. */
    private static final Limits SMALL = new Limits(8, 4, 16 << 20, 1 << 20, 1 << 20, 64, 1 << 20, 64);

    private final ShardRig rig = new ShardRig();

    @BeforeEach
    void open() {
        rig.limits = SMALL;
        rig.open().makeTables();
    }

    private EditRows creates(int from, int to) {
        return new EditRows(
                rig.table(0),
                IntStream.range(from, to).mapToObj(i -> rig.create(0, i)).toList());
    }

    private static byte[] cell(int number, int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) number);
        return bytes;
    }

    private List<Optional<FoundRow>> read(int bytesMax, List<Integer> numbers, int... columns) {
        List<RowName> names = numbers.stream().map(ShardRig::name).toList();
        List<ColumnId> asked = Arrays.stream(columns).mapToObj(ColumnId::new).toList();
        return ((RowsRead) rig.ask(new ReadRows(rig.table(0), names, bytesMax, asked))).rows();
    }

    private long existing(int from, int to) {
        return read(0, IntStream.range(from, to).boxed().toList()).stream()
                .filter(Optional::isPresent)
                .count();
    }

    @Test
    void manyRowsAreMadeByOneRecord() {
        long before = rig.group().shards().get(0).state().applied();
        RowsChanged made = (RowsChanged) rig.ask(creates(0, 100));
        assertEquals(100, made.rows().size());
        assertEquals(
                100, made.rows().stream().map(RowChanged::fileId).distinct().count());
        assertEquals(100, existing(0, 100));
        long splits = rig.group().counters().splits();
        assertTrue(splits > 5, "slices split meanwhile, each by a record of its own");
        assertEquals(before + 1 + splits, rig.group().shards().get(0).state().applied());
        rig.checkpoint();
        rig.open();
        assertEquals(100, existing(0, 100));
    }

    /** More cells than a record may have: those for which there is no place go to a segment, and indirect records come first. */
    @Test
    void manyRowsWithCellsInFurtherColumnsAreWrittenByOneRequest() {
        List<EditRow> edits = new ArrayList<>();
        for (int i = 0; i < Limits.ROWS_PER_CHANGE_MAX; i++) {
            RowEdit cells = RowEdit.ofCells(List.of(
                    new CellPut(new ColumnId(0), cell(i, 3), false), new CellPut(new ColumnId(7), cell(i, 5), false)));
            edits.add(new EditRow(rig.table(0), name(i), Expected.ABSENT, NewRow.FILE, cells));
        }
        assertInstanceOf(RowsChanged.class, rig.ask(new EditRows(rig.table(0), edits)));
        rig.checkpoint();
        rig.open();
        for (int i = 0; i < edits.size(); i++) {
            assertArrayEquals(cell(i, 3), rig.cell(0, i, 0).orElseThrow());
            assertArrayEquals(cell(i, 5), rig.cell(0, i, 7).orElseThrow());
        }
    }

    @Test
    void twoNamesOfOneHashAreTwoRows() {
        NameHash hash =
                rig.group().shards().get(0).state().tables().find(rig.table(0)).hash();
        List<RowName> twins = TwinNames.of(hash.seed());
        assertEquals(hash.of(twins.get(0)), hash.of(twins.get(1)), "the names were chosen so");
        List<EditRow> edits = new ArrayList<>();
        twins.forEach(twin -> edits.add(
                new EditRow(rig.table(0), twin, Expected.ABSENT, NewRow.FILE, RowEdit.ofCells(List.of(put(twin))))));
        rig.ask(new EditRows(rig.table(0), edits));
        rig.checkpoint();
        rig.open();
        RowsRead read = (RowsRead) rig.ask(new ReadRows(rig.table(0), twins, 1 << 20, List.of(new ColumnId(0))));
        for (int i = 0; i < twins.size(); i++) {
            FoundRow row = read.rows().get(i).orElseThrow();
            assertArrayEquals(twins.get(i).toBytes(), row.cells().get(0).orElseThrow());
        }
    }

    private static CellPut put(RowName content) {
        return new CellPut(new ColumnId(0), content.toBytes(), false);
    }

    @Test
    void allOfThemOrNone() {
        rig.ask(rig.create(0, 50));
        Reply refused = rig.ask(creates(0, 100));
        assertEquals(ErrorCode.ALREADY_EXISTS, refusal(refused));
        assertTrue(refused.toString().contains("row-50"), refused.toString());
        assertEquals(1, existing(0, 100));
        assertEquals(ErrorCode.NOT_FOUND, refusal(rig.ask(inAnotherTable(creates(0, 3)))));
    }

    private static Request inAnotherTable(EditRows edits) {
        TableId nowhere = new TableId(edits.table().value() + 1000);
        return new EditRows(
                nowhere,
                edits.edits().stream()
                        .map(e -> new EditRow(nowhere, e.name(), e.expected(), e.ifNew(), e.edit()))
                        .toList());
    }

    @Test
    void aRepeatedRequestIsAnsweredAndNotDone() {
        Reply made = rig.ask(3, 1, creates(0, 20));
        rig.ask(2, 1, rig.remove(0, 7));
        assertEquals(made, rig.ask(3, 1, creates(0, 20)));
        assertEquals(19, existing(0, 20));
        rig.checkpoint();
        rig.open();
        assertEquals(made, rig.ask(3, 1, creates(0, 20)));
        assertEquals(19, existing(0, 20));
    }

    @Test
    void whoeverComesMeanwhileWaits() {
        List<Reply> one = begin(10, rig.create(0, 5));
        List<Reply> many = begin(11, creates(0, 10));
        List<Reply> more = begin(12, creates(10, 20));
        List<Reply> sameAgain = begin(12, creates(10, 20));
        List<Reply> late = begin(13, rig.create(0, 17));
        rig.runUntilIdle();
        assertInstanceOf(RowChanged.class, one.get(0));
        assertEquals(ErrorCode.ALREADY_EXISTS, refusal(many.get(0)));
        assertInstanceOf(RowsChanged.class, more.get(0));
        assertEquals(more, sameAgain);
        assertEquals(ErrorCode.ALREADY_EXISTS, refusal(late.get(0)));
        assertEquals(11, existing(0, 20));
    }

    private List<Reply> begin(long client, Request request) {
        List<Reply> replies = new ArrayList<>();
        rig.group().submit(ShardRig.envelope(client, 1, request), replies::add);
        return replies;
    }

    @Test
    void cellsOfAllSizesAndColumnsTravelTogether() {
        List<EditRow> edits = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            List<CellPut> puts = List.of(
                    new CellPut(new ColumnId(0), cell(i, 10), false),
                    new CellPut(new ColumnId(3), cell(i, 300), true),
                    new CellPut(new ColumnId(9), cell(i, 20), false),
                    new CellPut(new ColumnId(77), cell(i, 200), false));
            edits.add(rig.edit(0, i, Expected.ANY, RowEdit.ofCells(puts)));
        }
        EditRows request = new EditRows(rig.table(0), edits);
        assertInstanceOf(RowsChanged.class, rig.ask(request));
        checkCells("in the journal");
        assertInstanceOf(RowsChanged.class, rig.ask(request), "rows and indirect records are there by now");
        rig.checkpoint();
        checkCells("in segments");
        rig.open();
        assertInstanceOf(RowsChanged.class, rig.ask(request), "indirect records are read from segments");
        checkCells("after a restart");
    }

    private void checkCells(String what) {
        List<Integer> all = IntStream.range(0, 40).boxed().toList();
        List<Optional<FoundRow>> rows = read(1 << 20, all, 0, 3, 9, 77, 5);
        for (int i = 0; i < 40; i++) {
            List<Optional<byte[]>> cells = rows.get(i).orElseThrow().cells();
            assertArrayEquals(cell(i, 10), cells.get(0).orElseThrow(), what);
            assertArrayEquals(cell(i, 300), cells.get(1).orElseThrow(), what);
            assertArrayEquals(cell(i, 20), cells.get(2).orElseThrow(), what);
            assertArrayEquals(cell(i, 200), cells.get(3).orElseThrow(), what);
            assertEquals(Optional.empty(), cells.get(4), what);
        }
    }

    @Test
    void anAnswerEndsWhenItIsFull() {
        for (int i = 0; i < 10; i++) {
            rig.ask(rig.put(0, i, 0, cell(i, 50)));
        }
        List<Integer> asked = List.of(0, 1, 100, 2, 3, 4);
        assertEquals(4, read(150, asked, 0).size(), "three cells, and a name that is not there");
        assertEquals(1, read(0, asked, 0).size(), "one at least");
        assertEquals(6, read(0, asked).size(), "rows without cells take nothing");
        assertEquals(Optional.empty(), read(0, asked).get(2));
    }

    @Test
    void whatDoesNotFitOneRecordIsRefused() {
        List<EditRow> edits = new ArrayList<>();
        SortedMap<String, TagValue> tags = new TreeMap<>(Map.of("tag", new TagValue.OfString("x".repeat(3500))));
        RowEdit tagged = new RowEdit(List.of(), List.of(), tags, new TreeSet<>(), RowEdit.Attributes.UNCHANGED);
        for (int i = 0; i < Limits.ROWS_PER_CHANGE_MAX; i++) {
            edits.add(new EditRow(rig.table(0), name(i), Expected.ABSENT, NewRow.FILE, tagged));
        }
        Reply refused = rig.ask(new EditRows(rig.table(0), edits));
        assertEquals(ErrorCode.TOO_LARGE, refusal(refused));
        assertEquals(0, existing(0, 10));
        assertInstanceOf(RowsChanged.class, rig.ask(new EditRows(rig.table(0), edits.subList(0, 40))));
    }

    @Test
    void aRequestIsOfOneTableAndNamesEachRowOnce() {
        EditRow once = rig.create(0, 1);
        assertThrows(PfsException.class, () -> new EditRows(rig.table(0), List.of(once, once)));
        assertThrows(PfsException.class, () -> new EditRows(rig.table(0), List.of(once, rig.create(1, 2))));
        assertThrows(PfsException.class, () -> new EditRows(rig.table(0), List.of()));
        assertThrows(PfsException.class, () -> creates(0, Limits.ROWS_PER_CHANGE_MAX + 1));
    }

    /** Two rows, one of which changes while the other's further cells are looked up. */
    @Test
    void furtherCellsOfRowsThatChangeInTurn() {
        NameRig names = new NameRig();
        TablePointer table = names.mkdir(NameRig.root(), "table", 0);
        names.create(table, "a", "first");
        names.create(table, "b", "first");
        names.checkpoint();
        names.ask(table.base(), further(table, "b", 10));
        EditRows both = new EditRows(table.table(), List.of(further(table, "a", 9), further(table, "b", 9)));
        List<Reply> replies = names.submit(names.envelope(table.base(), both));
        names.submit(names.envelope(table.base(), further(table, "b", 10)));
        int steps = 0;
        while (names.step()) {
            steps++;
            assertTrue(steps < 1_000, "it comes to an end");
        }
        assertInstanceOf(RowsChanged.class, replies.get(0));
    }

    private static EditRow further(TablePointer table, String row, int column) {
        RowEdit edit = RowEdit.ofCells(List.of(new CellPut(new ColumnId(column), new byte[] {1}, false)));
        return new EditRow(table.table(), RowName.of(row), Expected.PRESENT, NewRow.FILE, edit);
    }
}
