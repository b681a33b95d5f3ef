package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.query.answer.TopRows;
import io.pfs.query.index.Indexed;
import io.pfs.query.index.IndexedFields;
import io.pfs.row.TablePointer;
import io.pfs.server.tag.ShardIndex;
import io.pfs.table.NewColumn;
import io.pfs.wire.CellPut;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply.IndexesMeasured;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.RowsSearched;
import io.pfs.wire.Reply.TableAltered;
import io.pfs.wire.Reply.TableFound;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.Request.DescribeTable;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.MeasureIndexes;
import io.pfs.wire.Request.SearchRows;
import io.pfs.wire.RowEdit;
import io.pfs.wire.RowSearch;
import io.pfs.wire.TableChange;
import io.pfs.wire.TableChange.AddColumns;
import io.pfs.wire.TableChange.ChangeIndexes;
import io.pfs.wire.TableChange.DropColumn;
import io.pfs.wire.TableChange.RenameColumn;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What becomes of the index of a column's sizes when the column gets another name, or goes. */
final class IndexedColumnsTest {
    private static final int ROWS = 300;
    private static final TableChange THUMB = new AddColumns(List.of(new NewColumn("thumb", "", false)));

    private final ShardRig rig = new ShardRig().open();

    private ColumnId alter(TableChange change) {
        return assertInstanceOf(TableAltered.class, rig.ask(new AlterTable(rig.table(0), change)))
                .column();
    }

    private static ChangeIndexes sizes(ColumnId column) {
        return new ChangeIndexes(List.of(new Indexed.OfCell(column)), List.of());
    }

    /** With an index for the sizes of a column; row {@code n} has a cell of {@code n} bytes in it. */
    private ColumnId tableOfThumbs() {
        rig.makeTables();
        ColumnId thumb = alter(THUMB);
        for (int i = 0; i < ROWS; i++) {
            assertInstanceOf(RowChanged.class, rig.ask(rig.put(0, i, thumb.value(), new byte[i])));
        }
        alter(sizes(thumb));
        return thumb;
    }

    private IndexedFields indexes() {
        return assertInstanceOf(TableFound.class, rig.ask(new DescribeTable(rig.table(0))))
                .table()
                .indexes();
    }

    private List<Integer> complete() {
        return assertInstanceOf(IndexesMeasured.class, rig.ask(new MeasureIndexes(rig.table(0), Optional.empty())))
                .complete();
    }

    private List<TableId> tablesInIndex() {
        return new ShardIndex(rig.index.home().open(), new ShardId(0)).tables();
    }

    private RowsSearched search(String name, ColumnId column, int bytes) {
        RowSearch search =
                new RowSearch(bytes, "size(" + name + ") = " + bytes, "/t", List.of(new RowSearch.Form(name, column)));
        RowsSearched page = assertInstanceOf(
                RowsSearched.class, rig.ask(new SearchRows(rig.table(0), Optional.empty(), 4096, search)));
        assertEquals(
                1, TopRows.decode(4096, new ByteReader("page", page.found())).size());
        return page;
    }

    @Test
    void aColumnWithAnotherNameKeepsItsIndex() {
        ColumnId thumb = tableOfThumbs();
        IndexedFields before = indexes();
        alter(new RenameColumn("thumb", "small"));
        assertEquals(before, indexes());
        assertEquals(List.of(0), complete());
        assertEquals(1, search("small", thumb, 7).cost().rowsRead());
        rig.open();
        assertEquals(List.of(0), complete());
        assertEquals(1, search("small", thumb, 8).cost().rowsRead());
    }

    @Test
    void aColumnThatIsDroppedTakesItsIndexWithIt() {
        ColumnId thumb = tableOfThumbs();
        assertEquals(List.of(rig.table(0)), tablesInIndex());
        alter(new DropColumn("thumb"));
        assertEquals(new IndexedFields(1, List.of()), indexes());
        assertEquals(List.of(), complete());
        assertEquals(List.of(), tablesInIndex());
        ColumnId again = alter(THUMB);
        assertTrue(again.value() > thumb.value());
        rig.open();
        assertEquals(new IndexedFields(1, List.of()), indexes(), "one of the same name has none");
        alter(sizes(again));
        assertEquals(1, indexes().fields().get(0).id(), "an id is not used again");
    }

    @Test
    void indexesOfOtherFieldsStay() {
        tableOfThumbs();
        alter(new ChangeIndexes(List.of(new Indexed.OfTag("heat")), List.of()));
        alter(new DropColumn("thumb"));
        assertEquals(
                List.of(new Indexed.OfTag("heat")),
                indexes().fields().stream().map(field -> field.what()).toList());
        assertEquals(List.of(1), complete());
    }

    @Test
    void aColumnThatIsGoneGetsNoIndex() {
        ColumnId thumb = tableOfThumbs();
        alter(new DropColumn("thumb"));
        assertEquals(ErrorCode.NOT_FOUND, ShardRig.refusal(rig.ask(new AlterTable(rig.table(0), sizes(thumb)))));
        assertEquals(
                ErrorCode.NOT_FOUND, ShardRig.refusal(rig.ask(new AlterTable(rig.table(0), sizes(new ColumnId(3))))));
        alter(new ChangeIndexes(List.of(), List.of(new Indexed.OfCell(thumb)))); // who drops it comes too late
        assertTrue(indexes().isEmpty());
    }

    @Test
    void allShardsOfATableHearOfIt() {
        NameRig wide = new NameRig();
        TablePointer table = wide.mkdirWide(NameRig.root(), "table", 0, 2);
        ColumnId thumb = assertInstanceOf(
                        TableAltered.class, wide.ask(table.base(), new AlterTable(table.table(), THUMB)))
                .column();
        assertInstanceOf(TableAltered.class, wide.ask(table.base(), new AlterTable(table.table(), sizes(thumb))));
        for (int i = 0; i < 200; i++) {
            RowEdit edit = RowEdit.ofCells(List.of(new CellPut(thumb, new byte[i], false)));
            EditRow row = new EditRow(table.table(), RowName.of("row-" + i), Expected.ABSENT, NewRow.FILE, edit);
            wide.ask(table.base(), row);
            wide.passTime();
        }
        assertTrue(shardsWithIndexes(wide) > 1);
        DropColumn drop = new DropColumn("thumb");
        assertInstanceOf(TableAltered.class, wide.ask(table.base(), new AlterTable(table.table(), drop)));
        assertEquals(0, shardsWithIndexes(wide));
    }

    private static long shardsWithIndexes(NameRig rig) {
        return rig.group().shards().stream()
                .filter(shard -> !shard.state().tables().rows().indexed().isEmpty())
                .count();
    }
}
