package io.pfs.server.shard;

import static io.pfs.server.shard.ShardRig.name;
import static io.pfs.server.shard.ShardRig.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.server.state.GroupCounters;
import io.pfs.testing.FaultDisk;
import io.pfs.testing.FaultDisk.Call;
import io.pfs.testing.MemoryDisk;
import io.pfs.wire.Cursor;
import io.pfs.wire.Envelope;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Reply.RowsChanged;
import io.pfs.wire.Reply.RowsFound;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.EditRows;
import io.pfs.wire.Request.ListRows;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.RowEdit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Slices come and go within a budget, and what is not in memory costs few reads. */
final class SliceMemoryTest {
    private static final long BUDGET = 256 << 10;

    private boolean poolFails;
    private final ShardRig rig = new ShardRig(new FaultDisk(new MemoryDisk(), (call, file) -> {
        if (poolFails && call == Call.WRITE) {
            throw new PfsException(ErrorCode.NO_SPACE, "planted");
        }
    }));

    SliceMemoryTest() {
        rig.memoryBytes = BUDGET;
        rig.open();
        rig.makeTables();
    }

    private GroupCounters counters() {
        return rig.group().counters();
    }

    @Test
    void whatIsKeptInMemoryStaysWithinItsBudget() {
        for (int from = 0; from < 1_200; from += 50) {
            rig.create(0, from, from + 50);
            assertTrue(
                    rig.group().sliceMemoryUsed() < BUDGET + BUDGET / 4,
                    rig.group().sliceMemoryUsed() + " bytes after " + from + " rows");
        }
        assertTrue(counters().slicesEvicted() > 0);
        for (int i = 0; i < 1_200; i++) {
            assertInstanceOf(RowFound.class, rig.ask(rig.read(0, i)), "row " + i);
        }
        rig.open();
        for (int i = 0; i < 1_200; i += 7) {
            assertInstanceOf(RowFound.class, rig.ask(rig.read(0, i)), "row " + i);
        }
    }

    /** Rows of far more slices than stay in memory: those that were loaded for it must not go while others are. */
    @Test
    void aBatchThatIsWiderThanMemoryComesToItsEnd() {
        rig.create(0, 0, 1_200);
        rig.checkpoint();
        List<EditRow> edits = IntStream.range(0, 100)
                .mapToObj(i -> new EditRow(
                        rig.table(0), name(i * 12), Expected.PRESENT, NewRow.FILE, RowEdit.ofTags(Map.of(), Set.of())))
                .toList();
        List<Reply> replies = rig.begin(new EditRows(rig.table(0), edits));
        for (int step = 0; step < 5_000 && replies.isEmpty(); step++) {
            Envelope other = ShardRig.envelope(2, step + 1, rig.read(0, step * 37 % 1_200)); // needs memory, too
            rig.group().submit(other, reply -> {});
            rig.step();
        }
        assertEquals(1, replies.size(), "it is answered");
        assertInstanceOf(RowsChanged.class, replies.get(0));
    }

    @Test
    void aColdNameCostsAnImageAndADeltaAtMostAndAnAbsentOneNothing() {
        rig.create(0, 0, 600);
        rig.checkpoint();
        rig.create(0, 600, 620);
        rig.checkpoint();
        rig.open();
        long before = counters().recordsRead();
        for (int i = 10_000; i < 10_600; i++) {
            assertEquals(ErrorCode.NOT_FOUND, refusal(rig.ask(rig.read(0, i))));
        }
        long falselyRead = counters().recordsRead() - before;
        assertTrue(falselyRead <= 40, falselyRead + " records read for 600 absent names");
        for (int i = 0; i < 620; i++) {
            before = counters().recordsRead();
            assertInstanceOf(RowFound.class, rig.ask(rig.read(0, i)));
            assertTrue(counters().recordsRead() - before <= 2, "row " + i);
        }
    }

    /** Its slices stay, however many they are. */
    @Test
    void aTableThatWasEmptiedIsPassedOverUnread() {
        rig.create(0, 0, 1_200);
        removeAllBut(1_200, Set.of());
        rig.checkpoint();
        rig.open();
        long before = counters().recordsRead();
        RowsFound all = list(Optional.empty());
        assertEquals(List.of(), all.rows());
        assertEquals(Optional.empty(), all.next());
        assertEquals(0, counters().recordsRead() - before);
    }

    /** Where few rows are left a page of many would have very many slices loaded before it is full. */
    @Test
    void aPageEndsAfterSomeSlicesAndTheNextGoesOn() {
        Set<Integer> kept =
                IntStream.range(0, 1_200).filter(i -> i % 5 == 0).boxed().collect(Collectors.toSet());
        rig.create(0, 0, 1_200);
        removeAllBut(1_200, kept);
        rig.checkpoint();
        rig.open();
        Set<RowName> listed = new HashSet<>();
        int pages = 0;
        Optional<Cursor> next = Optional.empty();
        do {
            long before = counters().recordsRead();
            RowsFound page = list(next);
            assertTrue(counters().recordsRead() - before <= 130, "page " + pages);
            page.rows().forEach(row -> assertTrue(listed.add(row.name())));
            next = page.next();
            pages++;
        } while (next.isPresent());
        assertTrue(pages > 1);
        assertEquals(kept.stream().map(ShardRig::name).collect(Collectors.toSet()), listed);
    }

    private void removeAllBut(int rows, Set<Integer> kept) {
        for (int i = 0; i < rows; i++) {
            if (!kept.contains(i)) {
                rig.ask(rig.remove(0, i));
            }
        }
    }

    private RowsFound list(Optional<Cursor> from) {
        return assertInstanceOf(RowsFound.class, rig.ask(new ListRows(rig.table(0), from, 4_096, 0, List.of())));
    }

    /** A checkpoint of slices that are not in memory does not bring them there. */
    @Test
    void aMistakeOfTheFilterCostsOneReadingAndNoMemory() {
        rig.create(0, 0, 600);
        rig.checkpoint();
        rig.open();
        int mistaken = 10_000;
        while (recordsReadFor(mistaken) == 0) {
            mistaken++;
        }
        long used = rig.group().sliceMemoryUsed();
        assertEquals(0, recordsReadFor(mistaken), "it is known now");
        assertEquals(used, rig.group().sliceMemoryUsed(), "its slice was not taken in, or would be now");
        assertEquals(1, counters().slicesLoaded(), "read, not taken in");
        rig.create(0, mistaken, mistaken + 1);
        assertInstanceOf(RowFound.class, rig.ask(rig.read(0, mistaken)));
        rig.checkpoint();
        rig.open();
        assertInstanceOf(RowFound.class, rig.ask(rig.read(0, mistaken)), "what was known is not known for ever");
    }

    /** What one asks for in vain is read as far as its names; another may ask for a row of the same slice meanwhile. */
    @Test
    void aMistakeOfTheFilterHidesNothingFromWhoAsksMeanwhile() {
        rig.create(0, 0, 600);
        rig.checkpoint();
        rig.create(0, 600, 640);
        rig.checkpoint();
        rig.open();
        int mistaken = 10_000;
        while (recordsReadFor(mistaken) == 0) {
            mistaken++;
        }
        for (int i = 0; i < 640; i += 7) {
            rig.open();
            List<Reply> absent = rig.begin(rig.read(0, mistaken));
            List<Reply> present = rig.begin(rig.read(0, i));
            rig.runUntilIdle();
            assertEquals(ErrorCode.NOT_FOUND, refusal(absent.get(0)), "beside row " + i);
            assertInstanceOf(RowFound.class, present.get(0), "row " + i);
        }
    }

    /** Who asks while names are read for somebody else has the slice read once more, and does not hold him up for ever. */
    @Test
    void whoAsksIsAnsweredThoughOthersGoOnAsking() {
        ShardRig wide = new ShardRig();
        wide.limits = new Limits(1024, 16, 64 << 20, 1 << 20, 1 << 20, 64, 1 << 20, 64);
        wide.open().makeTables();
        wide.create(0, 0, 400);
        wide.checkpoint();
        wide.open();
        List<Integer> mistaken = new ArrayList<>();
        for (int i = 10_000; mistaken.size() < 20; i++) {
            long before = wide.group().counters().recordsRead();
            assertEquals(ErrorCode.NOT_FOUND, refusal(wide.ask(wide.read(0, i))));
            if (wide.group().counters().recordsRead() > before) {
                mistaken.add(i);
            }
        }
        wide.open();
        List<Reply> first = wide.begin(wide.read(0, mistaken.get(0)));
        int asked = 1;
        while (first.isEmpty() && asked < mistaken.size()) {
            wide.begin(wide.read(0, mistaken.get(asked)));
            asked++;
            wide.step();
        }
        assertTrue(asked <= 6, "answered when " + asked + " had asked");
    }

    private long recordsReadFor(int absent) {
        long before = counters().recordsRead();
        assertEquals(ErrorCode.NOT_FOUND, refusal(rig.ask(rig.read(0, absent))));
        return counters().recordsRead() - before;
    }

    @Test
    void changesToColdSlicesAreWrittenWithoutTheirRows() {
        rig.create(0, 0, 600);
        rig.checkpoint();
        rig.open();
        for (int round = 0; round < 6; round++) {
            long loaded = counters().slicesLoaded();
            rig.create(0, 1_000 + 20 * round, 1_020 + 20 * round);
            rig.checkpoint();
            assertTrue(counters().slicesLoaded() - loaded <= 12, "for splits and false positives of filters");
        }
        rig.ask(rig.remove(0, 1_000));
        rig.checkpoint();
        rig.open();
        assertEquals(ErrorCode.NOT_FOUND, refusal(rig.ask(rig.read(0, 1_000))));
        for (int i = 1_001; i < 1_120; i++) {
            assertInstanceOf(RowFound.class, rig.ask(rig.read(0, i)), "row " + i);
        }
        for (int i = 0; i < 600; i++) {
            assertInstanceOf(RowFound.class, rig.ask(rig.read(0, i)), "row " + i);
        }
    }

    @Test
    void whenStorageTakesNothingChangesAreRefusedAndReadsGoOn() {
        rig.create(0, 0, 20);
        poolFails = true;
        int at = 20;
        while (rig.ask(rig.create(0, at)) instanceof RowChanged) {
            at++;
            assertTrue(at < 4_000, "there is an end to it");
        }
        assertEquals(ErrorCode.BUSY, refusal(rig.ask(rig.create(0, at))));
        EditRows many = new EditRows(rig.table(0), List.of(rig.create(0, at), rig.create(0, at + 1)));
        assertEquals(ErrorCode.BUSY, refusal(rig.ask(many)));
        assertTrue(counters().refusedForMemory() > 0);
        assertTrue(counters().checkpointsForMemory() > 0, "it was tried");
        assertInstanceOf(RowFound.class, rig.ask(rig.read(0, at - 1)));
        poolFails = false;
        rig.ask(rig.create(0, at));
        assertInstanceOf(RowChanged.class, rig.ask(rig.create(0, at + 1)), "space has come back");
    }

    @Test
    void tablesThatNobodyUsesArePackedAwayAndComeBack() {
        int count = 400;
        List<TableId> tables = new ArrayList<>();
        for (int t = 0; t < count; t++) {
            TableMade made = (TableMade) rig.ask(ShardRig.makeTable(RowName.of("tiny-" + t), 0));
            tables.add(made.pointer().table());
            EditRow create = new EditRow(tables.get(t), name(t), Expected.ABSENT, NewRow.FILE, RowEdit.NONE);
            assertInstanceOf(RowChanged.class, rig.ask(create));
        }
        rig.checkpoint();
        assertTrue(counters().tablesClosed() > count / 2, counters().tablesClosed() + " tables closed");
        for (int life = 0; life < 2; life++) {
            for (int t = 0; t < count; t++) {
                Reply reply = rig.ask(new ReadRow(tables.get(t), name(t), List.of()));
                assertInstanceOf(RowFound.class, reply, tables.get(t).toString());
            }
            rig.open();
        }
    }
}
