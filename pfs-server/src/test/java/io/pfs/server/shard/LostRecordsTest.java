package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.disk.DiskFile;
import io.pfs.row.TablePointer;
import io.pfs.row.TagValue;
import io.pfs.server.checkpoint.Salvage;
import io.pfs.server.gc.GcGoal;
import io.pfs.server.journal.JournalRig;
import io.pfs.testing.FaultDisk;
import io.pfs.testing.MemoryDisk;
import io.pfs.wire.CellPut;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Request;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.RowEdit;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The journal has lost records: whose they were is set apart until somebody gives them up, and everybody else is served. */
final class LostRecordsTest {
    private final NameRig rig = new NameRig();
    private final TablePointer first = rig.mkdir(NameRig.root(), "first", 1);
    private final TablePointer second = rig.mkdir(NameRig.root(), "second", 2);

    @Test
    void othersAreServed() {
        loseOneOfTheSecond();
        rig.open();
        assertEquals(Optional.of("content"), rig.content(first, "file"));
        Refused refused = (Refused) rig.ask(second.base(), new ReadRow(second.table(), RowName.of("file"), List.of()));
        assertEquals(ErrorCode.CORRUPT, refused.code());
        assertTrue(
                refused.message().contains("shard-2 is set apart")
                        && refused.message().contains("journal-0000000000000001, offset "),
                refused.message());
        rig.create(first, "more", "content");
        assertTrue(rig.create(second, "more", "content") instanceof Reply.Refused);
        assertEquals(Set.of(second.base()), rig.group().apart().shards());
    }

    /** However often it is opened, whatever is written and whatever checkpoints would let go. */
    @Test
    void whatIsSetApartStaysSo() {
        loseOneOfTheSecond();
        List<String> journal = JournalRig.files(rig.journalDisk());
        for (int round = 0; round < 4; round++) {
            rig.open();
            for (int i = 0; i < 40; i++) {
                rig.create(first, "file-" + round + "-" + i, "content");
            }
            rig.checkpoint();
            rig.runUntilIdle();
            assertTrue(
                    rig.ask(second.base(), new ReadRow(second.table(), RowName.of("file"), List.of()))
                            instanceof Refused);
        }
        assertTrue(rig.journalDisk().list().containsAll(journal), "all of the journal is there");
        assertEquals(Optional.of("content"), rig.content(first, "file-0-7"));
        rig.openGivingUp();
        assertEquals(Optional.of("content"), rig.content(second, "file"));
    }

    /** A round of the collection would delete cells that only the lost shard's rows point to. */
    @Test
    void nothingIsCollectedMeanwhile() {
        loseOneOfTheSecond();
        rig.open();
        List<Optional<PfsException>> ended = new ArrayList<>();
        rig.group().collection().start(GcGoal.WORTHWHILE, ended::add);
        rig.runUntilIdle();
        assertEquals(ErrorCode.CORRUPT, ended.get(0).orElseThrow().code());
    }

    /** Nobody needs a record that a checkpoint has made needless. */
    @Test
    void whatStorageHasIsNotMissed() {
        rig.create(second, "lost", "content");
        rig.create(second, "file", "content");
        rig.checkpoint();
        rig.create(second, "later", "content");
        JournalRot.spoil(rig.journalDisk(), second.base(), "lost");
        rig.open();
        assertEquals(Optional.of("content"), rig.content(second, "lost"));
        assertEquals(Optional.of("content"), rig.content(second, "later"));
    }

    /** But a cell of it, if no checkpoint could copy that. */
    @Test
    void aCellThatOnlyTheJournalHasIsMissed() {
        boolean[] isFull = new boolean[1];
        MemoryDisk journal = new MemoryDisk();
        ShardRig poor = new ShardRig(journal, new FaultDisk(new MemoryDisk(), (call, name) -> {
            if (isFull[0] && name.startsWith("column-")) {
                throw new PfsException(ErrorCode.NO_SPACE, name + ": planted");
            }
        }));
        poor.open().makeTables();
        isFull[0] = true;
        byte[] cell = "only the journal has this, though its row is on storage".getBytes(StandardCharsets.UTF_8);
        poor.ask(poor.put(1, 7, 0, cell));
        poor.checkpoint();
        poor.checkpoint();
        byte[] brief = {1, 2, 3}; // a longer one would go to a segment, as copying has just failed
        poor.ask(poor.put(1, 8, 0, brief));
        JournalRot.Place place = JournalRot.records(journal).stream()
                .filter(record -> record.payload().contains(ShardRig.name(7).toString()))
                .findFirst()
                .orElseThrow();
        JournalRot.spoil(journal, place);
        for (int opening = 0; opening < 3; opening++) {
            poor.open();
            assertEquals(Set.of(new ShardId(1)), poor.group().apart().shards());
            poor.checkpoint();
        }
        JournalRot.spoil(journal, place); // which turns its bits back
        poor.open();
        assertArrayEquals(cell, poor.cell(1, 7, 0).orElseThrow());
        assertArrayEquals(brief, poor.cell(1, 8, 0).orElseThrow());
    }

    /** Until a checkpoint says otherwise that is taken for true, so the journal is kept for it. */
    @Test
    void aCellThatNobodyNeedsAnyMoreIsNotMissed() {
        String[] failing = {"none"};
        ShardRig poor = new ShardRig(new FaultDisk(new MemoryDisk(), (call, name) -> {
            if (name.startsWith(failing[0])) {
                throw new PfsException(ErrorCode.NO_SPACE, name + ": planted");
            }
        }));
        poor.open().makeTables();
        failing[0] = "column-";
        poor.ask(poor.put(1, 7, 0, new byte[40]));
        for (int i = 1000; i < 1400; i++) {
            poor.ask(poor.create(0, i)); // so that the cell is in a file that nobody else needs
        }
        poor.checkpoint();
        poor.ask(poor.remove(1, 7));
        poor.group().checkpointForMemory();
        poor.runUntilIdle();
        failing[0] = "metadata-";
        poor.checkpoint(); // lets go of the cell, and counts for nobody
        failing[0] = "none";
        List<String> before = poor.journalFiles();
        for (int i = 0; i < 2; i++) {
            poor.ask(poor.create(0, i));
            poor.group().checkpointForMemory();
            poor.runUntilIdle();
        }
        poor.open();
        assertTrue(poor.group().apart().isNothing(), () -> poor.group().apart().shards() + " lack something");
        for (int i = 400; i < 403; i++) {
            poor.ask(poor.create(0, i));
            poor.checkpoint();
        }
        assertTrue(before.stream().noneMatch(poor.journalFiles()::contains), "it is not kept for ever");
    }

    /** Its last record is lost: only the number of records tells that somebody lacks one. */
    @Test
    void whoeverMayLackSomethingIsSetApart() {
        rig.create(first, "file", "content");
        rig.create(second, "file", "content");
        rig.create(second, "lost", "content");
        rig.create(first, "later", "content");
        JournalRot.spoil(rig.journalDisk(), second.base(), "lost");
        rig.open();
        assertEquals(Optional.of("content"), rig.content(first, "later"));
        assertFalse(rig.content(first, "lost").isPresent());
        assertTrue(rig.group().apart().shards().contains(second.base()));
        assertFalse(rig.group().apart().shards().contains(first.base()));
    }

    @Test
    void whatIsLeftIsServedWhenTheRestIsGivenUp() {
        loseOneOfTheSecond();
        rig.open();
        rig.openGivingUp();
        Salvage salvage = rig.group().salvage();
        assertEquals(1, salvage.losses().size());
        assertEquals(List.of(new Salvage.Outcome(second.base(), 1, 0, Optional.empty())), salvage.outcomes());
        expectAllButTheLost();
        rig.create(second, "after", "content");
        rig.checkpoint();
        rig.open();
        assertTrue(rig.group().apart().isNothing() && rig.group().salvage().isNothing());
        expectAllButTheLost();
        assertEquals(Optional.of("content"), rig.content(second, "after"));
        assertEquals(List.of(), rig.group().collection().miscounted());
        assertEquals(List.of(), rig.damageLeftBehind());
    }

    /** What follows it tells. */
    @Test
    void aFileMayBeMissing() {
        rig.create(second, "before", "content");
        rig.create(second, "the last of a file is known to be forced by the next one", "content");
        rig.open();
        String missing = newestJournalFile();
        rig.create(second, "lost", "content");
        rig.create(second, "copied to the next file", "content");
        rig.open();
        rig.create(second, "after", "content");
        rig.journalDisk().delete(missing);
        rig.open();
        Refused refused = (Refused) rig.ask(second.base(), new ReadRow(second.table(), RowName.of("after"), List.of()));
        assertTrue(
                refused.message().contains(missing + ", all of it; put that file back as it was; else what is left"),
                refused.message());
        rig.openGivingUp();
        rig.checkpoint();
        rig.open();
        assertTrue(rig.group().apart().isNothing());
        assertEquals(Optional.of("content"), rig.content(second, "before"));
        assertEquals(Optional.empty(), rig.content(second, "lost"));
        assertEquals(Optional.of("content"), rig.content(second, "after"));
    }

    /** Nothing follows it, and nobody knows what was in it. */
    @Test
    void theNewestFileMayBeMissing() {
        rig.create(first, "before", "content");
        rig.open();
        rig.create(second, "lost", "content");
        String missing = newestJournalFile();
        byte[] bytes = rig.journalDisk().names().get(missing).bytes();
        rig.journalDisk().delete(missing);
        for (int opening = 0; opening < 3; opening++) {
            rig.open();
            for (TablePointer table : List.of(first, second)) {
                Reply refused = rig.ask(table.base(), new ReadRow(table.table(), RowName.of("before"), List.of()));
                assertEquals(ErrorCode.CORRUPT, ShardRig.refusal(refused));
            }
        }
        assertFalse(rig.journalDisk().exists(missing) || newestJournalFile().compareTo(missing) > 0, "nothing cuts it");
        try (DiskFile back = rig.journalDisk().create(missing)) {
            back.write(ByteBuffer.wrap(bytes), 0);
        }
        rig.open();
        assertEquals(Optional.of("content"), rig.content(second, "lost"));
        rig.journalDisk().delete(newestJournalFile());
        rig.openGivingUp();
        rig.checkpoint();
        rig.open();
        assertTrue(rig.group().apart().isNothing());
        assertEquals(Optional.of("content"), rig.content(first, "before"));
        assertEquals(Optional.empty(), rig.content(second, "lost"), "it was carried over to the file that is lost");
    }

    @Test
    void theFirstFileMayBeMissing() {
        String missing = newestJournalFile();
        rig.open();
        rig.create(second, "after", "content");
        rig.journalDisk().delete(missing);
        rig.open();
        Refused refused = (Refused) rig.ask(second.base(), new ReadRow(second.table(), RowName.of("after"), List.of()));
        assertEquals(ErrorCode.CORRUPT, refused.code());
        assertTrue(refused.message().contains(missing + ", all of it"), refused.message());
    }

    /** Another loss behind it explains nothing of what is missing before. */
    @Test
    void theFirstFileMayBeMissingBesideAnotherLoss() {
        rig.create(second, "before", "content");
        rig.create(second, "the last of a file is known to be forced by the next one", "content");
        String missing = newestJournalFile();
        rig.open();
        rig.create(second, "between", "content");
        rig.open();
        rig.create(second, "lost", "content");
        rig.create(second, "after", "content");
        rig.open();
        JournalRot.spoil(rig.journalDisk(), second.base(), "lost");
        rig.journalDisk().delete(missing);
        rig.open();
        assertTrue(rig.group().apart().holds(second.base()));
        assertTrue(rig.group().apart().holds(first.base()), "all that it had was in the first file");
        Refused refused = (Refused) rig.ask(first.base(), new ReadRow(first.table(), RowName.of("file"), List.of()));
        assertTrue(refused.message().contains(missing + ", all of it"), refused.message());
    }

    /** What was copied into a file without a head is no second record, and what its writer gave up before it is none at all. */
    @Test
    void aHeadMayBeLost() {
        rig.create(second, "before", "content");
        rig.open();
        String file = newestJournalFile();
        rig.create(second, "in it", "content");
        rig.open();
        rig.create(second, "after", "content");
        rig.create(first, "after", "content");
        for (int at = 16; at < 60; at++) {
            ShardRig.flip(rig.journalDisk(), file, at);
        }
        rig.open();
        for (String name : List.of("before", "in it", "after")) {
            assertEquals(Optional.of("content"), rig.content(second, name), name);
        }
        assertEquals(Optional.of("content"), rig.content(first, "after"));
        assertTrue(
                rig.group().apart().holds(NameRig.root().base()),
                "it may have had something at the end of the file before");
    }

    private String newestJournalFile() {
        return JournalRig.files(rig.journalDisk()).stream()
                .reduce((older, newer) -> newer)
                .orElseThrow();
    }

    /** The number of a record that is lost is borne by another; what came of it elsewhere must not lead to what comes of that. */
    @Test
    void noTableGetsTheIdOfOneThatIsLost() {
        TablePointer lost = rig.mkdir(NameRig.root(), "lost", 2);
        rig.create(first, "file", "content");
        JournalRot.spoil(
                rig.journalDisk(), second.base(), Long.toHexString(lost.table().value()));
        rig.open();
        assertTrue(rig.group().apart().holds(second.base()));
        rig.openGivingUp();
        rig.checkpoint();
        rig.open();
        TablePointer next = rig.mkdir(NameRig.root(), "next", 2);
        assertTrue(next.table().value() > lost.table().value(), next + " after " + lost);
        TablePointer afterThat = rig.mkdir(NameRig.root(), "after that", 2);
        assertTrue(afterThat.table().value() > next.table().value(), afterThat + " after " + next);
    }

    /** Of those that never had anything it isn't known that they had nothing. */
    @Test
    void shardsWithoutRecordsAreGivenBackToo() {
        NameRig many = new NameRig(1, 64, UnaryOperator.identity());
        TablePointer table = many.mkdir(NameRig.root(), "table", 5);
        many.create(table, "lost", "content");
        many.create(NameRig.root(), "later", "content");
        JournalRot.spoil(many.journalDisk(), table.base(), "lost");
        many.open();
        assertEquals(Optional.of("content"), many.content(NameRig.root(), "later"));
        assertEquals(63, many.group().apart().shards().size());
        many.openGivingUp();
        many.checkpoint();
        many.open();
        assertTrue(many.group().apart().isNothing());
        many.create(many.mkdir(NameRig.root(), "another", 17), "file", "content");
        assertEquals(List.of(), many.damageLeftBehind());
    }

    /** What should go to a shard that is set apart stays, and is served; once that is given back, it goes. */
    @Test
    void slicesThatCantLeaveAreServed() {
        TablePointer wide = rig.mkdirWide(NameRig.root(), "wide", 1, 2);
        loseOneOfTheSecond();
        rig.open();
        WideClient client = new WideClient(rig, wide, rig::passTime);
        for (int i = 0; i < 60; i++) {
            client.put("row-" + i, "content");
        }
        client.check();
        rig.openGivingUp();
        client.check();
    }

    /** Of a row only what a later record says of it is left: its cells, and where its further ones are, went with the first. */
    @Test
    void aRowWhoseCellsAreLostIsInNobodysWay() {
        rig.create(second, "torn", "content");
        rig.ask(second.base(), tagged(second, "torn"));
        JournalRot.spoil(rig.journalDisk(), second.base(), "torn");
        rig.openGivingUp();
        assertEquals(ErrorCode.CORRUPT, NameRig.refusal(rig.move(second, "torn", first, "moved")));
        ReadRow row = new ReadRow(second.table(), RowName.of("torn"), List.of());
        assertTrue(rig.ask(second.base(), row) instanceof RowFound, "nobody holds its name");
        List<Optional<PfsException>> ended = new ArrayList<>();
        rig.group().collection().start(GcGoal.WORTHWHILE, ended::add);
        rig.runUntilIdle();
        assertEquals(1, ended.size(), "nothing of it is under way any more");
    }

    /** Slices that such rows are in stay where they are, and are served, in this life and in the next one. */
    @Test
    void slicesWithSuchRowsStay() {
        slicesWithSuchRowsStay(rig);
    }

    @Test
    void theyDoNotGoToAnotherServerEither() {
        slicesWithSuchRowsStay(new NameRig(2, NameRig.SHARDS, UnaryOperator.identity()));
    }

    /** Nor does what a row has beside what is lost, and can't be copied without. */
    @Test
    void theyStayWithWhatWasWrittenLater() {
        slicesWithSuchRowsStay(rig, LostRecordsTest::changed);
    }

    private static void slicesWithSuchRowsStay(NameRig rig) {
        slicesWithSuchRowsStay(rig, LostRecordsTest::tagged);
    }

    private static void slicesWithSuchRowsStay(NameRig rig, BiFunction<TablePointer, String, EditRow> edit) {
        TablePointer wide = rig.mkdirWide(NameRig.root(), "wide", 2, 2);
        List<String> names =
                IntStream.range(0, 6).mapToObj(nth -> "file-" + nth).toList();
        names.forEach(name -> rig.create(wide, name, "content"));
        names.forEach(name -> rig.ask(wide.base(), edit.apply(wide, name)));
        names.forEach(name -> JournalRot.spoil(rig.journalDisk(), wide.base(), name));
        rig.openGivingUp();
        WideClient client = new WideClient(rig, wide, rig::passTime);
        for (int i = 0; i < 60; i++) {
            client.put("row-" + i, "content");
        }
        for (int life = 0; life < 2; life++) {
            for (int i = 0; i < 60; i++) {
                client.read("row-" + i);
            }
            for (String name : names) {
                Request row = new ReadRow(wide.table(), RowName.of(name), List.of());
                assertTrue(client.ask(row, RowName.of(name)) instanceof RowFound, name);
            }
            rig.checkpoint();
            rig.open();
        }
    }

    private static EditRow changed(TablePointer table, String name) {
        RowEdit other = RowEdit.ofCells(List.of(new CellPut(new ColumnId(1), new byte[] {1, 2, 3}, false)));
        return new EditRow(table.table(), RowName.of(name), Expected.PRESENT, NewRow.FILE, other);
    }

    private static EditRow tagged(TablePointer table, String name) {
        RowEdit tag = RowEdit.ofTags(Map.of("stars", new TagValue.OfLong(5)), Set.of());
        return new EditRow(table.table(), RowName.of(name), Expected.PRESENT, NewRow.FILE, tag);
    }

    /** In another shard the place of what is lost is that of somebody else's cell. */
    @Test
    void whatIsLostOfARowIsNobodyElsesInAnotherShard() {
        loseOneOfManyCells();
        List<Optional<PfsException>> ended = new ArrayList<>();
        assertTrue(rig.group().collection().start(GcGoal.ALL, ended::add), "no other round is under way");
        rig.runUntilIdle();
        assertEquals(List.of(Optional.empty()), ended);
        assertLost(second, "torn");
        for (int i = 0; i < 8; i++) {
            rig.create(first, "other-" + i, "somebody else's");
        }
        assertEquals(Optional.of("later"), cell(second, "torn", 7));
        Reply moved = rig.move(second, "torn", first, "moved");
        assertFalse(moved instanceof Refused, moved::toString);
        assertLost(first, "moved");
        assertEquals(Optional.of("later"), cell(first, "moved", 7));
        rig.ask(first.base(), put(first, "moved", 9, "more"));
        rig.checkpoint();
        rig.open();
        assertLost(first, "moved");
        assertEquals(Optional.of("more"), cell(first, "moved", 9));
        for (int i = 0; i < 8; i++) {
            assertEquals(Optional.of("somebody else's"), rig.content(first, "other-" + i));
        }
        assertEquals(List.of(), rig.group().collection().miscounted());
    }

    /** A lost cell keeps none of its row's other cells in the journal. */
    @Test
    void whatARowHasBesideIsCopied() {
        loseOneOfManyCells();
        rig.create(second, "halved", "this is lost");
        rig.ask(second.base(), put(second, "halved", 1, "later"));
        JournalRot.spoil(rig.journalDisk(), second.base(), "this is lost");
        rig.openGivingUp();
        rig.ask(second.base(), put(second, "torn", 0, "whole"));
        rig.ask(second.base(), put(second, "halved", 2, "later still"));
        rig.checkpoint();
        assertEquals(
                List.of(), rig.group().shard(second.base()).state().window().all());
        rig.open();
        assertEquals(Optional.of("whole"), cell(second, "torn", 0));
        assertLost(second, "torn");
        assertEquals(Optional.of("later"), cell(second, "halved", 1));
        assertEquals(Optional.of("later still"), cell(second, "halved", 2));
        assertEquals(ErrorCode.CORRUPT, NameRig.refusal(read(second, "halved", 0)));
    }

    /** Of a row whose cells are in more columns than stand in it. */
    private void loseOneOfManyCells() {
        rig.create(second, "torn", "content");
        rig.ask(second.base(), put(second, "torn", 6, "lost"));
        rig.ask(second.base(), put(second, "torn", 8, "x".repeat(3000)));
        rig.ask(second.base(), put(second, "torn", 7, "later"));
        JournalRot.spoil(rig.journalDisk(), second.base(), "lost");
        rig.openGivingUp();
        rig.checkpoint();
    }

    private void assertLost(TablePointer table, String name) {
        assertEquals(ErrorCode.CORRUPT, NameRig.refusal(read(table, name, 6)));
    }

    private Reply read(TablePointer table, String name, int column) {
        return rig.ask(table.base(), new ReadRow(table.table(), RowName.of(name), List.of(new ColumnId(column))));
    }

    private Optional<String> cell(TablePointer table, String name, int column) {
        RowFound found = (RowFound) read(table, name, column);
        return found.found().cells().get(0).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    private static EditRow put(TablePointer table, String name, int column, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        RowEdit edit = RowEdit.ofCells(List.of(new CellPut(new ColumnId(column), bytes, false)));
        return new EditRow(table.table(), RowName.of(name), Expected.PRESENT, NewRow.FILE, edit);
    }

    private void expectAllButTheLost() {
        assertEquals(Optional.of("content"), rig.content(first, "file"));
        assertEquals(Optional.of("content"), rig.content(second, "file"));
        assertEquals(Optional.of("content"), rig.content(second, "later"));
        assertEquals(Optional.empty(), rig.content(second, "lost"));
    }

    private void loseOneOfTheSecond() {
        rig.create(first, "file", "content");
        rig.create(second, "file", "content");
        rig.create(second, "lost", "content");
        rig.create(second, "later", "content");
        JournalRot.spoil(rig.journalDisk(), second.base(), "lost");
    }
}
