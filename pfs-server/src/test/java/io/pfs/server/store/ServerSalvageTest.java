package io.pfs.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.format.FileHeader;
import io.pfs.pool.local.LocalPool;
import io.pfs.server.checkpoint.LeadingRows;
import io.pfs.server.inspect.GroupDamage;
import io.pfs.server.metadata.MetadataFiles;
import io.pfs.server.metadata.MetadataScan;
import io.pfs.server.metadata.RecordPlace;
import io.pfs.server.shard.RottenSlices;
import io.pfs.server.table.TableFacts;
import io.pfs.table.Policy;
import io.pfs.testing.FaultDisk;
import io.pfs.testing.ForwardingDisk;
import io.pfs.testing.ForwardingFile;
import io.pfs.testing.MemoryDisk;
import io.pfs.wire.CellPut;
import io.pfs.wire.Envelope;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.RowEdit;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What one server has lost is given up at once, or not at all. */
final class ServerSalvageTest {
    private static final int CALLS_MAX = 10_000;
    private static final int MANY_FILES = 12;
    /** More than what can be found out. */
    private static final int ROTTEN_BYTES = 5;

    private static final int SHARDS = 2;
    private static final ShardId SHARD = new ShardId(0);
    private static final TableId ROOT = TableId.of(SHARD, 1);
    private static final ShardId OTHER = new ShardId(1);
    private static final ColumnId CONTENT = new ColumnId(0);
    private static final ColumnId FURTHER = new ColumnId(9);

    private long sequence;
    private int made;
    private final Clock clock = new SystemClock();
    private final Entropy entropy = new SystemEntropy();
    private final Superblock superblock = new Superblock(3, 5, SHARDS);
    private final Disks before = new Disks(new MemoryDisk(), new MemoryDisk());
    private final TableId rotten = made("rotten");
    private final TableId sound = made("sound");

    private static final class PowerFails extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** What a server has, and what is asked of it. */
    private final class Disks extends ServerDisks {
        Disks(Disk journal, Disk pool) {
            super(superblock, OpenFolder.EPOCH, "memory-" + ++made, journal, pool, clock, entropy);
        }

        Optional<Salvaged> salvage() {
            ServerSalvage salvage = new ServerSalvage(this, clock, entropy, 1, () -> {});
            ServerSalvage.Found found = salvage.look();
            Optional<Salvaged> salvaged = salvage.run(found, LeadingRows.NONE, true);
            if (salvaged.isEmpty()) {
                found.requireServed();
            }
            return salvaged;
        }

        Reply ask(Request request) {
            List<Reply> replies = new ArrayList<>();
            sequence++;
            with(group -> {
                group.submit(new Envelope(new RequestId(1, 2, sequence), sequence, SHARD, request), replies::add);
                return group;
            });
            return replies.get(0);
        }

        void checkpoint() {
            with(group -> {
                group.checkpoint();
                return group;
            });
        }

        void checkpointWithoutTidying() {
            with(group -> {
                group.checkpointToClose();
                return group;
            });
        }

        boolean has(TableId table, String name) {
            return ask(new ReadRow(table, RowName.of(name), List.of(CONTENT))) instanceof RowFound;
        }
    }

    private TableId made(String name) {
        return made(name, SHARD);
    }

    private TableId made(String name, ShardId home) {
        Reply made =
                before.ask(new MakeTable(ROOT, RowName.of(name), 0755, 0, 0, Policy.DYNAMIC, 0, Optional.of(home)));
        return ((TableMade) made).pointer().table();
    }

    private static EditRow put(TableId table, String name) {
        return put(table, name, List.of(new CellPut(CONTENT, new byte[1000], false)));
    }

    private static EditRow put(TableId table, String name, List<CellPut> cells) {
        return new EditRow(table, RowName.of(name), Expected.ABSENT, NewRow.FILE, RowEdit.ofCells(cells));
    }

    /** Wherever the power is lost, all is as it was, or what could not be read is given up; another attempt does it. */
    @Test
    void itHappensAtOnceOrNotAtAll() {
        fill();
        spoil(before.pool, rotten);
        int calls = 0;
        int undone = 0;
        boolean isDone = false;
        while (!isDone) {
            MemoryDisk journal = copy(before.journal);
            MemoryDisk pool = copy(before.pool);
            isDone = !crashesAt(journal, pool, calls);
            for (boolean onlyForcedIsKept : List.of(false, true)) {
                Disks left = new Disks(journal.afterCrash(onlyForcedIsKept), pool.afterCrash(onlyForcedIsKept));
                undone += expectAllOrNothing(left, "before call " + calls + ", only forced: " + onlyForcedIsKept);
            }
            calls++;
            assertTrue(calls < CALLS_MAX, "a salvage ends");
        }
        assertTrue(calls > 10 && undone > 10 && undone < 2 * calls, undone + " of twice " + calls);
    }

    /** Whether it came so far. */
    private boolean crashesAt(MemoryDisk journal, MemoryDisk pool, int crashAt) {
        int[] calls = {0};
        FaultDisk.Fault fault = (call, name) -> {
            if (calls[0]++ >= crashAt) {
                throw new PowerFails();
            }
        };
        try {
            Disks failing = new Disks(new FaultDisk(journal, fault), new FaultDisk(pool, fault));
            assertTrue(failing.salvage().isPresent());
            return false;
        } catch (RuntimeException e) {
            if (calls[0] <= crashAt) {
                throw e;
            }
            return true; // whatever became of it when it was to close
        }
    }

    /** Returns whether nothing was done. */
    private int expectAllOrNothing(Disks left, String when) {
        Set<SliceKey> found = left.with(
                group -> new TreeSet<>(RottenSlices.of(group, () -> {}).keySet()));
        boolean isUndone = !found.isEmpty();
        if (isUndone) {
            assertTrue(left.salvage().isPresent(), when);
        }
        assertTrue(left.salvage().isEmpty(), when);
        assertEquals(List.of(), damage(left), when);
        assertFalse(left.has(rotten, "row"), when);
        assertTrue(left.has(rotten, "later") && left.has(sound, "other-0"), when);
        return isUndone ? 1 : 0;
    }

    private static List<?> damage(Disks left) {
        return left.with(group ->
                GroupDamage.of(new TreeMap<>(Map.of(new ServerId(0), group)), server -> new LocalPool(left.pool)));
    }

    /** A sector fails each time that it is read: nobody needs it any more. */
    @Test
    void whatFailsToBeReadIsGivenUp() {
        fill();
        RecordPlace place = records(before.pool, rotten).get(0);
        Disks failing = new Disks(before.journal, new BadSector(before.pool, place));
        Set<SliceKey> found =
                failing.with(group -> RottenSlices.of(group, () -> {})).keySet();
        assertTrue(found.stream().anyMatch(slice -> slice.table().equals(rotten)), found.toString());
        Salvaged salvaged = failing.salvage().orElseThrow();
        assertEquals(found.size(), salvaged.salvage().slices().size());
        assertTrue(failing.salvage().isEmpty());
        assertFalse(failing.has(rotten, "row"));
        assertTrue(failing.has(rotten, "later") && failing.has(sound, "other-0"));
    }

    /** A sector fails now and then: what it gives is not given up. */
    @Test
    void whatIsReadAgainIsNot() {
        fill();
        RecordPlace place = records(before.pool, rotten).get(0);
        for (int nth = 0; nth < 8; nth++) {
            MemoryDisk journal = copy(before.journal);
            MemoryDisk pool = copy(before.pool);
            Disks failing = new Disks(journal, new BadSector(pool, place, nth));
            assertTrue(failing.salvage().isEmpty(), "reading " + nth);
            assertTrue(new Disks(journal, pool).has(rotten, "row"), "reading " + nth);
        }
    }

    /** What was counted is lost, and nothing else, and nobody has written since: it is counted anew, once. */
    @Test
    void countsAloneAreGivenUpForGood() {
        fill();
        before.checkpoint();
        putWithoutMemory();
        int tried = 0;
        for (Map.Entry<String, byte[]> file : contents(before.journal).entrySet()) {
            tried += giveUpCounts(file.getKey(), file.getValue());
        }
        assertTrue(tried > 0, "counts are in the journal");
    }

    /** Rows are written to make room, without anything being counted. */
    private void putWithoutMemory() {
        before.with(Integer.MAX_VALUE, group -> {
            for (int i = 0; i < 20; i++) {
                sequence++;
                EditRow put = put(sound, "soon-written-" + i);
                group.submit(new Envelope(new RequestId(1, 2, sequence), sequence, SHARD, put), answer -> {});
            }
            return group;
        });
    }

    /** Returns how often it was them that were lost. */
    private int giveUpCounts(String name, byte[] whole) {
        int tried = 0;
        for (int at = FileHeader.BYTES; tried < 2 && at + ROTTEN_BYTES <= whole.length; at += 16) {
            MemoryDisk journal = copy(before.journal);
            try (DiskFile file = journal.open(name)) {
                file.write(ByteBuffer.wrap(inverted(whole, at)), at);
                file.force();
            }
            Disks left = new Disks(journal, copy(before.pool));
            ServerSalvage.Found found = new ServerSalvage(left, clock, entropy, 1, () -> {}).look();
            if (found.apart().shards().isEmpty() && !found.isNothingLost()) {
                tried++;
                assertTrue(left.salvage().isPresent(), "at " + at);
                assertTrue(left.salvage().isEmpty(), "at " + at);
                assertTrue(left.has(sound, "other-0"), "at " + at);
            }
        }
        return tried;
    }

    /** What waits from before a loss can't be copied, as another cell of its row is lost: that is no loss of the next start. */
    @Test
    void aCellThatStaysKeepsNobodyApart() {
        Disks poor = new Disks(before.journal, new FaultDisk(before.pool, (call, name) -> {
            if (call == FaultDisk.Call.WRITE && name.startsWith("column-")) {
                throw new PfsException(ErrorCode.NO_SPACE, name + ": planted");
            }
        }));
        byte[] lost = "a cell that is lost, and nothing else has it".getBytes(StandardCharsets.UTF_8);
        poor.ask(put(sound, "half", List.of(new CellPut(CONTENT, new byte[50], false))));
        poor.ask(new EditRow(
                sound,
                RowName.of("half"),
                Expected.PRESENT,
                NewRow.FILE,
                RowEdit.ofCells(List.of(new CellPut(FURTHER, lost, false)))));
        poor.checkpoint();
        poor.checkpoint();
        poor.ask(put(sound, "later"));
        spoil(before.journal, lost);
        assertEquals(
                Set.of(SHARD),
                new ServerSalvage(before, clock, entropy, 1, () -> {})
                        .look()
                        .apart()
                        .shards());
        assertTrue(before.salvage().isPresent());
        assertTrue(before.salvage().isEmpty());
        assertTrue(before.has(sound, "half") && before.has(sound, "later"));
    }

    /** Wherever these bytes are. */
    private static void spoil(Disk journal, byte[] bytes) {
        String wanted = new String(bytes, StandardCharsets.ISO_8859_1);
        contents(journal).forEach((name, whole) -> {
            int at = new String(whole, StandardCharsets.ISO_8859_1).indexOf(wanted);
            if (at >= 0) {
                try (DiskFile file = journal.open(name)) {
                    file.write(ByteBuffer.wrap(inverted(whole, at)), at);
                    file.force();
                }
            }
        });
    }

    /** What is lost can be given up beside it, but no slices: it may know of tables to which their rows led. */
    @Test
    void whoIsRefusedKeepsOthersFromLittle() {
        fill();
        MemoryDisk otherJournal = copy(before.journal);
        String first = otherJournal.list().get(0);
        otherJournal.rename(first, "journal-00000000000000ff");
        Disks refused = new Disks(otherJournal, copy(before.pool));
        Disks lacking = lackingRecords();
        List<Salvaged> done = new ArrayList<>();
        PfsException refusal = assertThrows(
                PfsException.class, () -> FolderSalvage.run(List.of(refused, lacking), clock, entropy, done::add));
        assertTrue(
                refusal.detail().startsWith(refused.path() + ": ")
                        && refusal.detail().endsWith("what others had lost was given up: " + lacking.path()),
                refusal.detail());
        assertEquals(1, done.size());
        assertTrue(lacking.has(sound, "other-0"));

        MemoryDisk pool = copy(before.pool);
        spoil(pool, rotten);
        Disks unread = new Disks(copy(before.journal), pool);
        assertThrows(PfsException.class, () -> FolderSalvage.run(List.of(unread, refused), clock, entropy, done::add));
        assertEquals(1, done.size());
        assertTrue(unread.salvage().isPresent(), "by itself it is given up");
    }

    /** Some record of the journal can't be read, and a shard needs it. */
    private Disks lackingRecords() {
        String name = before.journal.list().get(0);
        byte[] whole = contents(before.journal).get(name);
        for (int at = FileHeader.BYTES; at + ROTTEN_BYTES <= whole.length; at += 16) {
            MemoryDisk journal = copy(before.journal);
            try (DiskFile file = journal.open(name)) {
                file.write(ByteBuffer.wrap(inverted(whole, at)), at);
                file.force();
            }
            Disks lacking = new Disks(journal, copy(before.pool));
            if (!new ServerSalvage(lacking, clock, entropy, 1, () -> {})
                    .look()
                    .apart()
                    .shards()
                    .isEmpty()) {
                return lacking;
            }
        }
        throw new AssertionError("no record is needed");
    }

    private static byte[] inverted(byte[] bytes, int at) {
        byte[] inverted = Arrays.copyOfRange(bytes, at, at + ROTTEN_BYTES);
        for (int i = 0; i < inverted.length; i++) {
            inverted[i] ^= (byte) 0xff;
        }
        return inverted;
    }

    /** What is written for it has no room. */
    @Test
    void whoHasNoSpaceForWhatIsLeftHearsThat() {
        fill();
        spoil(before.pool, rotten);
        FaultDisk.Fault full = (call, name) -> {
            if (call == FaultDisk.Call.WRITE && name.startsWith("metadata-")) {
                throw new PfsException(ErrorCode.NO_SPACE, name + ": planted");
            }
        };
        Map<String, byte[]> pool = contents(before.pool);
        Disks poor = new Disks(before.journal, new FaultDisk(before.pool, full));
        PfsException refusal = assertThrows(PfsException.class, poor::salvage);
        assertEquals(ErrorCode.NO_SPACE, refusal.code());
        assertTrue(refusal.detail().startsWith("nothing was changed: metadata-"), refusal.detail());
        assertSame(pool, contents(before.pool)); // what there was room for doesn't take it
        assertTrue(before.salvage().isPresent());
    }

    /** A disk is away for a while: only what could not be read when all was looked at is given up. */
    @Test
    void whatCouldBeReadBeforeIsNotGivenUp() {
        fill();
        before.checkpoint();
        before.ask(put(sound, "more")); // so that it is in a record of its own
        before.checkpointWithoutTidying();
        spoil(before.pool, rotten);
        List<RecordPlace> places = records(before.pool, sound);
        RecordPlace place = places.get(places.size() - 1);
        Map<String, byte[]> journal = contents(before.journal);
        Map<String, byte[]> pool = contents(before.pool);
        ServerSalvage.Found found = new ServerSalvage(before, clock, entropy, 1, () -> {}).look();
        Disks away = new Disks(before.journal, new BadSector(before.pool, place));
        ServerSalvage salvage = new ServerSalvage(away, clock, entropy, 1, () -> {});
        PfsException refusal = assertThrows(PfsException.class, () -> salvage.run(found, LeadingRows.NONE, true));
        assertEquals(ErrorCode.IO_FAILED, refusal.code());
        assertTrue(
                refusal.detail().startsWith("nothing was changed: " + sound + "/slice-0 could be read before"),
                refusal.detail());
        assertSame(journal, contents(before.journal));
        assertSame(pool, contents(before.pool));
        assertTrue(before.salvage().isPresent());
        assertTrue(before.has(sound, "more"));
    }

    /** There are so many files that whoever may tidy up empties some: not who leaves the journal as it is, which names them. */
    @Test
    void whoGivesUpNothingLeavesAllFilesAsTheyAre() {
        fill();
        for (int i = 0; i < MANY_FILES; i++) {
            before.ask(put(made("more-" + i), "row"));
            before.checkpointWithoutTidying();
        }
        RecordPlace place = records(before.pool, rotten).get(0);
        Map<String, byte[]> journal = contents(before.journal);
        Map<String, byte[]> pool = contents(before.pool);
        int tried = 0;
        for (int nth = 0; nth < 8; nth++) {
            Disks failing = new Disks(before.journal, new BadSector(before.pool, place, nth));
            ServerSalvage salvage = new ServerSalvage(failing, clock, entropy, 1, () -> {});
            ServerSalvage.Found found = salvage.look();
            tried += found.isNothingLost() ? 0 : 1;
            assertTrue(salvage.run(found, LeadingRows.NONE, true).isEmpty(), "reading " + nth);
            assertSame(journal, contents(before.journal));
            assertSame(pool, contents(before.pool));
        }
        assertTrue(tried > 0, "it seems to be lost when it is looked at first");
        assertTrue(before.has(rotten, "row"));
        before.checkpoint();
        before.checkpoint();
        assertFalse(contents(before.pool).keySet().containsAll(pool.keySet()), "there is something to tidy up");
    }

    /** A disk that does not give one place, each time or once. */
    private static final class BadSector extends ForwardingDisk {
        private static final int ALWAYS = -1;

        private final RecordPlace place;
        private final int nth;
        private int readings;

        BadSector(Disk disk, RecordPlace place) {
            this(disk, place, ALWAYS);
        }

        BadSector(Disk disk, RecordPlace place, int nth) {
            super(disk);
            this.place = place;
            this.nth = nth;
        }

        private boolean fails() {
            readings++;
            return nth == ALWAYS || readings - 1 == nth;
        }

        @Override
        protected DiskFile opened(DiskFile file) {
            return new ForwardingFile(file) {
                @Override
                public int read(ByteBuffer target, long offset) {
                    boolean isIn = name().equals(MetadataFiles.name(place.fileId()));
                    boolean isThere = isIn && offset < place.end() && offset + target.remaining() > place.offset();
                    if (isThere && fails()) {
                        throw new PfsException(ErrorCode.IO_FAILED, name() + " can't be read at " + offset);
                    }
                    return super.read(target, offset);
                }
            };
        }
    }

    /** Of what says which tables there are nothing is left to go on with. */
    @Test
    void whatTablesThereAreIsNotGivenUp() {
        fill();
        spoil(before.pool, TableFacts.tableOfTables(SHARD).id());
        Map<String, byte[]> journal = contents(before.journal);
        Map<String, byte[]> pool = contents(before.pool);
        PfsException refusal = assertThrows(PfsException.class, before::salvage);
        assertEquals(ErrorCode.CORRUPT, refusal.code());
        assertTrue(
                refusal.detail().startsWith("nothing was changed, as there is nothing that could be given up: shard-0")
                        && refusal.detail().endsWith("put the file back as it was"),
                refusal.detail());
        assertSame(journal, contents(before.journal));
        assertSame(pool, contents(before.pool));
    }

    /** Rows of another shard are counted in the same segments, and nobody knows them: once their file is back, it goes. */
    @Test
    void nothingIsGivenUpIfWhatIsLeftCanNotBeCounted() {
        TableId there = made("there", OTHER);
        fill();
        before.checkpoint();
        MemoryDisk pool = copy(before.pool);
        spoil(pool, TableFacts.tableOfTables(OTHER).id());
        spoil(pool, rotten);
        expectUncounted(new Disks(before.journal, pool), "shard-1 is set apart");
        MemoryDisk back = copy(before.pool);
        spoil(back, rotten);
        Disks salvaged = new Disks(before.journal, back);
        assertTrue(salvaged.salvage().isPresent());
        assertEquals(List.of(), damage(salvaged));
        boolean isThere =
                salvaged.with(group -> group.shard(OTHER).state().tables().exists(there));
        assertTrue(isThere);
    }

    /** A slice can't be read, and in another one a row has an indirect record. */
    private void rotBesideIndirect() {
        fill();
        before.checkpoint();
        before.ask(put(
                sound,
                "many",
                List.of(new CellPut(CONTENT, new byte[1000], false), new CellPut(FURTHER, new byte[1000], false))));
        before.checkpointWithoutTidying();
        spoil(before.pool, rotten);
    }

    /** The same of cells that an indirect record leads to, if that can't be read. */
    @Test
    void nothingIsGivenUpIfAnIndirectRecordCanNotBeRead() {
        rotBesideIndirect();
        MemoryDisk pool = copy(before.pool);
        for (String name : pool.list()) {
            if (name.startsWith("column-")) {
                spoilAll(pool, name);
            }
        }
        expectUncounted(new Disks(before.journal, pool), "column-");
        assertTrue(before.salvage().isPresent());
        assertEquals(List.of(), damage(before));
    }

    /** Else a recovery writes it anew, and deletes it: not one that may come to nothing. */
    @Test
    void aBoostIndexOfNoUseStaysIfNothingIsGivenUp() {
        rotBesideIndirect();
        MemoryDisk pool = copy(before.pool);
        List<String> spoilt = pool.list().stream()
                .filter(name -> name.startsWith("column-") || name.startsWith("boost-"))
                .toList();
        assertTrue(spoilt.stream().anyMatch(name -> name.startsWith("boost-")), spoilt.toString());
        spoilt.forEach(name -> spoilAll(pool, name));
        expectUncounted(new Disks(before.journal, pool), "column-");
    }

    /** What can't be done of one server keeps no other from it, and what was done is said. */
    @Test
    void whoFailsKeepsNobodyElseFromIt() {
        rotBesideIndirect();
        Disks second = new Disks(copy(before.journal), copy(before.pool));
        before.pool.list().stream()
                .filter(name -> name.startsWith("column-"))
                .forEach(name -> spoilAll(before.pool, name));
        Map<String, byte[]> journal = contents(before.journal);
        List<Salvaged> done = new ArrayList<>();
        PfsException refusal = assertThrows(
                PfsException.class, () -> FolderSalvage.run(List.of(before, second), clock, entropy, done::add));
        assertEquals(1, done.size());
        assertEquals(second.path(), done.get(0).path());
        assertEquals(ErrorCode.CORRUPT, refusal.code());
        assertTrue(
                refusal.detail().startsWith(before.path() + ": nothing was changed, ")
                        && refusal.detail().endsWith("; what others had lost was given up: " + second.path()),
                refusal.detail());
        assertSame(journal, contents(before.journal));
        assertTrue(second.salvage().isEmpty());
    }

    /** Which rows led to the tables of that one nobody knows. */
    @Test
    void whileAnotherServerHasSetSomethingApartNoSliceIsGivenUp() {
        made("there", OTHER);
        fill();
        before.checkpoint();
        Disks second = new Disks(copy(before.journal), copy(before.pool));
        spoil(second.pool, rotten);
        spoil(before.pool, TableFacts.tableOfTables(OTHER).id());
        Map<String, byte[]> journal = contents(second.journal);
        List<Salvaged> done = new ArrayList<>();
        PfsException refusal = assertThrows(
                PfsException.class, () -> FolderSalvage.run(List.of(before, second), clock, entropy, done::add));
        assertEquals(List.of(), done);
        assertEquals(ErrorCode.CORRUPT, refusal.code());
        assertTrue(
                refusal.detail()
                        .startsWith(
                                second.path()
                                        + ": nothing was changed, as rows that are lost may lead to tables that another server has set apart"),
                refusal.detail());
        assertSame(journal, contents(second.journal));
    }

    private static void spoilAll(Disk disk, String name) {
        try (DiskFile file = disk.open(name)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) (file.size() - FileHeader.BYTES));
            file.write(bytes, FileHeader.BYTES);
            file.force();
        }
    }

    private static void expectUncounted(Disks disks, String why) {
        Map<String, byte[]> journal = contents(disks.journal);
        Map<String, byte[]> pool = contents(disks.pool);
        PfsException refusal = assertThrows(PfsException.class, disks::salvage);
        assertTrue(
                refusal.detail().startsWith("nothing was changed, as what rows point to can't be counted")
                        && refusal.detail().contains(why),
                refusal.detail());
        assertSame(journal, contents(disks.journal));
        assertSame(pool, contents(disks.pool));
    }

    @Test
    void nothingIsDoneWhereNothingIsLost() {
        fill();
        Map<String, byte[]> journal = contents(before.journal);
        assertTrue(before.salvage().isEmpty());
        assertSame(journal, contents(before.journal));
    }

    /** All is on storage, and of what the table is to lose the journal has but the last row. */
    private void fill() {
        before.ask(put(rotten, "row"));
        Set<String> files = new TreeSet<>(before.journal.list());
        for (int round = 0; files.stream().anyMatch(before.journal::exists); round++) {
            before.checkpoint();
            before.ask(put(sound, "other-" + round));
        }
        before.ask(put(rotten, "later"));
    }

    private static List<RecordPlace> records(Disk disk, TableId table) {
        return MetadataScan.of(new LocalPool(disk)).found().stream()
                .filter(found -> found.record().key().table().equals(table))
                .map(MetadataScan.Found::place)
                .distinct()
                .toList();
    }

    private static void spoil(Disk disk, TableId table) {
        List<RecordPlace> places = records(disk, table);
        assertFalse(places.isEmpty());
        for (RecordPlace place : places) {
            try (DiskFile file = disk.open(MetadataFiles.name(place.fileId()))) {
                file.write(ByteBuffer.wrap(new byte[] {7, 7, 7}), place.end() - 20);
                file.force();
            }
        }
    }

    private static MemoryDisk copy(Disk disk) {
        return MemoryDisk.of(contents(disk));
    }

    private static Map<String, byte[]> contents(Disk disk) {
        Map<String, byte[]> contents = new TreeMap<>();
        for (String name : disk.list()) {
            try (DiskFile file = disk.open(name)) {
                ByteBuffer all = ByteBuffer.allocate(Math.toIntExact(file.size()));
                file.read(all, 0);
                contents.put(name, all.array());
            }
        }
        return contents;
    }

    private static void assertSame(Map<String, byte[]> expected, Map<String, byte[]> found) {
        assertEquals(expected.keySet(), found.keySet());
        expected.forEach((name, bytes) -> assertEquals(ByteBuffer.wrap(bytes), ByteBuffer.wrap(found.get(name)), name));
    }
}
