package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.pool.local.LocalPool;
import io.pfs.row.TablePointer;
import io.pfs.server.checkpoint.Salvage;
import io.pfs.server.gc.GcGoal;
import io.pfs.server.image.SliceRecord;
import io.pfs.server.metadata.MetadataScan;
import io.pfs.server.metadata.MetadataScan.Found;
import io.pfs.server.metadata.RecordPlace;
import io.pfs.server.table.TableFacts;
import io.pfs.wire.Expected;
import io.pfs.wire.NameStep;
import io.pfs.wire.Reply;
import io.pfs.wire.Request.RemoveRow;
import io.pfs.wire.Request.TakeStep;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A slice that can't be read is given up: it goes on with what is left of it, and nothing else suffers. */
final class GivenUpSlicesTest {
    private static final int ROWS = 5;

    private final NameRig rig = new NameRig();
    private final TablePointer rotten = rig.mkdir(NameRig.root(), "rotten", 1);
    private final TablePointer sound = rig.mkdir(NameRig.root(), "sound", 2);

    /** Its rows can be written anew, and removed, and its table goes with all that it has. */
    @Test
    void itGoesOnEmpty() {
        fill();
        forgetJournal(rig);
        damageAll(rig, rotten);
        rig.open();
        assertThrows(PfsException.class, () -> rig.content(rotten, "row-0"));
        assertTrue(rig.create(rotten, "row-0", "anew") instanceof Reply.Refused);
        salvage(rig);
        Salvage.GivenUp slice = given(rig);
        assertEquals(rotten.table(), slice.slice().table());
        assertEquals(Optional.of("/rotten"), slice.path());
        assertEquals(List.of(ROWS, 0), List.of(slice.rowsBefore(), slice.rowsLeft()));
        assertFalse(slice.isWhole() || slice.isOld());
        settle(rig);
        assertEquals(Optional.empty(), rig.content(rotten, "row-0"));
        assertEquals(List.of(), rig.names(rotten));
        assertEquals(Optional.of("content"), rig.content(sound, "file"));
        rig.create(rotten, "row-0", "anew");
        assertEquals(Optional.of("anew"), rig.content(rotten, "row-0"));
        rig.removeAll(NameRig.root(), "rotten");
        rig.passTime();
        assertFalse(isThere(rotten));
        assertEquals(List.of(), rig.damageLeftBehind());
        expectNoneGivenUp(rig);
    }

    /** Until it is decided nothing is done, and who puts the file back has everything. */
    @Test
    void nothingIsGivenUpBeforeSomebodySaysSo() {
        fill();
        forgetJournal(rig);
        List<RecordPlace> damaged = damageAll(rig, rotten);
        for (int times = 0; times < 3; times++) {
            rig.open();
            rig.create(sound, "later-" + times, "content");
            rig.checkpoint();
        }
        damaged.forEach(place -> RottenSliceTest.flip(rig, place));
        rig.open();
        assertEquals(Optional.of("content-1"), rig.content(rotten, "row-1"));
        rig.openGivingUp();
        assertTrue(rig.group().salvage().isNothing());
    }

    /** The journal still has all that was ever done with it. */
    @Test
    void whatTheJournalHasIsLaidOverIt() {
        rig.create(rotten, "old", "content");
        fill();
        remove(rig, rotten, "row-2");
        damageAll(rig, rotten);
        salvage(rig);
        assertTrue(given(rig).isWhole());
        settle(rig);
        assertEquals(Optional.of("content"), rig.content(rotten, "old"));
        assertEquals(Optional.empty(), rig.content(rotten, "row-2"));
        for (int i : List.of(0, 1, 3, 4)) {
            assertEquals(Optional.of("content-" + i), rig.content(rotten, "row-" + i));
        }
    }

    @Test
    void whatCameSinceIsThere() {
        fill();
        forgetJournal(rig);
        rig.create(rotten, "since", "content");
        damageAll(rig, rotten);
        salvage(rig);
        settle(rig);
        assertEquals(Optional.of("content"), rig.content(rotten, "since"));
        assertEquals(List.of("since"), rig.names(rotten));
    }

    /** A table knows where its row is. */
    @Test
    void directoriesArePutBack() {
        TablePointer below = rig.mkdir(rotten, "below", 3);
        rig.create(below, "file", "content");
        TablePointer empty = rig.mkdir(rotten, "renamed", 1);
        rig.move(rotten, "renamed", sound, "there");
        fill();
        forgetJournal(rig);
        damageAll(rig, rotten);
        salvage(rig);
        assertEquals(1, given(rig).putBack());
        settle(rig);
        assertEquals(List.of("below"), rig.names(rotten));
        assertEquals(List.of("file", "there"), rig.names(sound));
        assertEquals(Optional.of("content"), rig.content(below, "file"));
        rig.removeAll(NameRig.root(), "rotten");
        rig.passTime();
        rig.passTime();
        assertFalse(isThere(below));
        assertTrue(isThere(empty));
        assertEquals(List.of(), rig.damageLeftBehind());
    }

    /** The tables below may be another server's. */
    @Test
    void directoriesOfOtherServersArePutBack() {
        NameRig two = new NameRig(2, UnaryOperator.identity());
        TablePointer table = two.mkdir(NameRig.root(), "table", 2);
        TablePointer near = two.mkdir(table, "near", 0);
        TablePointer far = two.mkdir(table, "far", 1);
        for (TablePointer below : List.of(near, far)) {
            two.create(below, "file", "content");
        }
        two.create(table, "file", "content");
        forgetJournal(two);
        damageAll(two, table);
        salvage(two);
        assertEquals(2, given(two).putBack());
        settle(two);
        assertEquals(List.of("far", "near"), two.names(table));
        assertEquals(Optional.of("content"), two.content(far, "file"));
        assertEquals(List.of(), two.damageLeftBehind());
    }

    /** Records are lost, too, of the same shard: what can be had of both is. */
    @Test
    void recordsMayBeLostAsWell() {
        fill();
        forgetJournal(rig);
        rig.create(rotten, "lost", "content");
        rig.create(rotten, "since", "content");
        rig.create(sound, "since", "content");
        JournalRot.spoil(rig.journalDisk(), rotten.base(), "lost");
        damageAll(rig, rotten);
        salvage(rig);
        assertFalse(given(rig).isWhole());
        settle(rig);
        assertEquals(List.of("since"), rig.names(rotten));
        assertEquals(List.of("file", "since"), rig.names(sound));
        assertEquals(List.of(), rig.damageLeftBehind());
    }

    /** What only the lost rows led to is garbage. */
    @Test
    void theSpaceOfLostCellsComesBack() {
        fill();
        rig.checkpoint();
        forgetJournal(rig);
        damageAll(rig, rotten);
        salvage(rig);
        settle(rig);
        assertEquals(List.of(), rig.group().collection().miscounted());
        long before = rig.poolDisk().list().stream()
                .filter(name -> name.startsWith("column-"))
                .count();
        assertTrue(rig.group().collection().start(GcGoal.ALL, ended -> assertEquals(Optional.empty(), ended)));
        rig.runUntilIdle();
        assertTrue(before > 0);
        assertEquals(List.of(), rig.group().collection().miscounted());
        assertEquals(Optional.of("content"), rig.content(sound, "file"));
        assertEquals(List.of(), rig.damageLeftBehind());
    }

    /** Nobody tells what came after an image whose delta is lost, but what it says is better than nothing. */
    @Test
    void anImageWithoutItsDeltaIsOld() {
        NameRig large = new NameRig(new Limits(64, 4, 1 << 20, 1 << 16, 1 << 20, 64, 1 << 20, 64));
        TablePointer table = large.mkdir(NameRig.root(), "table", 1);
        TablePointer other = large.mkdir(NameRig.root(), "other", 1);
        TablePointer moved = large.mkdir(table, "directory", 1);
        for (int i = 0; i < 40; i++) {
            large.create(table, "row-" + i, "content-" + i);
        }
        large.checkpoint();
        large.create(table, "young", "content");
        remove(large, table, "row-1");
        large.move(table, "row-2", other, "moved");
        large.move(table, "directory", other, "directory");
        forgetJournal(large);
        damage(large, table, SliceRecord.Kind.DELTA);
        salvage(large);
        Salvage.GivenUp slice = given(large);
        assertTrue(slice.isOld() && !slice.isWhole(), slice.toString());
        settle(large);
        assertEquals(Optional.empty(), large.content(table, "young"));
        assertEquals(Optional.of("content-0"), large.content(table, "row-0"));
        assertEquals(Optional.empty(), large.content(table, "row-2"), "the same file has another name by now");
        assertEquals(Optional.of("content-2"), large.content(other, "moved"));
        assertEquals(List.of("directory", "moved"), large.names(other));
        assertFalse(large.names(table).contains("directory"));
        assertEquals(39, slice.rowsLeft());
        assertTrue(isThere(large, moved));
        assertEquals(List.of(), large.damageLeftBehind());
    }

    /** A file has left its old name, and is on its way to the new one: its old row is as old as if it had come there. */
    @Test
    void whoIsOnItsWayHasNoOldRow() {
        boolean[] isLost = {false};
        NameRig large = new NameRig(
                new Limits(64, 4, 1 << 20, 1 << 16, 1 << 20, 64, 1 << 20, 64), direct -> (envelope, sink) -> {
                    boolean isComing = envelope.request() instanceof TakeStep take
                            && (take.step() instanceof NameStep.Settle || take.step() instanceof NameStep.AskOutcome);
                    if (!isLost[0] || !isComing) {
                        direct.ask(envelope, sink);
                    }
                });
        TablePointer table = large.mkdir(NameRig.root(), "table", 1);
        TablePointer other = large.mkdir(NameRig.root(), "other", 2);
        for (int i = 0; i < 40; i++) {
            large.create(table, "row-" + i, "content-" + i);
        }
        large.checkpoint();
        isLost[0] = true;
        large.submit(large.envelope(table.base(), NameRig.rename(table, "row-2", other, "moved", false)));
        large.runUntilIdle();
        forgetJournal(large);
        damage(large, table, SliceRecord.Kind.DELTA);
        salvage(large);
        assertTrue(given(large).isOld());
        assertEquals(39, given(large).rowsLeft());
        isLost[0] = false;
        settle(large);
        large.passTime();
        assertEquals(Optional.of("content-2"), large.content(other, "moved"));
        assertEquals(Optional.empty(), large.content(table, "row-2"));
        assertEquals(List.of(), large.damageLeftBehind());
    }

    /** An old row of which nobody can say what it leads to keeps nothing else from being counted: it goes. */
    @Test
    void oldRowsWhoseCellsAreGoneAreNotTaken() {
        NameRig large = new NameRig(new Limits(64, 4, 1 << 20, 1 << 16, 1 << 20, 64, 1 << 20, 64));
        TablePointer table = large.mkdir(NameRig.root(), "table", 1);
        large.create(table, "row-0", "content-0");
        large.checkpoint();
        Set<String> segments = new TreeSet<>(large.poolDisk().list());
        segments.removeIf(name -> !name.startsWith("column-"));
        large.open();
        for (int i = 1; i < 40; i++) {
            large.create(table, "row-" + i, "content-" + i);
        }
        large.checkpoint();
        remove(large, table, "row-0");
        forgetJournal(large);
        damage(large, table, SliceRecord.Kind.DELTA);
        segments.stream().filter(large.poolDisk()::exists).forEach(large.poolDisk()::delete);
        salvage(large);
        assertTrue(given(large).isOld());
        assertEquals(Optional.empty(), large.group().collection().hindrance());
        assertEquals(39, given(large).rowsLeft());
        settle(large);
        assertEquals(Optional.empty(), large.content(table, "row-0"));
        assertEquals(Optional.of("content-1"), large.content(table, "row-1"));
        assertEquals(List.of(), large.damageLeftBehind());
    }

    /** What says where files went bears their ids, and is no row of theirs. */
    @Test
    void whereFilesWentIsNoFile() {
        NameRig large = new NameRig(new Limits(64, 4, 1 << 20, 1 << 16, 1 << 20, 64, 1 << 20, 64));
        TablePointer table = large.mkdir(NameRig.root(), "table", 1);
        TablePointer other = large.mkdir(NameRig.root(), "other", 2);
        TablePointer ballast = large.mkdir(NameRig.root(), "ballast", 3);
        for (int i = 0; i < 40; i++) {
            large.create(table, "row-" + i, "content-" + i);
        }
        for (int i = 0; i < 240; i++) {
            large.create(i < 120 ? NameRig.root() : ballast, "so that little of a file is garbage " + i, "content");
        }
        large.checkpoint();
        moveAll(large, table, other, 0, 38);
        large.checkpoint();
        moveAll(large, table, other, 38, 40);
        forgetJournal(large);
        TablePointer moved = TableFacts.movedFiles(table.base()).pointer();
        damage(large, moved, SliceRecord.Kind.DELTA);
        salvage(large);
        Salvage.GivenUp slice = given(large);
        assertTrue(slice.isOld(), slice.toString());
        assertEquals(38, slice.rowsLeft());
        settle(large);
        assertEquals(40, large.names(other).size());
    }

    private static void moveAll(NameRig rig, TablePointer from, TablePointer to, int first, int end) {
        for (int i = first; i < end; i++) {
            rig.move(from, "row-" + i, to, "row-" + i);
        }
    }

    /** The delta is as new as anything was on storage. */
    @Test
    void aDeltaWithoutItsImageIsTaken() {
        NameRig large = new NameRig(new Limits(64, 4, 1 << 20, 1 << 16, 1 << 20, 64, 1 << 20, 64));
        TablePointer table = large.mkdir(NameRig.root(), "table", 1);
        for (int i = 0; i < 40; i++) {
            large.create(table, "row-" + i, "content-" + i);
        }
        large.checkpoint();
        large.create(table, "young", "content");
        remove(large, table, "row-1");
        forgetJournal(large);
        large.create(table, "youngest", "content");
        damage(large, table, SliceRecord.Kind.IMAGE);
        salvage(large);
        assertEquals(1, given(large).rowsLeft());
        settle(large);
        assertEquals(List.of("young", "youngest"), large.names(table));
        assertEquals(Optional.of("content"), large.content(table, "young"));
        assertEquals(List.of(), large.damageLeftBehind());
    }

    /** A split that could not be repeated is. */
    @Test
    void splitsAreRepeated() {
        for (int spread = 0; spread <= 2; spread++) {
            NameRig split = new NameRig();
            TablePointer table = split.mkdirWide(NameRig.root(), "table", 1, spread);
            WideClient client = new WideClient(split, table, split::passTime);
            put(client, 0, 4);
            forgetJournal(split);
            put(client, 4, 14);
            assertTrue(split.group().counters().splits() > 0, "it has split since");
            damageAll(split, table);
            split.open();
            split.passTime();
            salvage(split);
            settle(split);
            for (int row = 4; row < 14; row++) {
                client.put("row-" + row, "anew");
            }
            put(client, 14, 30);
            split.checkpoint();
            split.open();
            split.passTime();
            assertEquals(List.of(), split.damageLeftBehind(), "spread " + spread);
        }
    }

    /** What came with a slice from another shard is not all that it has: records that came later are lost. */
    @Test
    void whatWasAdoptedIsWholeOnlyIfTheJournalHasTheRest() {
        for (boolean isLost : List.of(false, true)) {
            NameRig wide = new NameRig(NameRig.TINY_SLICES);
            TablePointer table = wide.mkdirWide(NameRig.root(), "table", 1, 0);
            WideClient client = new WideClient(wide, table, wide::passTime);
            put(client, 0, 6);
            forgetJournal(wide);
            client.spread(2);
            put(client, 6, 40);
            wide.passTime();
            if (isLost) {
                lastOfEach(wide).values().forEach(place -> JournalRot.spoil(wide.journalDisk(), place));
            }
            wide.checkpoint();
            damageAll(wide, table);
            salvage(wide);
            for (Salvage.GivenUp slice : wide.group().salvage().slices()) {
                boolean isAll = slice.rowsLeft() == slice.rowsBefore();
                assertTrue(isAll || !slice.isWhole(), slice.toString());
            }
            boolean isAnyWhole = wide.group().salvage().slices().stream().anyMatch(Salvage.GivenUp::isWhole);
            assertEquals(!isLost, isAnyWhole);
        }
    }

    /** The last record of rows of each shard. */
    private static SortedMap<ShardId, JournalRot.Place> lastOfEach(NameRig rig) {
        SortedMap<ShardId, JournalRot.Place> last = new TreeMap<>();
        for (JournalRot.Place place : JournalRot.records(rig.journalDisk())) {
            if (place.payload().contains("row-")) {
                last.put(place.shard(), place);
            }
        }
        return last;
    }

    /** Moves of cells that were missed do not come again. */
    @Test
    void movesThatWereMissedAreForgotten() {
        fill();
        rig.checkpoint();
        for (int i = 1; i < ROWS; i++) {
            remove(rig, rotten, "row-" + i);
        }
        rig.checkpoint();
        rig.checkpoint();
        assertTrue(rig.group().collection().start(GcGoal.ALL, ended -> {}), "it starts");
        rig.runUntilIdle();
        damageAll(rig, rotten);
        rig.open();
        rig.runUntilIdle();
        salvage(rig);
        settle(rig);
        rig.create(rotten, "after", "content");
        assertEquals(Optional.of("content"), rig.content(rotten, "after"));
        assertEquals(List.of(), rig.damageLeftBehind());
        expectNoneGivenUp(rig);
    }

    /** It was removed when it could not be read, and who takes it apart waits for it. */
    @Test
    void whatWaitsToBeTakenApartGoes() {
        TablePointer below = rig.mkdir(rotten, "below", 3);
        rig.create(below, "file", "content");
        fill();
        forgetJournal(rig);
        damageAll(rig, rotten);
        rig.open();
        rig.removeAll(NameRig.root(), "rotten");
        rig.passTime();
        assertTrue(isThere(rotten), "nobody knows what is in it");
        salvage(rig);
        assertEquals(0, given(rig).rowsLeft());
        settle(rig);
        for (int i = 0; i < 3; i++) {
            rig.passTime();
        }
        assertFalse(isThere(rotten));
        assertFalse(isThere(below));
        assertEquals(List.of(), rig.damageLeftBehind());
    }

    /** What says which tables there are can't be done without. */
    @Test
    void whatTablesAShardHasIsNotGivenUp() {
        fill();
        forgetJournal(rig);
        TablePointer tables = TableFacts.tableOfTables(rotten.base()).pointer();
        damageAll(rig, tables);
        rig.openGivingUp();
        assertEquals(Set.of(rotten.base()), rig.group().apart().shards());
        PfsException refusal = assertThrows(PfsException.class, () -> rig.content(rotten, "row-0"));
        assertEquals(ErrorCode.CORRUPT, refusal.code());
        assertEquals(List.of(), rig.group().salvage().slices());
    }

    private void fill() {
        rig.create(sound, "file", "content");
        for (int i = 0; i < ROWS; i++) {
            rig.create(rotten, "row-" + i, "content-" + i);
        }
        rig.checkpoint();
    }

    /** All is on storage, and the journal has nothing of it. */
    static void forgetJournal(NameRig rig) {
        Set<String> before = new TreeSet<>(rig.journalDisk().list());
        for (int round = 0; round < 20 && before.stream().anyMatch(rig.journalDisk()::exists); round++) {
            rig.checkpoint();
            rig.open();
            rig.passTime();
            rig.create(NameRig.root(), "so that there is something new " + round, "content");
            rig.checkpoint();
        }
    }

    private static void put(WideClient client, int from, int to) {
        for (int row = from; row < to; row++) {
            client.put("row-" + row, "content " + row);
        }
    }

    private static void remove(NameRig rig, TablePointer table, String name) {
        rig.ask(table.base(), new RemoveRow(table.table(), RowName.of(name), Expected.PRESENT));
    }

    /** Turns over a bit of all that storage has of a table. */
    private static List<RecordPlace> damageAll(NameRig rig, TablePointer table) {
        List<RecordPlace> places = RottenSliceTest.records(rig, table);
        assertFalse(places.isEmpty(), "something of it is on storage");
        places.forEach(place -> RottenSliceTest.flip(rig, place));
        return places;
    }

    private static void damage(NameRig rig, TablePointer table, SliceRecord.Kind kind) {
        List<RecordPlace> places = MetadataScan.of(new LocalPool(rig.poolDisk())).found().stream()
                .filter(one -> one.record().key().table().equals(table.table()))
                .filter(one -> one.record().kind() == kind)
                .map(Found::place)
                .distinct()
                .toList();
        assertFalse(places.isEmpty(), "there is a " + kind);
        places.forEach(place -> RottenSliceTest.flip(rig, place));
    }

    private static void salvage(NameRig rig) {
        rig.openGivingUp();
        rig.runUntilIdle();
        rig.checkpoint();
        assertEquals(Optional.empty(), rig.group().stopped());
    }

    /** As it is for who comes after it. */
    private static void settle(NameRig rig) {
        rig.open();
        rig.runUntilIdle();
        assertTrue(rig.group().apart().isNothing());
    }

    private static Salvage.GivenUp given(NameRig rig) {
        List<Salvage.GivenUp> all = rig.group().salvage().slices();
        assertEquals(1, all.size(), all.toString());
        return all.get(0);
    }

    private static void expectNoneGivenUp(NameRig rig) {
        rig.openGivingUp();
        assertTrue(rig.group().salvage().isNothing());
    }

    private boolean isThere(TablePointer table) {
        return isThere(rig, table);
    }

    private static boolean isThere(NameRig rig, TablePointer table) {
        return rig.groupOf(table.base()).shard(table.base()).state().tables().exists(table.table());
    }
}
