package io.pfs.server.journal;

import static io.pfs.disk.DiskContract.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.ShardId;
import io.pfs.disk.Disk;
import io.pfs.server.journal.Journal.Appended;
import io.pfs.server.journal.Journal.Durable;
import io.pfs.server.journal.Journal.Replayed;
import io.pfs.server.journal.JournalRig.Entry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a journal does on every disk. */
public abstract class JournalContract {
    private Disk disk;

    /** An empty folder. */
    protected abstract Disk newDisk();

    @BeforeEach
    public final void openDisk() {
        disk = newDisk();
    }

    @AfterEach
    public final void closeDisk() {
        disk.close();
    }

    private JournalRig open() {
        JournalRig rig = JournalRig.on(disk);
        rig.replay();
        return rig;
    }

    @Test
    public void newJournalIsEmpty() {
        Replayed found = JournalRig.on(disk).replay();
        assertEquals(List.of(0L, 0L, 0L), List.of(found.records(), found.files(), found.tornBytes()));
        assertEquals(List.of(), JournalRig.recover(disk));
    }

    @Test
    public void nothingIsDurableBeforeItsForce() {
        JournalRig rig = open();
        Appended first = rig.append(1, 10);
        assertFalse(rig.durable.covers(first));
        rig.journal.commit();
        assertFalse(rig.durable.covers(first));
        rig.drain();
        assertTrue(rig.durable.covers(first));
        Appended second = rig.append(1, 10);
        assertFalse(rig.durable.covers(second));
    }

    @Test
    public void whatArrivesMeanwhileGoesOutTogetherAndOnItsOwn() {
        JournalRig rig = open();
        rig.append(1, 10);
        rig.journal.commit();
        Appended later = rig.append(2, 10);
        Appended latest = rig.append(1, 10);
        assertTrue(rig.workers.poll());
        assertFalse(rig.durable.covers(later));
        assertTrue(rig.workers.poll());
        assertTrue(rig.durable.covers(latest));
        assertFalse(rig.workers.poll());
    }

    @Test
    public void someMayBeWrittenBeforeTheTurnEnds() {
        JournalRig rig = open();
        List<Appended> all = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            all.add(rig.append(i % 3, 10));
            rig.journal.commitEarly();
        }
        assertTrue(rig.workers.poll(), "the disk was idle");
        assertTrue(rig.durable.covers(all.get(0)));
        assertFalse(rig.durable.covers(all.get(39)));
        rig.settle();
        assertTrue(rig.durable.covers(all.get(39)));
        rig.journal.commitEarly();
        assertFalse(rig.workers.poll(), "nothing is left");
    }

    @Test
    public void recordsComeBackInOrderAndOnce() {
        JournalRig rig = open();
        for (int i = 0; i < 100; i++) {
            rig.append(i % 7, i);
            if (i % 5 == 0) {
                rig.settle();
            }
        }
        rig.settle();
        rig.journal.close();
        assertTrue(JournalRig.files(disk).size() > 3, "files were rolled");
        JournalRig.assertSame(rig.appended, JournalRig.recover(disk));
        JournalRig.assertSame(rig.appended, JournalRig.recover(disk));
    }

    @Test
    public void goesOnAfterItsReplay() {
        List<Entry> all = new ArrayList<>();
        for (int round = 0; round < 5; round++) {
            JournalRig rig = open();
            JournalRig.assertSame(all, rig.replayed);
            for (int i = 0; i < 5; i++) {
                rig.append(i % 2, 50);
                rig.settle();
            }
            if (round % 2 == 0) {
                rig.journal.close();
            }
            all = rig.all();
        }
        JournalRig.assertSame(all, JournalRig.recover(disk));
    }

    @Test
    public void sequencesAreChained() {
        JournalRig rig = open();
        rig.append(new Entry(3, 5, 100, new byte[1]));
        refuse(rig, new Entry(3, 5, 102, new byte[1]));
        refuse(rig, new Entry(3, 5, 100, new byte[1]));
        refuse(rig, new Entry(3, 4, 101, new byte[1]));
        rig.append(new Entry(3, 5, 101, new byte[1]));
        rig.append(new Entry(3, 7, 300, new byte[1]));
        rig.append(new Entry(4, 1, 0, new byte[1]));
        rig.settle();
        JournalRig again = open();
        JournalRig.assertSame(rig.appended, again.replayed);
        refuse(again, new Entry(3, 7, 302, new byte[1]));
        again.append(new Entry(3, 7, 301, new byte[1]));
    }

    private static void refuse(JournalRig rig, Entry entry) {
        assertRefused(ErrorCode.INVARIANT_BROKEN, "sequence", () -> rig.append(entry));
    }

    @Test
    public void recordsOfAllLengthsFit() {
        JournalRig rig = open();
        for (int length : List.of(0, 1, 7, 8, 500, 5_000, 0, Limits.JOURNAL_RECORD_BYTES_MAX, 3)) {
            rig.append(1, length);
        }
        assertRefused(ErrorCode.TOO_LARGE, "262145", () -> rig.append(1, Limits.JOURNAL_RECORD_BYTES_MAX + 1));
        rig.append(1, 9);
        rig.settle();
        JournalRig.assertSame(rig.appended, JournalRig.recover(disk));
    }

    @Test
    public void farBehindItIsBusy() {
        JournalRig rig = open();
        assertRefused(ErrorCode.BUSY, "batches", () -> {
            for (int i = 0; i < 1_000; i++) {
                rig.append(1, 400);
            }
        });
        rig.settle();
        rig.append(1, 400);
        rig.settle();
        assertEquals(rig.appended.size(), rig.durableCount());
        JournalRig.assertSame(rig.appended, JournalRig.recover(disk));
    }

    @Test
    public void trimDeletesOldestFilesThatNobodyNeeds() {
        JournalRig rig = open();
        for (int i = 0; i < 40; i++) {
            rig.append(i % 2, 100);
            rig.settle();
        }
        int before = JournalRig.files(disk).size();
        rig.journal.trim(Map.of(new ShardId(0), 100L));
        rig.drain();
        assertEquals(before, JournalRig.files(disk).size(), "a shard that isn't named needs everything");
        rig.journal.trim(Map.of(new ShardId(0), 11L, new ShardId(1), 9L));
        rig.drain();
        JournalRig again = open();
        int dropped = rig.appended.size() - again.replayed.size();
        assertTrue(dropped > 4 && dropped <= 2 * 8, "dropped " + dropped);
        JournalRig.assertSame(rig.appended.subList(dropped, rig.appended.size()), again.replayed);
        again.journal.trim(Map.of(new ShardId(0), 21L, new ShardId(1), 21L));
        again.drain();
        // the newest file stays, with the tail that was carried over to it
        JournalRig.assertSame(rig.appended.subList(39, 40), JournalRig.recover(disk));
    }

    @Test
    public void spaceOfATrimmedFileIsUsedAgain() {
        JournalRig rig = open();
        for (int i = 0; i < 100; i++) {
            rig.append(0, 100);
            rig.settle();
            rig.journal.trim(Map.of(new ShardId(0), rig.appended.size() - 1L));
            rig.drain();
            assertTrue(JournalRig.files(disk).size() <= 4, disk.list().toString());
        }
        List<Entry> left = JournalRig.recover(disk);
        int size = rig.appended.size();
        assertTrue(left.size() >= 2 && left.size() < 30, "left " + left.size());
        JournalRig.assertSame(rig.appended.subList(size - left.size(), size), left);
    }

    @Test
    public void closedJournalHasEverythingAndTakesNothing() {
        JournalRig rig = open();
        rig.append(1, 10);
        rig.journal.commit();
        rig.append(1, 11);
        rig.journal.close();
        rig.journal.close();
        assertRefused(ErrorCode.INVARIANT_BROKEN, "", () -> rig.append(1, 1));
        assertRefused(ErrorCode.INVARIANT_BROKEN, "", rig.journal::commit);
        assertRefused(ErrorCode.INVARIANT_BROKEN, "", rig::replay);
        rig.drain();
        JournalRig.assertSame(rig.appended, JournalRig.recover(disk));
    }

    @Test
    public void isClosedWhenWhatWasUnderWayHasEnded() {
        JournalRig rig = open();
        for (int i = 0; i < 30; i++) {
            rig.append(1, 100);
            rig.settle();
        }
        rig.append(1, 100);
        rig.journal.commit();
        rig.journal.trim(Map.of(new ShardId(1), 20L));
        assertFalse(rig.journal.isClosed());
        rig.journal.close();
        int turns = 0;
        while (!rig.journal.isClosed()) {
            assertTrue(rig.workers.poll(), "what is under way is in the hands of a worker");
            turns++;
        }
        assertEquals(2, turns, "the write and the trimmer");
        assertFalse(rig.workers.poll(), "nothing follows");
        JournalRig idle = open();
        idle.journal.close();
        assertTrue(idle.journal.isClosed());
        JournalRig never = JournalRig.on(disk);
        never.journal.close();
        assertTrue(never.journal.isClosed());
    }

    @Test
    public void scanTouchesNothing() {
        JournalRig before = open();
        before.append(1, 10);
        before.settle();
        before.journal.close();
        String halfMade = JournalFileName.temporary(2, 0);
        disk.create(halfMade).close();
        List<String> names = disk.list();
        JournalRig rig = JournalRig.on(disk);
        rig.journal.scan((shard, position, bytes, offset, length) -> {});
        assertEquals(names, disk.list());
        rig.replay();
        assertFalse(disk.exists(halfMade), "the replay deletes what a crash left half-made");
    }

    @Test
    public void nothingGoesBeforeTheReplay() {
        JournalRig rig = JournalRig.on(disk);
        assertRefused(ErrorCode.INVARIANT_BROKEN, "", () -> rig.append(1, 1));
        assertRefused(ErrorCode.INVARIANT_BROKEN, "", rig.journal::commit);
        rig.journal.close();
        assertEquals(List.of(), disk.list());
    }

    @Test
    public void modeFlushReportsWhatIsWritten() {
        JournalRig rig = JournalRig.on(disk, JournalRig.TINY, Durability.FLUSH);
        rig.replay();
        for (int i = 0; i < 30; i++) {
            rig.append(i % 3, 60);
            rig.settle();
            assertEquals(i + 1, rig.durableCount());
        }
        JournalRig.assertSame(rig.appended, JournalRig.recover(disk));
    }

    @Test
    public void modeMemoryReportsAtOnceAndWritesLater() {
        JournalRig rig = JournalRig.on(disk, JournalRig.TINY, Durability.MEMORY);
        rig.replay();
        Appended first = rig.append(1, 60);
        rig.settle();
        assertFalse(rig.durable.covers(first), "never inside the call");
        rig.timers.pass(0);
        assertTrue(rig.durable.covers(first));
        assertEquals(List.of(), recoverBeside());
        rig.timers.pass(5_000_000_000L);
        rig.drain();
        assertEquals(new Durable(0, 1), rig.durable);
        assertTrue(rig.timers.isIdle());
        JournalRig.assertSame(rig.appended, recoverBeside());
    }

    /** What a reader finds, without going on from there. */
    private List<Entry> recoverBeside() {
        List<Entry> found = new ArrayList<>();
        try (FilesAtRest files = new FilesAtRest(disk);
                Replay replay = new Replay(
                        JournalSetup.of(disk, 1, JournalRig.TINY, Durability.SYNC),
                        files,
                        (shard, position, bytes, offset, length) -> found.add(new Entry(
                                shard.value(),
                                position.epoch().value(),
                                position.sequence(),
                                Arrays.copyOfRange(bytes, offset, offset + length))))) {
            replay.run();
        }
        return found;
    }

    @Test
    public void modeMemoryWritesFullBatchesAtOnce() {
        JournalRig rig = JournalRig.on(disk, JournalRig.TINY, Durability.MEMORY);
        rig.replay();
        for (int i = 0; i < 20; i++) {
            rig.append(1, 200);
            rig.settle();
            rig.timers.pass(0);
            assertEquals(i + 1, rig.durableCount());
        }
        assertTrue(recoverBeside().size() >= 18, "only the open batch waits");
        rig.journal.close();
        JournalRig.assertSame(rig.appended, JournalRig.recover(disk));
    }

    @Test
    public void modeMemoryRemembersThatAWriteIsDue() {
        JournalRig rig = JournalRig.on(disk, JournalRig.TINY, Durability.MEMORY);
        rig.replay();
        for (int i = 0; i < 6; i++) {
            rig.append(1, 200);
            rig.journal.commit();
        }
        rig.timers.pass(0);
        assertEquals(6, rig.durableCount());
        // comes due while a full batch is being written, and others wait
        rig.timers.pass(5_000_000_000L);
        rig.drain();
        JournalRig.assertSame(rig.appended, recoverBeside());
        assertTrue(rig.timers.isIdle());
    }

    @Test
    public void modeMemoryWritesAllThatIsDueAndNoMore() {
        JournalRig rig = JournalRig.on(disk, JournalRig.TINY, Durability.MEMORY);
        rig.replay();
        rig.append(1, 10);
        rig.journal.commit();
        rig.timers.pass(5_000_000_000L);
        rig.append(1, 11);
        rig.journal.commit();
        rig.drain();
        assertEquals(1, recoverBeside().size());
        rig.timers.pass(5_000_000_000L);
        rig.drain();
        assertEquals(2, recoverBeside().size());
    }
}
