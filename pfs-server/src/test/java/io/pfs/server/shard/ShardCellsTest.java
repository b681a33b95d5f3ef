package io.pfs.server.shard;

import static io.pfs.server.shard.ShardRig.refusal;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.cell.Segment;
import io.pfs.pool.local.LocalPool;
import io.pfs.server.state.CellBacklog;
import io.pfs.testing.FaultDisk;
import io.pfs.testing.ManualClock;
import io.pfs.testing.MemoryDisk;
import io.pfs.wire.CellPut;
import io.pfs.wire.Expected;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.CellFound;
import io.pfs.wire.Reply.CellLength;
import io.pfs.wire.Reply.CellsListed;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Request.ListCells;
import io.pfs.wire.Request.ReadCell;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.RowEdit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Cells on their way: in the journal, in segments, and between them. */
final class ShardCellsTest {
    /** As much waits at least before a checkpoint comes of that, if a file of the journal takes it. */
    private static final int DUE_BYTES = 1 << 20;

    /** So large that no checkpoint is due before one is asked for. */
    private static final Limits ROOMY = new Limits(8, 4, 16 << 20, 1 << 20, 1 << 20, 64, 1 << 20, 64);

    /** Direct and indirect, with the journal and before it. */
    private static final int[] COLUMNS = {0, 1, 4, 5, 9, 700_000};

    private final ShardRig rig = new ShardRig();

    @BeforeEach
    void open() {
        rig.limits = ROOMY;
        rig.open().makeTables();
    }

    private static byte[] bytes(int column, int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) column);
        return bytes;
    }

    private static int length(int column) {
        return column % 2 == 0 ? 10 + column % 50 : 200;
    }

    @Test
    void cellsAreTheSameWhereverTheyStand() {
        List<CellPut> puts = new ArrayList<>();
        for (int column : COLUMNS) {
            puts.add(new CellPut(new ColumnId(column), bytes(column, length(column)), column == 9));
        }
        assertInstanceOf(RowChanged.class, rig.ask(rig.edit(0, 1, Expected.ABSENT, RowEdit.ofCells(puts))));
        checkCells("in the journal");
        rig.checkpoint();
        assertTrue(rig.group().counters().cellsFlushed() > 2);
        checkCells("in segments");
        rig.open();
        checkCells("after a restart");
        assertTrue(rig.group().counters().slicesLoaded() > 0, "its slice was on storage");
        assertInstanceOf(RowChanged.class, rig.ask(rig.put(0, 1, 2, new byte[0])));
        checkCells("beside a newer one");
    }

    private void checkCells(String what) {
        CellsListed listed = (CellsListed) rig.ask(new ListCells(rig.table(0), ShardRig.name(1)));
        for (int column : COLUMNS) {
            ColumnId id = new ColumnId(column);
            int length = length(column);
            assertArrayEquals(bytes(column, length), rig.cell(0, 1, column).orElseThrow(), what);
            assertTrue(listed.cells().contains(new CellLength(id, length)), what + " " + listed);
            Reply part = rig.ask(new ReadCell(rig.table(0), ShardRig.name(1), id, length - 5, 100));
            assertEquals(5, ((CellFound) part).bytes().length, what);
            assertEquals(length, ((CellFound) part).cellLength(), what);
        }
        assertEquals(Optional.empty(), rig.cell(0, 1, 3), what);
        ReadCell absent = new ReadCell(rig.table(0), ShardRig.name(1), new ColumnId(6), 0, 1);
        assertEquals(ErrorCode.NOT_FOUND, refusal(rig.ask(absent)), what);
    }

    /** Small: some twenty cells bring a checkpoint, and those of up to 64 bytes travel. */
    private static ShardRig small(ShardRig rig, ManualClock clock) {
        rig.limits = new Limits(8, 4, 8 << 10, 4 << 10, 1 << 20, 64, 1 << 20, 64);
        rig.clock = clock;
        rig.open().makeTables();
        return rig;
    }

    /** Brings ten at once. */
    private static void bringMany(ShardRig rig, int firstRow) {
        List<List<Reply>> answers = new ArrayList<>();
        for (int row = firstRow; row < firstRow + 10; row++) {
            answers.add(rig.begin(rig.put(0, row, 0, bytes(row, 40))));
        }
        rig.runUntilIdle();
        answers.forEach(answer -> assertInstanceOf(RowChanged.class, answer.get(0)));
    }

    /** They cost no further force; a checkpoint copies them once enough wait, and then the next have room. */
    @Test
    void cellsTravelInTheirRecordsHoweverManyComeAndAreCopiedTogether() {
        ShardRig rig = small(new ShardRig(), new ManualClock());
        for (int row = 0; row < 500; row += 10) {
            bringMany(rig, row);
        }
        assertEquals(0, rig.group().counters().cellsIngested());
        long copied = rig.group().counters().cellsFlushed();
        assertTrue(copied > 400, "copied: " + copied);
        rig.open();
        for (int row = 0; row < 500; row++) {
            assertArrayEquals(bytes(row, 40), rig.cell(0, row, 0).orElseThrow());
        }
    }

    /** All that came together fails with the file that it goes to: longer cells with a segment, and any with the journal. */
    @Test
    void cellsThatFailedAreNeededNowhere() {
        String[] failing = {"none"};
        FaultDisk.Fault fault = (call, name) -> {
            if (name.startsWith(failing[0]) && call == FaultDisk.Call.WRITE) {
                throw new PfsException(ErrorCode.NO_SPACE, name + ": planted");
            }
        };
        ShardRig poor = small(
                new ShardRig(new FaultDisk(new MemoryDisk(), fault), new FaultDisk(new MemoryDisk(), fault)),
                new ManualClock());
        requireNeededNowhere(poor, failing, "column-", 200);
        requireNeededNowhere(poor, failing, "journal-", 200);
        requireNeededNowhere(poor, failing, "journal-", 40);
    }

    private static void requireNeededNowhere(ShardRig poor, String[] failing, String files, int length) {
        failing[0] = files;
        List<List<Reply>> answers = new ArrayList<>();
        for (int row = 0; row < 10; row++) {
            answers.add(poor.begin(poor.put(0, row, 0, bytes(row, length))));
        }
        poor.runUntilIdle();
        failing[0] = "none";
        poor.ask(poor.put(0, 20, 0, bytes(1, 4))); // a journal that failed goes on after that
        answers.forEach(answer -> assertEquals(1, answer.size(), files));
        assertInstanceOf(RowChanged.class, poor.ask(poor.put(0, 20, 0, bytes(1, length))));
        assertArrayEquals(bytes(1, length), poor.cell(0, 20, 0).orElseThrow());
        poor.checkpoint();
        assertEquals(0, waitingBytes(poor), "cells that failed wait for nothing");
        assertEquals(List.of(), poor.group().collection().miscounted());
    }

    /** What waits is in memory: it must not grow for as long as a pool is broken, of which the journal knows nothing. */
    @Test
    void cellsThatCannotBeCopiedDoNotFillTheMemory() {
        boolean[] isBroken = {false};
        FaultDisk.Fault fault = (call, name) -> {
            if (isBroken[0] && name.startsWith("column-") && call == FaultDisk.Call.WRITE) {
                throw new PfsException(ErrorCode.IO_FAILED, name + ": planted");
            }
        };
        ManualClock clock = new ManualClock();
        ShardRig poor = small(new ShardRig(new MemoryDisk(), new FaultDisk(new MemoryDisk(), fault)), clock);
        long due = poor.limits.journalFileBytes();
        isBroken[0] = true;
        int longer = putUntilRefused(poor, 0, 40);
        assertTrue(waitingBytes(poor) > due, "until it was tried, they travel");
        assertTrue(waitingBytes(poor) < 2 * due);
        int all = putUntilRefused(poor, longer, 16);
        assertTrue(all > longer && waitingBytes(poor) > 4 * due, "as long as there is room, shorter ones do");
        for (int length : new int[] {0, 4}) {
            assertEquals(ErrorCode.IO_FAILED, refusal(poor.ask(poor.put(1, all, 0, bytes(1, length)))));
        }
        assertTrue(waitingBytes(poor) < 5 * due);
        isBroken[0] = false;
        long before = waitingBytes(poor);
        long ingested = poor.group().counters().cellsIngested();
        assertInstanceOf(RowChanged.class, poor.ask(poor.put(1, all, 0, bytes(all, 40))));
        assertEquals(ingested + 1, poor.group().counters().cellsIngested(), "they are written once meanwhile");
        clock.pass(60_000_000_000L);
        assertInstanceOf(RowChanged.class, poor.ask(poor.put(1, all, 0, bytes(all, 40))));
        poor.runUntilIdle();
        assertTrue(waitingBytes(poor) < before / 4, "after a while they are copied, though nothing more came to wait");
        ingested = poor.group().counters().cellsIngested();
        poor.ask(poor.put(1, all, 0, bytes(all, 40)));
        assertEquals(ingested, poor.group().counters().cellsIngested(), "they travel again");
        poor.open();
        for (int row = 0; row <= all; row++) {
            int length = row < longer || row == all ? 40 : 16;
            assertArrayEquals(bytes(row, length), poor.cell(1, row, 0).orElseThrow());
        }
    }

    /** Returns the row that was refused. */
    private static int putUntilRefused(ShardRig rig, int firstRow, int length) {
        int row = firstRow;
        while (rig.ask(rig.put(1, row, 0, bytes(row, length))) instanceof RowChanged) {
            row++;
            assertTrue(row < 2_000, "none is refused");
        }
        return row;
    }

    /** The journal that is kept has many that stand in segments since: a start takes them in, but nothing waits. */
    @Test
    void cellsThatWereCopiedBeforeAStartDoNotWait() {
        int rows = 5_000;
        ShardRig other = new ShardRig();
        other.limits = ROOMY;
        other.memoryBytes = DUE_BYTES * 4;
        other.open().makeTables();
        for (int row = 0; row < rows; row++) {
            other.ask(other.put(0, row, 0, bytes(row, 40)));
            if (row % 2_500 == 2_499) {
                other.checkpoint();
            }
        }
        other.open();
        assertTrue(waitingBytes(other) > DUE_BYTES, "as much as brings a checkpoint");
        bringMany(other, rows);
        assertEquals(0, other.group().counters().cellsIngested(), "there is room");
        assertEquals(0, other.group().counters().cellsFlushed(), "and nothing to copy");
        other.checkpoint();
        assertEquals(0, waitingBytes(other));
        for (int row = 0; row < rows; row++) {
            assertArrayEquals(bytes(row, 40), other.cell(0, row, 0).orElseThrow());
        }
    }

    private static long waitingBytes(ShardRig rig) {
        return rig.group().shards().stream()
                .flatMap(shard -> shard.state().window().all().stream())
                .mapToLong(waiting -> waiting.cell().bytes().length + CellBacklog.BESIDE_BYTES)
                .sum();
    }

    /** More than go in one step of a flush; of those that are gone there is nothing to copy, through several steps. */
    @Test
    void cellsOfVeryManyRowsAreCopiedAndThoseThatAreGoneAreLetGo() {
        int rows = 2_500;
        int gone = 1_400;
        for (int row = 0; row < rows; row++) {
            assertInstanceOf(RowChanged.class, rig.ask(rig.put(0, row, 0, bytes(row, 40))));
        }
        for (int row = 0; row < gone; row++) {
            rig.ask(rig.remove(0, row));
        }
        rig.checkpoint();
        assertEquals(rows - gone, rig.group().counters().cellsFlushed());
        assertEquals(0, rig.group().shards().get(0).state().window().count());
        rig.open();
        for (int row = gone; row < rows; row++) {
            assertArrayEquals(bytes(row, 40), rig.cell(0, row, 0).orElseThrow());
        }
    }

    /** What became of the file meanwhile shows that it was not read. */
    @Test
    void aCellThatIsReadAgainAndAgainIsReadFromMemory() {
        rig.ask(rig.put(0, 1, 0, bytes(1, 200)));
        rig.ask(rig.put(0, 2, 0, bytes(2, 200)));
        rig.checkpoint();
        String segment = rig.poolDisk.list().stream()
                .filter(name -> name.startsWith("column"))
                .findFirst()
                .orElseThrow();
        for (int read = 1; read <= 2; read++) {
            rig.cell(0, 1, 0).orElseThrow()[0] = 99; // the caller's own
        }
        rig.cell(0, 2, 0);
        for (int at = 100; at < 700; at += 50) {
            ShardRig.flip(rig.poolDisk, segment, at);
        }
        assertArrayEquals(bytes(1, 200), rig.cell(0, 1, 0).orElseThrow());
        ReadRow once = new ReadRow(rig.table(0), ShardRig.name(2), List.of(new ColumnId(0)));
        assertEquals(ErrorCode.CORRUPT, refusal(rig.ask(once)), "it was read once, so it is read again");
        rig.open();
        ReadRow again = new ReadRow(rig.table(0), ShardRig.name(1), List.of(new ColumnId(0)));
        assertEquals(ErrorCode.CORRUPT, refusal(rig.ask(again)), "memory does not outlive the process");
    }

    /** More versions than a row has cells: only the newest is copied, and the journal is free of the others. */
    @Test
    void aCellThatIsWrittenAgainAndAgainIsCopiedOnce() {
        for (int column : new int[] {1, 7}) {
            for (int i = 0; i <= Limits.CELLS_PER_ROW_MAX + 10; i++) {
                rig.ask(rig.put(0, 1, column, bytes(i, 9)));
            }
        }
        byte[] last = bytes(Limits.CELLS_PER_ROW_MAX + 10, 9);
        rig.checkpoint();
        assertEquals(2, rig.group().counters().cellsFlushed());
        assertEquals(0, rig.group().shards().get(0).state().window().count());
        rig.open();
        assertArrayEquals(last, rig.cell(0, 1, 1).orElseThrow());
        assertArrayEquals(last, rig.cell(0, 1, 7).orElseThrow());
    }

    /** All of them embedded, and all moved by one record. */
    @Test
    void aRowWithAsManyCellsAsThereMayBeIsCopied() {
        int count = Limits.CELLS_PER_ROW_MAX + Limits.DIRECT_COLUMNS_MAX;
        for (int from = 0; from < count; from += 250) {
            List<CellPut> puts = new ArrayList<>();
            for (int column = from; column < Math.min(from + 250, count); column++) {
                puts.add(new CellPut(new ColumnId(column), bytes(column, 2), false));
            }
            assertInstanceOf(RowChanged.class, rig.ask(rig.edit(0, 1, Expected.ANY, RowEdit.ofCells(puts))));
        }
        rig.checkpoint();
        assertEquals(count, rig.group().counters().cellsFlushed());
        rig.open();
        for (int column = 0; column < count; column += 97) {
            assertArrayEquals(bytes(column, 2), rig.cell(0, 1, column).orElseThrow(), "column " + column);
        }
    }

    /** Damage is named, and costs no other cell. */
    @Test
    void aRottenCellIsRefusedAndNoOther() {
        rig.ask(rig.put(0, 1, 0, bytes(1, 300)));
        rig.ask(rig.put(0, 2, 0, bytes(2, 300)));
        String segment =
                Segment.fileName(Segment.ids(new LocalPool(rig.poolDisk)).get(0));
        ShardRig.flip(rig.poolDisk, segment, 200);
        rig.open();
        Reply refused = rig.ask(rig.read(0, 1, 0));
        assertEquals(ErrorCode.CORRUPT, refusal(refused));
        assertTrue(refused.toString().contains(segment), refused.toString());
        assertArrayEquals(bytes(2, 300), rig.cell(0, 2, 0).orElseThrow());
        assertInstanceOf(RowChanged.class, rig.ask(rig.put(0, 1, 0, bytes(3, 300))), "it can be written anew");
        assertArrayEquals(bytes(3, 300), rig.cell(0, 1, 0).orElseThrow());
    }

    /** What can't be copied stays in the journal, where it is read from, and is copied when there is space again. */
    @Test
    void withoutSpaceForCopiesNothingIsLost() {
        boolean[] full = new boolean[1];
        ShardRig poor = new ShardRig(new FaultDisk(new MemoryDisk(), (call, name) -> {
            if (full[0] && name.startsWith("column-")) {
                throw new PfsException(ErrorCode.NO_SPACE, name + ": planted");
            }
        }));
        poor.open().makeTables();
        full[0] = true;
        int taken = 0;
        while (taken < 10 || poor.group().counters().checkpointsCounted() <= 2) {
            assertInstanceOf(RowChanged.class, poor.ask(poor.put(0, taken, 1, bytes(taken, 16))));
            taken++;
        }
        assertEquals(ErrorCode.NO_SPACE, refusal(poor.ask(poor.put(0, 0, 1, bytes(1, 300)))));
        assertArrayEquals(bytes(7, 16), poor.cell(0, 7, 1).orElseThrow());
        poor.open();
        for (int i = 0; i < taken; i++) {
            assertArrayEquals(bytes(i, 16), poor.cell(0, i, 1).orElseThrow());
        }
        full[0] = false;
        poor.checkpoint();
        assertEquals(0, poor.group().shards().get(0).state().window().count());
        assertInstanceOf(RowChanged.class, poor.ask(poor.put(0, 0, 1, bytes(1, 300))));
        for (int i = 0; i < 3; i++) {
            poor.ask(poor.put(0, 300 + i, 1, new byte[0]));
            poor.checkpoint();
        }
        assertTrue(poor.journalFiles().size() < 8, poor.journalFiles().toString());
        poor.open();
        assertArrayEquals(bytes(7, 16), poor.cell(0, 7, 1).orElseThrow());
    }
}
