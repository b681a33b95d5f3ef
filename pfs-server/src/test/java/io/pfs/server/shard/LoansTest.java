package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.cell.CellHeader;
import io.pfs.cell.Segment;
import io.pfs.pool.local.LocalPool;
import io.pfs.row.CellLocation;
import io.pfs.row.RowLayout;
import io.pfs.row.TablePointer;
import io.pfs.server.gc.GcGoal;
import io.pfs.server.metadata.MetadataFiles;
import io.pfs.server.metadata.MetadataScan;
import io.pfs.server.metadata.RecordPlace;
import io.pfs.server.state.Intents;
import io.pfs.server.table.Intent.Borrowed;
import io.pfs.server.table.Intent.Leaving;
import io.pfs.server.table.Intent.Lent;
import io.pfs.testing.Seeds;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request.ListRows;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.RemoveTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Rows that went to another server point to segments of the one that they left, until they need them no more. */
final class LoansTest {
    private static final int PASSES = 12;

    private static NameRig rig(int servers) {
        return new NameRig(servers, UnaryOperator.identity());
    }

    private static void done(Reply reply) {
        assertTrue(!(reply instanceof Refused), reply::toString);
    }

    private static String content(int n) {
        return "content " + n + "x".repeat(100); // in a segment from the start
    }

    private static void collect(NameRig rig) {
        for (int pass = 0; pass < PASSES; pass++) {
            for (ShardGroup group : rig.groups()) {
                group.collection().start(GcGoal.ALL, ended -> {});
                rig.runUntilIdle();
            }
            rig.passTime();
        }
    }

    private static long segments(NameRig rig, int server) {
        return Segment.ids(new LocalPool(rig.poolDisk(server))).size();
    }

    private static Intents intents(NameRig rig, int shard) {
        ShardId id = new ShardId(shard);
        return rig.groupOf(id).shard(id).state().tables().intents();
    }

    private static void checkCounts(NameRig rig) {
        rig.groups().forEach(group -> assertEquals(List.of(), group.collection().miscounted()));
    }

    private static void requireNothingIsLeft(NameRig rig) {
        rig.groups().forEach(group -> assertEquals(List.of(), group.collection().totals()));
        for (int server = 0; server < rig.serverCount(); server++) {
            rig.groups().get(server).shards().forEach(shard -> {
                Intents intents = shard.state().tables().intents();
                assertTrue(
                        intents.isEmpty(),
                        () -> shard.id() + " has " + intents + intents.loans().borrowings()
                                + intents.loans().lendings());
            });
        }
    }

    @Test
    void aFileThatMovedKeepsItsSegmentUntilItIsCopied() {
        NameRig rig = rig(2);
        TablePointer here = rig.mkdir(NameRig.root(), "here", 2);
        TablePointer there = rig.mkdir(NameRig.root(), "there", 1);
        done(rig.create(here, "a", content(1)));
        for (int n = 0; n < 20; n++) {
            done(rig.create(here, "garbage-" + n, content(n)));
        }
        done(rig.move(here, "a", there, "b"));
        assertEquals(1, intents(rig, 1).loans().borrowings().size());
        assertEquals(1, intents(rig, 2).loans().lendings().size());
        checkCounts(rig);
        done(rig.removeAll(NameRig.root(), "here"));
        collect(rig);
        assertEquals(content(1), rig.content(there, "b").orElseThrow(), "it was copied or is where it was");
        checkCounts(rig);
        rig.open();
        assertEquals(content(1), rig.content(there, "b").orElseThrow());
        done(rig.removeAll(NameRig.root(), "there"));
        collect(rig);
        requireNothingIsLeft(rig);
        assertEquals(0, segments(rig, 0) + segments(rig, 1), "segments");
        rig.open();
        requireNothingIsLeft(rig); // though the journal says what was once pointed to of a segment that was given back
    }

    /** Its cell bears the name that it had there, and only a note here tells where it is. */
    @Test
    void aFileThatMovedIsFoundByCollections() {
        NameRig rig = rig(2);
        TablePointer here = rig.mkdirWide(NameRig.root(), "here", 2, 2);
        TablePointer there = rig.mkdir(NameRig.root(), "there", 1);
        done(rig.create(here, "a", content(1)));
        for (int n = 0; n < 6; n++) {
            done(rig.create(here, "garbage-" + n, content(n)));
        }
        done(rig.move(here, "a", there, "b"));
        done(rig.move(there, "b", there, "c"));
        done(rig.move(here, "garbage-0", there, "d"));
        done(rig.create(there, "e", "short"));
        done(rig.replace(there, "e", there, "d"));
        done(rig.removeAll(NameRig.root(), "here"));
        collect(rig);
        assertEquals(0, intents(rig, 1).loans().borrowings().size(), "it was copied, so nothing is borrowed any more");
        assertEquals(content(1), rig.content(there, "c").orElseThrow());
        assertEquals(0, segments(rig, 0), "segments of the other");
    }

    private static void files(NameRig rig, TablePointer table) {
        done(rig.create(table, "first", "1".repeat(1700)));
        done(rig.create(table, "second", "2".repeat(900)));
        done(rig.create(table, "third", "3".repeat(600)));
    }

    /** At whatever moment of its return that is. */
    @Test
    void aSegmentThatIsReturnedMayBeBorrowedAgain() {
        for (int steps = 0; steps < 40; steps++) {
            NameRig rig = rig(2);
            TablePointer here = rig.mkdir(NameRig.root(), "here", 2);
            TablePointer there = rig.mkdir(NameRig.root(), "there", 1);
            rig.groups().forEach(group -> group.collection().runInBackground(false));
            files(rig, here);
            done(rig.move(here, "first", there, "first"));
            done(rig.move(here, "second", there, "second"));
            for (String name : List.of("first", "second")) {
                done(rig.create(there, name + ".tmp", "short"));
                done(rig.replace(there, name + ".tmp", there, name));
            }
            rig.groupOf(there.base()).collection().start(GcGoal.ALL, ended -> {});
            for (int step = 0; step < steps; step++) {
                rig.step();
            }
            done(rig.move(here, "third", there, "third"));
            rig.runUntilIdle();
            done(rig.removeAll(NameRig.root(), "here"));
            collect(rig);
            assertEquals("3".repeat(600), rig.content(there, "third").orElseThrow(), "after " + steps + " steps");
            checkCounts(rig);
        }
    }

    private static void untilANameIsKept(NameRig rig) {
        for (int step = 0; !intents(rig, 1).keepsNames(); step++) {
            rig.step();
            assertTrue(step < 100, "the name is kept");
        }
    }

    /** Who keeps a name for a row of a server that is down goes on with all else. */
    @Test
    void nobodyWaitsForAServerThatIsDown() {
        NameRig rig = rig(2);
        TablePointer here = rig.mkdir(NameRig.root(), "here", 2);
        TablePointer there = rig.mkdir(NameRig.root(), "there", 1);
        done(rig.create(here, "a", content(1)));
        done(rig.create(there, "b", "beneath"));
        rig.submit(rig.envelope(here.base(), NameRig.rename(here, "a", there, "b", true)));
        untilANameIsKept(rig);
        rig.stop(0);
        List<Reply> read =
                rig.submit(rig.envelope(there.base(), new ReadRow(there.table(), RowName.of("b"), List.of())));
        ShardGroup left = rig.groupOf(there.base());
        left.checkpoint();
        rig.runUntilIdle();
        rig.passTime();
        assertTrue(!left.isCheckpointing(), "a checkpoint passes over the name");
        assertEquals(
                List.of(ErrorCode.UNREACHABLE),
                read.stream().map(NameRig::refusal).toList());
        ListRows list = new ListRows(there.table(), Optional.empty(), 10, 0, List.of());
        assertEquals(ErrorCode.UNREACHABLE, NameRig.refusal(rig.ask(there.base(), list)));
        done(rig.create(there, "c", content(3)));
        rig.open(0);
        rig.passTime();
        assertEquals("beneath", rig.content(there, "b").orElseThrow(), "nobody had decided");
        assertEquals(content(1), rig.content(here, "a").orElseThrow());
    }

    /** What a row holds that goes to another server is read before that is decided. */
    @Test
    void aRowOfWhichNotAllCanBeReadStaysWhereItIs() {
        NameRig rig = rig(2);
        TablePointer here = rig.mkdir(NameRig.root(), "here", 2);
        TablePointer there = rig.mkdir(NameRig.root(), "there", 1);
        done(rig.create(here, "a", content(1)));
        rig.checkpoint();
        flip(rig, 0, indirectRecord(rig, here, "a"));
        rig.open();
        assertEquals(ErrorCode.CORRUPT, NameRig.refusal(rig.move(here, "a", there, "b")));
        assertEquals(List.of("a"), rig.names(here));
        assertEquals(List.of(), rig.names(there), "nothing is kept there");
        flip(rig, 0, indirectRecord(rig, here, "a"));
        done(rig.move(here, "a", there, "b"));
        assertEquals(content(1), rig.content(there, "b").orElseThrow());
        checkCounts(rig);
    }

    /** Where the record is that says of a row's further cells where they are. */
    private static CellLocation indirectRecord(NameRig rig, TablePointer table, String name) {
        byte[] row = rig.list(table).stream()
                .filter(found -> found.name().equals(RowName.of(name)))
                .findFirst()
                .orElseThrow()
                .bytes();
        CellLocation record = RowLayout.cell(row, 0, RowLayout.INDIRECT_SLOT).orElseThrow();
        assertTrue(!record.isInJournal(), "it stands in a segment");
        return record;
    }

    /** The cell's last byte. */
    private static void flip(NameRig rig, int server, CellLocation cell) {
        long last = cell.offset() + CellHeader.FIXED_BYTES + cell.length() - 1;
        ShardRig.flip(rig.poolDisk(server), Segment.fileName(cell.segment()), last);
    }

    /** What comes to a table that is removed goes with it, whatever is left of it, wherever its row is. */
    @Test
    void aRowThatRotsOnItsWayKeepsNoDirectoryFromBeingRemoved() {
        for (int parentShard : new int[] {0, 1}) {
            for (boolean isFailing : new boolean[] {false, true}) {
                removeWhereARowRotsOnItsWay(parentShard, isFailing);
            }
        }
    }

    private static void removeWhereARowRotsOnItsWay(int parentShard, boolean isFailing) {
        NameRig rig = rig(3);
        TablePointer here = rig.mkdir(NameRig.root(), "here", 2);
        TablePointer parent = rig.mkdir(NameRig.root(), "parent", parentShard);
        TablePointer there = rig.mkdir(parent, "there", 1);
        done(rig.create(here, "a", content(1)));
        rig.checkpoint();
        decideOnOneThatRots(rig, here, there, isFailing);
        ErrorCode why = isFailing ? ErrorCode.IO_FAILED : ErrorCode.CORRUPT;
        assertEquals(
                why, NameRig.refusal(rig.ask(there.base(), new ReadRow(there.table(), RowName.of("b"), List.of()))));
        ListRows list = new ListRows(there.table(), Optional.empty(), 10, 0, List.of());
        assertEquals(why, NameRig.refusal(rig.ask(there.base(), list)));
        if (parentShard == there.base().value()) {
            assertEquals(why, NameRig.refusal(rig.rmdir(parent, "there")), "a row comes to it");
        }
        List<Reply> removed =
                rig.submit(rig.envelope(parent.base(), new RemoveTable(parent.table(), RowName.of("there"), true)));
        rig.runUntilIdle();
        rig.passTime();
        rig.passTime();
        removed.forEach(LoansTest::done);
        assertEquals(1, removed.size(), "it is removed");
        rig.mkdir(NameRig.root(), "other", 1);
        done(rig.move(NameRig.root(), "other", parent, "other"));
        rig.passTime();
        assertTrue(intents(rig, 1).kept().isEmpty() && intents(rig, 1).reaped().isEmpty(), "nothing is left");
        rig.setUnreadable(Optional.empty());
        rig.passTime();
        assertTrue(intents(rig, 2).decided().isEmpty(), "the rename is over");
        rig.open();
    }

    /** A file is on its way, and the record that tells of its cells can't be read any more when it comes. */
    private static void decideOnOneThatRots(NameRig rig, TablePointer here, TablePointer there, boolean isFailing) {
        CellLocation record = indirectRecord(rig, here, "a");
        rig.submit(rig.envelope(here.base(), NameRig.rename(here, "a", there, "b", false)));
        untilItIsDecided(rig, 2);
        rig.stop(1);
        rig.runUntilIdle();
        if (isFailing) {
            rig.setUnreadable(Optional.of(Segment.fileName(record.segment())));
        } else {
            flip(rig, 2, record);
        }
        rig.open(1);
        rig.runUntilIdle();
    }

    /** Of that one nobody knows whether it comes, so it is not removed with what does come. */
    @Test
    void aRowThatRotsDoesNotHideAnotherThatMayCome() {
        NameRig rig = rig(4);
        TablePointer here = rig.mkdir(NameRig.root(), "here", 2);
        TablePointer third = rig.mkdir(NameRig.root(), "third", 3);
        TablePointer parent = rig.mkdir(NameRig.root(), "parent", 1);
        TablePointer there = rig.mkdir(parent, "there", 1);
        done(rig.create(here, "a", content(1)));
        done(rig.create(third, "a", content(2)));
        rig.checkpoint();
        decideOnOneThatRots(rig, here, there, false);
        rig.submit(rig.envelope(third.base(), NameRig.rename(third, "a", there, "c", false)));
        for (int step = 0; intents(rig, 1).kept().size() < 2; step++) {
            rig.step();
            assertTrue(step < 100, "another name is kept");
        }
        rig.stop(3);
        RemoveTable remove = new RemoveTable(parent.table(), RowName.of("there"), true);
        List<Reply> removed = rig.submit(rig.envelope(parent.base(), remove));
        rig.runUntilIdle();
        rig.passTime();
        assertEquals(
                List.of(ErrorCode.UNREACHABLE),
                removed.stream().map(NameRig::refusal).toList());
        rig.open(3);
        rig.passTime();
        done(rig.removeAll(parent, "there"));
        rig.passTime();
        rig.passTime();
        assertTrue(intents(rig, 1).kept().isEmpty() && intents(rig, 1).reaped().isEmpty(), "nothing is left");
        rig.open();
        assertEquals(content(2), rig.content(third, "a").orElseThrow(), "that was not decided");
    }

    private static void untilItIsDecided(NameRig rig, int shard) {
        for (int step = 0; intents(rig, shard).decided().isEmpty(); step++) {
            rig.step();
            assertTrue(step < 100, "the rename is decided");
        }
    }

    /** The other server has it whole, and what went with it nobody here can tell any more. */
    @Test
    void aSliceThatRotsOnItsWayIsGivenAllTheSame() {
        NameRig rig = rig(2);
        TablePointer table = rig.mkdirWide(NameRig.root(), "wide", 0, 2);
        giveOneThatRots(rig, table, 1);
        requireReadable(rig, table, 1);
    }

    /** So its home keeps all that it counts. */
    @Test
    void ofWhatARottenSliceTookAlongNobodySaysThatItMayGo() {
        NameRig rig = rig(3);
        TablePointer table = rig.mkdirWide(NameRig.root(), "wide", 0, 1); // the third has the half of it
        giveOneThatRots(rig, table, 2);
        assertTrue(intents(rig, 0).loans().lendings().isEmpty(), "nobody there knows of the loan");
        assertEquals(1, intents(rig, 2).loans().borrowings().size());
        collect(rig);
        requireReadable(rig, table, 2);
        assertEquals(
                List.of(),
                rig.damageLeftBehind().stream()
                        .filter(damage -> damage.text().contains("loan"))
                        .toList());
    }

    /** A folder of the network may be gone for a moment, and with it all files. */
    @Test
    void whatASliceTookAlongIsWrittenDownOnceItIsThereAgain() {
        NameRig rig = rig(3);
        TablePointer table = rig.mkdirWide(NameRig.root(), "wide", 0, 1);
        List<SliceKey> leaving = adoptOne(rig, table, 2);
        rig.open(0);
        rig.setMissing(MetadataFiles.name(placesOf(rig, leaving).get(0).fileId()));
        rig.passTime();
        assertEquals(leaving, leaving(rig), "nobody can tell what it takes along");
        rig.setUnreadable(Optional.empty());
        rig.passTime();
        rig.passTime();
        assertEquals(List.of(), leaving(rig), "it is gone");
        assertEquals(borrowed(rig, 2), lent(rig, 0));
        requireReadable(rig, table, 2);
        checkCounts(rig);
    }

    private static Set<Long> borrowed(NameRig rig, int shard) {
        return intents(rig, shard).loans().borrowings().stream()
                .flatMap(row -> row.segments().stream())
                .map(Borrowed::segment)
                .collect(Collectors.toSet());
    }

    private static Set<Long> lent(NameRig rig, int shard) {
        return intents(rig, shard).loans().lendings().stream()
                .flatMap(row -> row.segments().stream())
                .map(Lent::segment)
                .collect(Collectors.toSet());
    }

    /** The first server crashes when the other has adopted a slice, and finds it damaged. */
    private static void giveOneThatRots(NameRig rig, TablePointer table, int other) {
        List<SliceKey> leaving = adoptOne(rig, table, other);
        rig.stop(0);
        placesOf(rig, leaving).forEach(place -> RottenSliceTest.flip(rig, place));
        rig.open(0);
        rig.passTime();
        rig.passTime();
        assertEquals(List.of(), leaving(rig), "it is gone");
    }

    /** Where the first server has slices. */
    private static List<RecordPlace> placesOf(NameRig rig, List<SliceKey> slices) {
        return MetadataScan.of(new LocalPool(rig.poolDisk(0))).found().stream()
                .filter(found -> slices.contains(found.record().key()))
                .map(MetadataScan.Found::place)
                .distinct()
                .toList();
    }

    /** Another server has adopted a slice, of which the first has not heard yet. */
    private static List<SliceKey> adoptOne(NameRig rig, TablePointer table, int other) {
        WideClient client = new WideClient(rig, table, rig::passTime);
        rig.stop(other);
        for (int n = 0; leaving(rig).isEmpty(); n++) {
            client.put("row-" + n, content(n));
            assertTrue(n < 100, "one is split off for the other server");
        }
        List<SliceKey> leaving = leaving(rig);
        rig.checkpoint();
        rig.open(other);
        rig.passTimeOnly();
        for (int step = 0; leaving(rig).stream().noneMatch(slice -> isAdopted(rig, other, slice)); step++) {
            rig.step();
            assertTrue(step < 1000, "one is adopted");
        }
        return leaving;
    }

    /** All that a server has of a table. */
    private static void requireReadable(NameRig rig, TablePointer table, int server) {
        int[] rows = {0};
        for (Shard shard : rig.groups().get(server).shards()) {
            List<String> names = new ArrayList<>();
            shard.visit((id, name, row) -> {
                if (id.equals(table.table())) {
                    names.add(name.toString());
                }
            });
            TablePointer part = new TablePointer(table.table(), shard.id(), 0, table.hashSeed());
            names.forEach(name -> {
                int n = Integer.parseInt(name.substring("row-".length()));
                assertEquals(content(n), rig.content(part, name).orElseThrow());
                rows[0]++;
            });
        }
        assertTrue(rows[0] > 0, "it has some");
    }

    private static List<SliceKey> leaving(NameRig rig) {
        return intents(rig, 0).leaving().stream().map(Leaving::slice).toList();
    }

    private static boolean isAdopted(NameRig rig, int server, SliceKey slice) {
        return rig.groups().get(server).shards().stream()
                .anyMatch(shard -> shard.state().hasWhole(slice));
    }

    /** Nobody knows whether the table is empty, and it may be long before anybody does. */
    @Test
    void whoRemovesATableIsRefusedWhileARowMayComeFromAServerThatIsDown() {
        for (boolean withAll : new boolean[] {false, true}) {
            NameRig rig = rig(3);
            TablePointer here = rig.mkdir(NameRig.root(), "here", 2);
            TablePointer parent = rig.mkdir(NameRig.root(), "parent", 1);
            TablePointer there = rig.mkdir(parent, "there", 1);
            done(rig.create(here, "a", content(1)));
            rig.submit(rig.envelope(here.base(), NameRig.rename(here, "a", there, "b", false)));
            untilANameIsKept(rig);
            rig.stop(2);
            RemoveTable remove = new RemoveTable(parent.table(), RowName.of("there"), withAll);
            List<Reply> removed = rig.submit(rig.envelope(parent.base(), remove));
            rig.runUntilIdle();
            rig.passTime();
            assertEquals(
                    List.of(ErrorCode.UNREACHABLE),
                    removed.stream().map(NameRig::refusal).toList(),
                    withAll ? "rm -r" : "rmdir");
            done(rig.create(there, "c", content(3)));
            rig.open(2);
            rig.passTime();
            assertEquals(content(1), rig.content(here, "a").orElseThrow());
            done(rig.removeAll(parent, "there"));
            done(rig.rmdir(NameRig.root(), "parent"));
            checkCounts(rig);
        }
    }

    /** Nor is it looked at more often the more others are removed. */
    @Test
    void oneTableThatWaitsKeepsNoOtherFromBeingTakenApart() {
        NameRig rig = rig(3);
        TablePointer here = rig.mkdir(NameRig.root(), "here", 2);
        TablePointer parent = rig.mkdir(NameRig.root(), "parent", 1);
        TablePointer there = rig.mkdir(parent, "there", 1);
        TablePointer others = rig.mkdir(NameRig.root(), "others", 1);
        done(rig.create(here, "a", content(1)));
        rig.submit(rig.envelope(here.base(), NameRig.rename(here, "a", there, "b", false)));
        untilANameIsKept(rig);
        rig.stop(2);
        done(rig.removeAll(NameRig.root(), "parent"));
        rig.passTime();
        List<Long> timers = new ArrayList<>();
        for (int n = 0; n < 8; n++) {
            TablePointer other = rig.mkdir(others, "other-" + n, 1);
            done(rig.create(other, "file", content(n)));
            done(rig.removeAll(others, "other-" + n));
            rig.passTime();
            timers.add(rig.timers(1));
        }
        assertEquals(List.of(there.table()), reaped(rig, 1), "of the others nothing is left");
        assertEquals(timers.get(0), timers.get(7), "each time as much waits: " + timers);
        rig.open(2);
        rig.passTime();
        rig.passTime();
        assertEquals(List.of(), reaped(rig, 1));
        assertEquals(content(1), rig.content(here, "a").orElseThrow(), "nobody had decided");
        checkCounts(rig);
    }

    private static List<TableId> reaped(NameRig rig, int server) {
        return rig.groups().get(server).shards().stream()
                .flatMap(shard -> shard.state().tables().intents().reaped().stream())
                .toList();
    }

    /** Who comes back to the server of his segment makes the two wait for nobody. */
    @Test
    void whatGoesInACircleIsReturned() {
        NameRig rig = rig(3);
        TablePointer[] tables = new TablePointer[3];
        for (int shard = 0; shard < 3; shard++) {
            tables[shard] = rig.mkdir(NameRig.root(), "table-" + shard, shard);
        }
        for (int n = 0; n < 9; n++) {
            done(rig.create(tables[0], "file-" + n, content(n)));
        }
        for (int step = 0; step < 6; step++) {
            for (int n = 0; n < 9; n++) {
                done(rig.move(tables[step % 3], "file-" + n, tables[(step + 1) % 3], "file-" + n));
            }
            checkCounts(rig);
        }
        for (int n = 0; n < 9; n++) {
            assertEquals(content(n), rig.content(tables[0], "file-" + n).orElseThrow());
        }
        for (int shard = 0; shard < 3; shard++) {
            done(rig.removeAll(NameRig.root(), "table-" + shard));
        }
        collect(rig);
        requireNothingIsLeft(rig);
        assertEquals(0, segments(rig, 0) + segments(rig, 1) + segments(rig, 2), "segments");
    }

    @Test
    void aTableOverSeveralServersGivesBackItsSpace() {
        Seeds.each("LoansTest#aTableOverSeveralServersGivesBackItsSpace", 12, seed -> {
            Random random = new Random(seed);
            NameRig rig = rig(2 + random.nextInt(3));
            TablePointer table = rig.mkdirWide(NameRig.root(), "wide", random.nextInt(4), 2);
            WideClient client = new WideClient(rig, table, () -> {
                rig.runUntilIdle();
                rig.passTime();
            });
            for (int n = 0; n < 60; n++) {
                client.put("row-" + n, content(n));
                if (random.nextInt(12) == 0) {
                    rig.open(random.nextInt(rig.serverCount()));
                }
                if (random.nextInt(12) == 0) {
                    collect(rig);
                }
                if (random.nextInt(12) == 0) {
                    rig.checkpoint();
                }
            }
            assertTrue(
                    rig.groups().stream()
                            .anyMatch(group -> group.shards().stream()
                                    .anyMatch(shard -> !shard.state()
                                            .tables()
                                            .intents()
                                            .loans()
                                            .borrowings()
                                            .isEmpty())),
                    "something is borrowed");
            client.check();
            checkCounts(rig);
            for (int n = 0; n < 60; n++) {
                if (n % 7 != 0) {
                    client.remove("row-" + n);
                }
            }
            collect(rig);
            client.check();
            checkCounts(rig);
            done(rig.removeAll(NameRig.root(), "wide"));
            collect(rig);
            requireNothingIsLeft(rig);
            for (int server = 0; server < rig.serverCount(); server++) {
                assertEquals(0, segments(rig, server), "segments of server " + server);
            }
        });
    }
}
