package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.client.route.Placement;
import io.pfs.hash.NameHash;
import io.pfs.row.TablePointer;
import io.pfs.server.access.Peers;
import io.pfs.server.metadata.RecordPlace;
import io.pfs.server.state.Intents;
import io.pfs.testing.FaultDisk;
import io.pfs.testing.FaultDisk.Call;
import io.pfs.wire.Cursor;
import io.pfs.wire.Expected;
import io.pfs.wire.NameStep.FetchSlice;
import io.pfs.wire.NameStep.OfferSlice;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Misplaced;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Reply.RowRenamed;
import io.pfs.wire.Reply.RowsFound;
import io.pfs.wire.Reply.TableGone;
import io.pfs.wire.Request;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.ListRows;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.TakeStep;
import io.pfs.wire.RowEdit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A table that grows over several shards: nothing of it is lost, whatever happens on the way. */
final class SliceGivingTest {
    private static final int ROWS = 90;
    private static final int BY_CHANCE = 4;
    private static final int MANY = 128;

    /** A table of spread 2, and what one client knows of it. */
    private static final class Grown {
        private final NameRig rig;
        private final TablePointer table;
        private final Placement placement;

        Grown(NameRig rig) {
            this(rig, NameRig.SHARDS, rig.mkdirWide(NameRig.root(), "wide", 1, 2));
        }

        Grown(NameRig rig, int shards, TablePointer table) {
            this.rig = rig;
            this.table = table;
            placement = new Placement(shards);
        }

        Reply ask(Request request, RowName name) {
            Reply reply = rig.ask(placement.shardOf(table, name), request);
            for (int hop = 0; hop < 8 && reply instanceof Misplaced misplaced; hop++) {
                reply = rig.ask(placement.after(misplaced, table, name), request);
            }
            return reply;
        }

        Reply put(String name) {
            return ask(NameRig.put(table, name, "content of " + name), RowName.of(name));
        }

        /** A row without cells. */
        Reply make(RowName row) {
            return ask(new EditRow(table.table(), row, Expected.ABSENT, NewRow.FILE, RowEdit.NONE), row);
        }

        Reply read(RowName row) {
            return ask(new ReadRow(table.table(), row, List.of()), row);
        }

        Optional<String> content(String name) {
            RowName row = RowName.of(name);
            Request read = new ReadRow(table.table(), row, List.of(NameRig.CONTENT, NameRig.FURTHER));
            return ask(read, row) instanceof RowFound found
                    ? Optional.of(NameRig.content(found.found()))
                    : Optional.empty();
        }

        List<String> names() {
            List<String> names = new ArrayList<>();
            Optional<Cursor> next = Optional.empty();
            do {
                ListRows list = new ListRows(table.table(), next, 7, 0, List.of());
                Reply reply = rig.ask(placement.shardBehind(table, next), list);
                if (reply instanceof Misplaced misplaced) {
                    placement.after(misplaced, table, next);
                    continue;
                }
                RowsFound page = (RowsFound) reply;
                page.rows().forEach(row -> names.add(row.name().toString()));
                next = page.next();
            } while (next.isPresent());
            return names;
        }

        void fill() {
            for (String name : allNames()) {
                assertTrue(put(name) instanceof RowChanged, name);
            }
        }

        long shardsWithRows() {
            TreeSet<ShardId> shards = new TreeSet<>();
            rig.group()
                    .shards()
                    .forEach(shard -> shard.visit((id, name, row) -> {
                        if (id.equals(table.table())) {
                            shards.add(shard.id());
                        }
                    }));
            return shards.size();
        }
    }

    private static List<String> allNames() {
        return IntStream.range(0, ROWS).mapToObj(n -> "row-" + n).toList();
    }

    private static void requireAll(Grown grown) {
        assertEquals(
                allNames().stream().sorted().toList(),
                grown.names().stream().sorted().toList());
        allNames().forEach(name -> assertEquals(Optional.of("content of " + name), grown.content(name)));
    }

    @Test
    void aTableGrowsOverItsShards() {
        NameRig rig = new NameRig();
        Grown grown = new Grown(rig);
        grown.fill();
        assertEquals(4, grown.shardsWithRows());
        requireAll(grown);
        assertEquals(3, rig.group().counters().slicesGiven());
        assertEquals(3, rig.group().counters().slicesAdopted());
    }

    @Test
    void itIsThereAfterEachRestart() {
        NameRig rig = new NameRig();
        Grown grown = new Grown(rig);
        grown.fill();
        rig.open();
        requireAll(grown);
        rig.checkpoint();
        rig.checkpoint();
        rig.open();
        requireAll(grown);
        assertEquals(4, grown.shardsWithRows());
        assertEquals(List.of(), rig.group().collection().miscounted());
    }

    /** A checkpoint wrote it while it was to go: its record stays in the metadata log, and is none of this shard's slices. */
    @Test
    void whatStorageStillHasOfOneThatWentIsNoDamage() {
        boolean[] isCutOff = {true};
        NameRig rig = new NameRig(peers -> unlessOffered(peers, isCutOff));
        TablePointer still = rig.mkdir(NameRig.root(), "still", 1);
        allNames().forEach(name -> rig.ask(still.base(), NameRig.put(still, name, name))); // keeps the file in use
        Grown grown = new Grown(rig);
        List<RowName> rows = fillUntilOffered(rig, grown);
        rig.checkpoint();
        isCutOff[0] = false;
        rig.passTime();
        assertEquals(1, rig.group().counters().slicesGiven());
        for (int life = 0; life < 3; life++) {
            grown.put("another-" + life);
            rig.checkpoint();
            assertEquals(List.of(), rig.damageLeftBehind());
            rig.open();
        }
        rig.loseBoost();
        rig.open();
        rows.forEach(row -> assertTrue(grown.read(row) instanceof RowFound, row.toString()));
        assertEquals(rows.size() + 3, grown.names().size());
    }

    /** Has no slice go while this is so. */
    private static Peers unlessOffered(Peers peers, boolean[] isCutOff) {
        return (envelope, sink) -> {
            boolean isOffer = envelope.request() instanceof TakeStep take && take.step() instanceof OfferSlice;
            if (!isOffer || !isCutOff[0]) {
                peers.ask(envelope, sink);
            }
        };
    }

    private static List<RowName> fillUntilOffered(NameRig rig, Grown grown) {
        List<RowName> rows = new ArrayList<>();
        while (rig.group().counters().slicesOffered() == 0) {
            rows.add(RowName.of("row-" + rows.size()));
            assertTrue(grown.make(rows.get(rows.size() - 1)) instanceof RowChanged);
        }
        return rows;
    }

    /** One that is damaged on storage when it is to go: who comes to it is told so, and when it can be read it goes. */
    @Test
    void oneThatCanNotBeReadIsNotWaitedFor() {
        boolean[] isCutOff = {true};
        NameRig rig = new NameRig(peers -> unlessOffered(peers, isCutOff));
        Grown grown = new Grown(rig);
        List<RowName> rows = fillUntilOffered(rig, grown);
        List<RecordPlace> damaged = openDamaged(rig, grown, isCutOff);
        long found = rows.stream()
                .map(grown::read)
                .filter(reply -> NameRig.refusal(reply) != ErrorCode.CORRUPT)
                .peek(reply -> assertTrue(reply instanceof RowFound, reply.toString()))
                .count();
        assertTrue(found < rows.size(), found + " of " + rows);
        damaged.forEach(place -> RottenSliceTest.flip(rig, place));
        rig.passTime();
        rows.forEach(row -> assertTrue(grown.read(row) instanceof RowFound));
        assertEquals(1, rig.group().counters().slicesGiven());
    }

    /** Reads go on when the disk is full, and what was to go is served where it is until there is space. */
    @Test
    void oneThatFindsNoSpaceIsServedWhereItIs() {
        boolean[] isCutOff = {true};
        boolean[] isFull = new boolean[1];
        NameRig rig = new NameRig(peers -> unlessOffered(peers, isCutOff)).onDisks(unlessFull(isFull));
        Grown grown = new Grown(rig);
        List<RowName> rows = fillUntilOffered(rig, grown);
        isFull[0] = true;
        rig.ask(NameRig.root().base(), NameRig.put(NameRig.root(), "unknown", "it is not known whether it is there"));
        Reply refused = rig.ask(NameRig.root().base(), NameRig.put(NameRig.root(), "no space", "it is not there"));
        assertEquals(ErrorCode.NO_SPACE, NameRig.refusal(refused));

        isCutOff[0] = false;
        rig.passTime();
        rows.forEach(row -> assertTrue(grown.read(row) instanceof RowFound, row.toString()));
        assertEquals(0, rig.group().counters().slicesGiven());

        isFull[0] = false;
        rig.passTime();
        assertTrue(grown.put("later") instanceof RowChanged);
        rig.passTime();
        assertEquals(1, rig.group().counters().slicesGiven());
        rig.open();
        rows.forEach(row -> assertTrue(grown.read(row) instanceof RowFound, row.toString()));
        requireQuiet(rig);
    }

    /** A record of which nobody knows whether it was written may turn up at the next start: then what was changed here since would be lost. */
    @Test
    void oneThatMayHaveBeenAdoptedIsReadAndNotChanged() {
        boolean[] isCutOff = {true};
        boolean[] isFull = new boolean[1];
        NameRig rig = new NameRig(peers -> unlessOffered(peers, isCutOff)).onDisks(unlessFull(isFull));
        Grown grown = new Grown(rig);
        List<RowName> rows = fillUntilOffered(rig, grown);
        isFull[0] = true;
        isCutOff[0] = false;
        rig.passTime(); // its record is lost with the journal
        rig.passTime(); // there is no space for another, nor for one that settles it
        rows.forEach(row -> assertTrue(grown.read(row) instanceof RowFound, row.toString()));
        assertEquals(rows.size(), grown.names().size());
        Set<ErrorCode> refusals = IntStream.range(0, 40)
                .mapToObj(number -> NameRig.refusal(grown.put("new-" + number)))
                .collect(Collectors.toSet());
        assertEquals(Set.of(ErrorCode.UNREACHABLE, ErrorCode.NO_SPACE), refusals, "nobody waits for it");

        isFull[0] = false;
        IntStream.range(0, 4).forEach(step -> rig.passTime());
        assertEquals(1, rig.group().counters().slicesGiven());
        rows.forEach(row -> assertTrue(grown.read(row) instanceof RowFound, row.toString()));
    }

    /** What it lacks comes when there is space; until then it is read where all of it is, and a removal of its table waits for it. */
    @Test
    void oneOfWhichAPartHasComeIsReadWhereItIs() {
        boolean[] isFull = new boolean[1];
        boolean[] isFirst = {true};
        NameRig rig = new NameRig(peers -> fullAfterAPart(peers, isFull, isFirst)).onDisks(unlessFull(isFull));
        Grown grown = new Grown(rig);
        List<RowName> rows = new ArrayList<>();
        Reply reply = grown.make(RowName.of("first"));
        for (int number = 0; !isFull[0]; number++) {
            assertTrue(reply instanceof RowChanged, reply.toString());
            rows.add(RowName.of("row-" + number + "-".repeat(240)));
            reply = grown.make(rows.get(number));
        }
        rows.remove(rows.size() - 1); // it is not known what became of it
        IntStream.range(0, 3).forEach(step -> rig.passTime());
        assertEquals(1, rig.group().counters().slicesAdoptedPartly());
        rows.forEach(row -> assertTrue(grown.read(row) instanceof RowFound, row.toString()));

        isFull[0] = false;
        IntStream.range(0, 2).forEach(step -> rig.passTime());
        Reply gone = rig.removeAll(NameRig.root(), "wide");
        assertTrue(gone instanceof TableGone, gone.toString());
        rig.passTime();
        assertGone(rig, grown);
        requireQuiet(rig);
    }

    /** From the second part on of the first slice that comes in parts there is no space, until that is said. */
    private static Peers fullAfterAPart(Peers peers, boolean[] isFull, boolean[] isFirst) {
        return (envelope, sink) -> {
            boolean isNextPart = envelope.request() instanceof TakeStep take
                    && take.step() instanceof FetchSlice fetch
                    && fetch.from() > 0;
            isFull[0] |= isNextPart && isFirst[0];
            isFirst[0] &= !isNextPart;
            peers.ask(envelope, sink);
        };
    }

    private static FaultDisk.Fault unlessFull(boolean[] isFull) {
        return (call, name) -> {
            boolean takesSpace = call == Call.WRITE || call == Call.PREALLOCATE || call == Call.CREATE;
            if (isFull[0] && takesSpace && name.startsWith("journal")) {
                throw new PfsException(ErrorCode.NO_SPACE, name + ": planted");
            }
        };
    }

    /** Has the slices of a table damaged on storage, of which one may go from now on. */
    private static List<RecordPlace> openDamaged(NameRig rig, Grown grown, boolean[] isCutOff) {
        rig.checkpoint();
        rig.checkpoint();
        List<RecordPlace> damaged = RottenSliceTest.records(rig, grown.table);
        damaged.forEach(place -> RottenSliceTest.flip(rig, place));
        isCutOff[0] = false;
        rig.open();
        rig.passTime();
        return damaged;
    }

    @Test
    void nobodyWaitsForTheSealOfATableWithOneThatCanNotGo() {
        boolean[] isCutOff = {true};
        NameRig rig = new NameRig(peers -> unlessOffered(peers, isCutOff));
        Grown grown = new Grown(rig);
        fillUntilOffered(rig, grown);
        List<RecordPlace> damaged = openDamaged(rig, grown, isCutOff);
        assertEquals(ErrorCode.CORRUPT, NameRig.refusal(rig.rmdir(NameRig.root(), "wide")));
        damaged.forEach(place -> RottenSliceTest.flip(rig, place));
        assertEquals(ErrorCode.NOT_EMPTY, NameRig.refusal(rig.rmdir(NameRig.root(), "wide")));
        assertTrue(grown.make(RowName.of("unseen before")) instanceof RowChanged, "it is not sealed any more");
    }

    @Test
    void aTreeIsCutOffThoughASliceOfItCanNotGo() {
        boolean[] isCutOff = {true};
        NameRig rig = new NameRig(peers -> unlessOffered(peers, isCutOff));
        Grown grown = new Grown(rig);
        fillUntilOffered(rig, grown);
        List<RecordPlace> damaged = openDamaged(rig, grown, isCutOff);
        assertTrue(rig.removeAll(NameRig.root(), "wide") instanceof TableGone);
        TablePointer other = rig.mkdir(NameRig.root(), "other", 2);
        rig.mkdir(NameRig.root(), "moved", 3);
        assertTrue(
                rig.move(NameRig.root(), "moved", other, "moved") instanceof RowRenamed,
                "nobody has the lock of names");
        damaged.forEach(place -> RottenSliceTest.flip(rig, place));
        rig.passTime();
        rig.passTime();
        assertGone(rig, grown);
        requireQuiet(rig);
        rig.open();
        rig.runUntilIdle();
        requireQuiet(rig);
    }

    /** None of its parts splits while one is on its way; nobody may fill it until no image can hold it. */
    @Test
    void whatMayNotSplitForLongTakesNoMoreRowsThanCanBeWritten() {
        boolean[] isCutOff = {true};
        NameRig rig = new NameRig(peers -> unlessOffered(peers, isCutOff));
        Grown grown = new Grown(rig);
        fillUntilOffered(rig, grown);
        NameHash hash = new NameHash(grown.table.hashSeed());
        List<EditRow> staying = new ArrayList<>();
        int made = 0;
        Reply reply = new Reply.RowsChanged(List.of());
        for (int number = 0; reply instanceof Reply.RowsChanged; number++) {
            RowName name = RowName.of("another-" + number + "-".repeat(200));
            if ((hash.of(name) & 1) == 0) {
                staying.add(new EditRow(grown.table.table(), name, Expected.ABSENT, NewRow.FILE, RowEdit.NONE));
            }
            if (staying.size() == MANY) {
                reply = rig.ask(grown.table.base(), new Request.EditRows(grown.table.table(), List.copyOf(staying)));
                made += MANY;
                staying.clear();
            }
        }
        assertEquals(ErrorCode.BUSY, NameRig.refusal(reply));
        assertTrue(((Refused) reply).message().contains("slice-0 is full with about "), reply.toString());
        long written = rig.group().counters().checkpointsCounted();
        rig.checkpoint();
        assertTrue(rig.group().counters().checkpointsCounted() > written, "it can be written");
        assertTrue(made > 10_000, "that many is more than enough: " + made);
        long splits = rig.group().counters().splits();
        isCutOff[0] = false;
        rig.passTimeOnly();
        for (int step = 0; rig.group().counters().splits() == splits; step++) {
            assertTrue(step < 10_000 && rig.step(), "it is split though nobody comes to it any more");
        }
    }

    private static void requireQuiet(NameRig rig) {
        rig.group().shards().forEach(shard -> {
            Intents intents = shard.state().tables().intents();
            assertTrue(intents.isQuiet(), () -> shard.id() + " has begun and not ended " + intents);
        });
    }

    /** The process dies after each piece of work, one run for each. */
    @Test
    void aCrashAtEachStepLosesNothing() {
        for (int steps = 1; steps < 260; steps += 3) {
            NameRig rig = new NameRig();
            Grown grown = new Grown(rig);
            List<String> names = allNames().subList(0, 12);
            names.forEach(name -> {
                Request put = NameRig.put(grown.table, name, "content of " + name);
                rig.submit(rig.envelope(grown.placement.shardOf(grown.table, RowName.of(name)), put));
            });
            for (int s = 0; s < steps; s++) {
                rig.step();
            }
            rig.open();
            rig.runUntilIdle();
            names.forEach(grown::put); // those that are there are refused
            rig.open();
            rig.runUntilIdle();
            assertEquals(
                    names.stream().sorted().toList(),
                    grown.names().stream().sorted().toList(),
                    "after " + steps + " steps");
            names.forEach(name -> assertEquals(Optional.of("content of " + name), grown.content(name)));
            assertEquals(List.of(), rig.group().collection().miscounted());
        }
    }

    @Test
    void oneThatIsNotEmptyInAnotherShardIsNotRemoved() {
        NameRig rig = new NameRig();
        Grown grown = new Grown(rig);
        grown.fill();
        assertEquals(ErrorCode.NOT_EMPTY, NameRig.refusal(rig.rmdir(NameRig.root(), "wide")));
        requireAll(grown);
        assertTrue(grown.put("one more") instanceof RowChanged);
    }

    @Test
    void anEmptyOneIsRemovedFromAllItsShards() {
        NameRig rig = new NameRig();
        Grown grown = new Grown(rig);
        grown.fill();
        for (String name : allNames()) {
            RowName row = RowName.of(name);
            grown.ask(new Request.RemoveRow(grown.table.table(), row, Expected.PRESENT), row);
        }
        assertTrue(rig.rmdir(NameRig.root(), "wide") instanceof TableGone);
        assertGone(rig, grown);
    }

    @Test
    void aTreeIsRemovedFromAllItsShards() {
        NameRig rig = new NameRig();
        Grown grown = new Grown(rig);
        grown.fill();
        assertTrue(rig.removeAll(NameRig.root(), "wide") instanceof TableGone);
        rig.passTime();
        assertGone(rig, grown);
        assertEquals(List.of(), rig.group().collection().miscounted());
    }

    /** Each shard of it speaks to those that have what it split off, and none comes to be asked by one of these. */
    @Test
    void oneThatLiesWhereChanceWillsItIsRemovedAsWell() {
        int shards = 1 << BY_CHANCE;
        for (int round = 0; round < 10; round++) {
            NameRig rig = new NameRig(1, shards, peers -> peers);
            Grown grown = new Grown(rig, shards, rig.mkdirByChance(NameRig.root(), "wide", round, BY_CHANCE));
            grown.fill();
            assertTrue(grown.shardsWithRows() > 4, "of 16");
            assertEquals(ErrorCode.NOT_EMPTY, NameRig.refusal(rig.rmdir(NameRig.root(), "wide")), "round " + round);
            requireAll(grown);
            assertTrue(rig.removeAll(NameRig.root(), "wide") instanceof TableGone, "round " + round);
            rig.passTime();
            assertGone(rig, grown);
        }
    }

    private static void assertGone(NameRig rig, Grown grown) {
        rig.runUntilIdle();
        TableId table = grown.table.table();
        for (Shard shard : rig.group().shards()) {
            assertFalse(shard.state().tables().exists(table), () -> shard.id() + " has it");
            assertFalse(shard.means().remembers(table), () -> shard.id() + " remembers it");
        }
        assertEquals(0, grown.shardsWithRows());
    }

    @Test
    void theHomeHearsOfNamesThatChangeElsewhere() {
        NameRig rig = new NameRig();
        Grown grown = new Grown(rig);
        grown.fill();
        long now = rig.tick(60_000);
        String moved = allNames().stream()
                .filter(name ->
                        !grown.placement.shardOf(grown.table, RowName.of(name)).equals(grown.table.base()))
                .findFirst()
                .orElseThrow();
        RowName row = RowName.of(moved);
        grown.ask(new Request.RemoveRow(grown.table.table(), row, Expected.PRESENT), row);
        rig.passTime();
        Reply.TableFound found =
                (Reply.TableFound) rig.ask(grown.table.base(), new Request.DescribeTable(grown.table.table()));
        assertTrue(found.table().times().mtimeMillis() >= now, "the mtime is that of the newest change");
    }
}
