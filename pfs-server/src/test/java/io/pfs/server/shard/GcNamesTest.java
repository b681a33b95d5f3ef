package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.hash.NameHash;
import io.pfs.row.TablePointer;
import io.pfs.server.collect.SegmentCollection;
import io.pfs.server.gc.GcGoal;
import io.pfs.server.state.Tables;
import io.pfs.wire.CellPut;
import io.pfs.wire.Envelope;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.RemoveRow;
import io.pfs.wire.Request.RemoveTable;
import io.pfs.wire.RowEdit;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Collections find the rows of cells whose files have other names than when the cells were written. */
final class GcNamesTest {
    /** More than fits the journal, so that it is in a segment from the start, under its first name. */
    private static final String CONTENT = "content ".repeat(100);

    private static final String GARBAGE = "garbage ".repeat(400);

    private final NameRig rig = new NameRig();
    private TablePointer here = NameRig.root();
    private TablePointer there = NameRig.root();

    @BeforeEach
    void makeTables() {
        rig.open();
        rig.group().collection().runInBackground(false);
        here = rig.mkdir(NameRig.root(), "here", 1);
        there = rig.mkdir(NameRig.root(), "there", 2);
    }

    private static void done(Reply reply) {
        assertTrue(!(reply instanceof Refused), reply::toString);
    }

    /** Makes a file whose cell is among garbage. */
    private void create(TablePointer table, String name) {
        done(rig.create(table, name, CONTENT));
        done(rig.create(table, name + ".tmp", GARBAGE));
        done(rig.move(table, name + ".tmp", table, name + ".old"));
        done(rig.create(table, name + ".tmp", "short"));
        done(rig.replace(table, name + ".tmp", table, name + ".old"));
    }

    private void putFurther(TablePointer table, String name, int column, String content) {
        CellPut put = new CellPut(new ColumnId(column), content.getBytes(StandardCharsets.UTF_8), false);
        RowEdit edit = RowEdit.ofCells(List.of(put));
        done(rig.ask(table.base(), new EditRow(table.table(), RowName.of(name), Expected.PRESENT, NewRow.FILE, edit)));
    }

    /** What leads to further cells goes to a segment only together with those that are still in the journal. */
    @Test
    void cellsThatCameSinceAreNotLost() {
        for (TablePointer to : List.of(here, there)) {
            String name = "file-" + to.base();
            done(rig.create(here, name, "short"));
            rig.checkpoint();
            putFurther(here, name, 10, "ten");
            assertTrue(rig.group().collection().start(GcGoal.ALL, ended -> {}), "it starts");
            rig.runUntilIdle();
            done(rig.move(here, name, to, "moved"));
            rig.checkpoint();
            rig.open();
            Reply found = rig.ask(
                    to.base(),
                    new ReadRow(to.table(), RowName.of("moved"), List.of(new ColumnId(9), new ColumnId(10))));
            List<String> cells = ((RowFound) found)
                    .found().cells().stream()
                            .map(cell -> new String(cell.orElseThrow(), StandardCharsets.UTF_8))
                            .toList();
            assertEquals(List.of("short!", "ten"), cells);
        }
    }

    /** Who asks for more than he waits for gets no answer to what was under way, and holds nothing up. */
    @Test
    void aRenameThatIsStaleWhenItIsDecidedHoldsUpNoCollection() {
        for (int steps = 0; steps < 8; steps++) {
            String name = "file-" + steps;
            done(rig.create(here, name, "short"));
            Envelope rename = rig.envelope(here.base(), NameRig.rename(here, name, there, name, false));
            rig.submit(rename);
            for (int i = 0; i < steps; i++) {
                rig.step();
            }
            long later = rename.id().sequence() + 1;
            ReadRow read = new ReadRow(here.table(), RowName.of("any"), List.of());
            RequestId id = new RequestId(rename.id().clientHigh(), rename.id().clientLow(), later);
            rig.group().submit(new Envelope(id, later, here.base(), read), reply -> {});
            rig.runUntilIdle();
            List<Optional<PfsException>> ended = new ArrayList<>();
            rig.group().collection().start(GcGoal.ALL, ended::add);
            rig.runUntilIdle();
            assertEquals(List.of(Optional.empty()), ended, "after " + steps + " steps");
        }
    }

    /** The table that tells where files went has no row of its own; replay may meet a split of it before anything else. */
    @Test
    void aSplitOfWhereFilesWentIsReplayed() {
        Tables tables = rig.group().shard(new ShardId(3)).state().tables();
        assertTrue(tables.ofChange(tables.movedFiles(), 1).isPresent());
    }

    private void collectAndRequire(TablePointer table, String name) {
        SegmentCollection collection = rig.group().collection();
        assertEquals(List.of(), collection.miscounted());
        Set<Long> due = collection.due(GcGoal.ALL);
        assertTrue(!due.isEmpty(), "there is something to collect");
        List<Optional<PfsException>> ended = new ArrayList<>();
        assertTrue(collection.start(GcGoal.ALL, ended::add), "it starts");
        rig.runUntilIdle();
        assertEquals(List.of(Optional.empty()), ended);
        assertEquals(0, collection.counters().segmentsSetAside(), "everything could be moved");
        due.retainAll(collection.segments());
        assertEquals(Set.of(), due, "they are gone");
        assertEquals(List.of(), collection.miscounted());
        assertEquals(Optional.of(CONTENT), rig.content(table, name));
    }

    /** Else each file that ever bore another name would be remembered for ever. */
    @Test
    void whereAFileWentIsForgottenWithTheFile() {
        for (String name : List.of("removed", "replaced", "beneath", "reaped")) {
            done(rig.create(here, name + ".tmp", CONTENT));
            done(rig.move(here, name + ".tmp", here, name));
        }
        createWithoutCells(here);
        createWithoutCells(there);
        rig.checkpoint();
        rig.open();
        assertEquals(4, moved(here));
        done(rig.ask(here.base(), new RemoveRow(here.table(), RowName.of("removed"), Expected.PRESENT)));
        assertEquals(3, moved(here));
        done(rig.replace(here, "empty", here, "replaced"));
        assertEquals(2, moved(here));
        done(rig.replace(there, "empty", here, "beneath"));
        assertEquals(1, moved(here));
        done(rig.removeAll(NameRig.root(), "here"));
        rig.passTime();
        assertEquals(0, moved(here));
        rig.open();
        assertEquals(0, moved(here));
    }

    private void createWithoutCells(TablePointer table) {
        RowName name = RowName.of("empty");
        done(rig.ask(
                table.base(),
                new EditRow(table.table(), name, Expected.ABSENT, NewRow.FILE, RowEdit.ofCells(List.of()))));
    }

    /** How many rows of its shard say where a file went. */
    private long moved(TablePointer table) {
        int[] rows = {0};
        Shard shard = rig.group().shard(table.base());
        TableId moved = shard.state().tables().movedFiles();
        shard.visit((id, name, row) -> rows[0] += id.equals(moved) ? 1 : 0);
        return rows[0];
    }

    @Test
    void aFileIsFoundUnderAnotherNameOfItsTable() {
        create(here, "a");
        done(rig.move(here, "a", here, "b"));
        collectAndRequire(here, "b");
        assertTrue(rig.group().collection().counters().filesFollowed() > 0);
    }

    @Test
    void aFileIsFoundInAnotherShard() {
        create(here, "a");
        done(rig.move(here, "a", there, "b"));
        collectAndRequire(there, "b");
    }

    @Test
    void aFileIsFoundBehindATableThatIsGone() {
        TablePointer between = rig.mkdir(NameRig.root(), "between", 2);
        create(here, "a");
        done(rig.move(here, "a", between, "b"));
        done(rig.move(between, "b", there, "c"));
        done(rig.rmdir(NameRig.root(), "between"));
        collectAndRequire(there, "c");
    }

    @Test
    void aFileIsFoundThatCameBack() {
        create(here, "a");
        done(rig.move(here, "a", there, "a"));
        done(rig.move(there, "a", here, "b"));
        done(rig.move(here, "b", there, "b"));
        done(rig.move(there, "b", here, "c"));
        collectAndRequire(here, "c");
    }

    /** The shard that has the name by now knows of the move to that name, and of none from it. */
    @Test
    void aFileIsFoundThatLeftASliceBeforeThatWentToAnotherShard() {
        create(there, "a");
        TablePointer wide = rig.mkdirWide(NameRig.root(), "wide", 0, 1);
        String name = nameOfSlice(wide, 1);
        done(rig.move(there, "a", wide, name));
        done(rig.move(wide, name, here, "b"));
        for (int n = 0; rig.group().counters().slicesGiven() == 0; n++) {
            rig.create(wide, "filler " + n, "short");
        }
        collectAndRequire(here, "b");
        assertTrue(rig.group().collection().counters().filesFollowed() > 0);
    }

    private static String nameOfSlice(TablePointer table, int lowBit) {
        return IntStream.range(0, 100)
                .mapToObj(n -> "n" + n)
                .filter(name -> (new NameHash(table.hashSeed()).of(RowName.of(name)) & 1) == lowBit)
                .findFirst()
                .orElseThrow();
    }

    /** Rows of a tree that was cut off have their cells until they are reaped: a checkpoint must not lose them. */
    @Test
    void whatIsCutOffCountsUntilItIsReaped() {
        create(here, "kept");
        TablePointer doomed = rig.mkdir(NameRig.root(), "doomed", 1);
        for (int i = 0; i < 40; i++) {
            done(rig.create(doomed, "f" + i, i % 2 == 0 ? CONTENT : "short"));
        }
        List<Reply> removed = rig.submit(rig.envelope(
                NameRig.root().base(), new RemoveTable(NameRig.root().table(), RowName.of("doomed"), true)));
        for (int step = 0; removed.isEmpty() && step < 10_000; step++) {
            rig.step();
        }
        done(removed.get(0));
        rig.checkpoint();
        rig.passTime();
        rig.runUntilIdle();
        collectAndRequire(here, "kept");
    }

    /** Each of them is two changes of a record, and a record of more than a thousand could not be read again. */
    @Test
    void rowsOfALargeSliceAreReapedByRecordsThatARestartCanRead() {
        NameRig large = new NameRig(new Limits(4096, 4, 4 << 20, 1 << 20, 4 << 20, 64, 1 << 20, 64));
        TablePointer doomed = large.mkdir(NameRig.root(), "doomed", 1);
        for (int i = 0; i < 900; i++) {
            done(large.create(doomed, "f" + i, "short"));
        }
        done(large.create(NameRig.root(), "kept", CONTENT));
        large.checkpoint();
        done(large.removeAll(NameRig.root(), "doomed"));
        large.runUntilIdle();
        assertEquals(1, large.group().counters().tablesReaped());
        large.open();
        assertEquals(Optional.of(CONTENT), large.content(NameRig.root(), "kept"));
        assertTrue(large.damageLeftBehind().isEmpty(), "and nothing is damaged");
    }
}
