package io.pfs.server.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.disk.Disk;
import io.pfs.server.journal.JournalRig.Entry;
import io.pfs.testing.FaultDisk;
import io.pfs.testing.FaultDisk.Call;
import io.pfs.testing.ForwardingDisk;
import io.pfs.testing.MemoryDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Why a file may go stands in a later record: a checkpoint was reported durable. In a mode that reports before the force,
 * nothing goes before that record is forced, whenever power is lost.
 */
final class JournalTrimTest {
    private static final int RECORD_BYTES = 100;
    private static final int SPARES_MAX = 8;
    private static final ShardId SHARD = new ShardId(0);

    private final MemoryDisk disk = new MemoryDisk();
    /** What was reported when each trim was asked for, of which the newest counts. */
    private int reportedAtTrim;

    private int removals;
    private boolean forcesFail;
    private boolean full;

    private JournalRig open(Durability durability) {
        JournalRig[] rig = new JournalRig[1];
        rig[0] = JournalRig.on(
                new FaultDisk(disk, (call, name) -> {
                    boolean isFile = JournalFileName.parse(name).isPresent();
                    if (isFile && (call == Call.DELETE || call == Call.RENAME)) {
                        removals++;
                        assertAllForced(rig[0].appended, name);
                    }
                    if (forcesFail && call == Call.FORCE && isFile) {
                        throw new PfsException(ErrorCode.FORCE_FAILED, "planted for " + name);
                    }
                    if (full && call == Call.CREATE) {
                        throw new PfsException(ErrorCode.NO_SPACE, "planted for " + name);
                    }
                }),
                JournalRig.TINY,
                durability);
        rig[0].replay();
        return rig[0];
    }

    /** Loses power now: all that was reported before the trim was asked for must come back. */
    private void assertAllForced(List<Entry> appended, String removed) {
        List<Entry> found = JournalRig.recover(MemoryDisk.of(JournalFaultTest.forcedBytes(disk)));
        assertTrue(found.size() > 0, removed + " goes, and nothing is left");
        int from = appended.indexOf(found.get(0));
        JournalRig.assertSame(appended.subList(from, from + found.size()), found);
        assertTrue(from + found.size() >= reportedAtTrim, removed + " goes before what justifies it is forced");
    }

    /** The last record is the checkpoint, so to speak: nobody needs what lies before it. */
    private void trim(JournalRig rig) {
        reportedAtTrim = rig.durableCount();
        rig.journal.trim(Map.of(SHARD, (long) reportedAtTrim));
    }

    private static void append(JournalRig rig, int records) {
        for (int i = 0; i < records; i++) {
            rig.append(SHARD.value(), RECORD_BYTES);
            rig.settle();
            rig.timers.pass(0);
        }
    }

    @Test
    void spaceIsKeptForFilesToComeUnlessTheDiskIsNearlyFull() {
        for (long usableBytes : new long[] {Long.MAX_VALUE, 1 << 10}) {
            Disk fullOrNot = new ForwardingDisk(disk) {
                @Override
                public long usableBytes() {
                    return usableBytes;
                }
            };
            JournalRig rig = JournalRig.on(fullOrNot);
            rig.replay();
            append(rig, 60);
            trim(rig);
            rig.drain();
            boolean isRoomy = usableBytes == Long.MAX_VALUE;
            assertEquals(
                    isRoomy,
                    SpareFiles.any(fullOrNot).isPresent(),
                    () -> disk.list().toString());
            assertEquals(isRoomy, disk.exists(JournalFileName.spare(SPARES_MAX)));
            assertFalse(disk.exists(JournalFileName.spare(SPARES_MAX + 1)), "no more than that");
            rig.journal.close();
            rig.drain();
            disk.list().forEach(disk::delete);
        }
    }

    /** Who wrote them may have them open still, and write into what would be ours. */
    @Test
    void noSpaceIsKeptOfFilesOfAnEarlierLife() {
        JournalRig earlier = open(Durability.SYNC);
        append(earlier, 60);
        JournalRig rig = JournalRig.on(disk);
        rig.replay();
        append(rig, 1);
        rig.journal.trim(Map.of(SHARD, 61L));
        rig.drain();
        assertFalse(disk.list().contains(JournalFileName.of(1)), "it was trimmed");
        assertFalse(SpareFiles.any(disk).isPresent(), () -> disk.list().toString());
    }

    private void assertShortAndWhole(JournalRig rig) {
        long spares = disk.list().stream().filter(JournalFileName::isTemporary).count();
        assertTrue(JournalRig.files(disk).size() <= 2, () -> disk.list().toString());
        assertTrue(spares <= SPARES_MAX + 1, () -> disk.list().toString());
        List<Entry> left = JournalRig.recover(MemoryDisk.of(JournalFaultTest.forcedBytes(disk)));
        int size = rig.appended.size();
        assertTrue(left.size() >= 1, "something is left");
        JournalRig.assertSame(rig.appended.subList(size - left.size(), size), left);
    }

    @Test
    void modeFlushForcesBeforeItDeletes() {
        for (int records = 20; records < 40; records++) {
            JournalTrimTest each = new JournalTrimTest();
            JournalRig rig = each.open(Durability.FLUSH);
            append(rig, records);
            each.trim(rig);
            assertEquals(0, each.removals, "never inside the call");
            rig.drain();
            assertTrue(each.removals > 0, "something goes");
            each.assertShortAndWhole(rig);
        }
    }

    @Test
    void modeFlushTrimsBesideAWrite() {
        JournalRig rig = open(Durability.FLUSH);
        append(rig, 30);
        rig.append(SHARD.value(), RECORD_BYTES);
        rig.journal.commit();
        trim(rig);
        rig.append(SHARD.value(), RECORD_BYTES);
        rig.drain();
        assertTrue(removals > 0, "something goes");
        assertEquals(32, rig.durableCount());
        assertShortAndWhole(rig);
    }

    @Test
    void whatArrivesDuringTheForceIsWritten() {
        JournalRig rig = open(Durability.FLUSH);
        append(rig, 30);
        trim(rig);
        rig.append(SHARD.value(), RECORD_BYTES);
        rig.journal.commit();
        rig.drain();
        assertEquals(31, rig.durableCount());
    }

    @Test
    void modeMemoryWritesAndForcesBeforeItDeletes() {
        JournalRig rig = open(Durability.MEMORY);
        for (int i = 0; i < 31; i++) {
            rig.append(SHARD.value(), RECORD_BYTES);
            rig.journal.commit();
            rig.timers.pass(0);
        }
        assertEquals(31, rig.durableCount());
        trim(rig);
        rig.drain();
        rig.append(SHARD.value(), RECORD_BYTES);
        rig.journal.commit();
        rig.timers.pass(0);
        trim(rig);
        rig.drain();
        assertTrue(removals > 0, "something goes");
        assertShortAndWhole(rig);
    }

    @Test
    void nothingGoesWhenTheForceFails() {
        JournalRig rig = open(Durability.FLUSH);
        append(rig, 30);
        List<String> before = new ArrayList<>(disk.list());
        int forced = JournalRig.recover(MemoryDisk.of(JournalFaultTest.forcedBytes(disk)))
                .size();
        assertTrue(forced < 30, "something is written only");
        List<JournalRig.Entry> written = List.copyOf(rig.appended);
        forcesFail = true;
        trim(rig);
        rig.drain();
        forcesFail = false;
        assertEquals(1, rig.failures.size());
        assertEquals(forced, rig.appended.size());
        assertEquals(0, removals);
        assertTrue(disk.list().containsAll(before));
        rig.settle();
        assertEquals(0, removals, "what justified it is in doubt");
        rig.journal.close();
        JournalRig.assertSame(written, JournalRig.recover(disk));
    }

    @Test
    void fullDiskIsTrimmedAllTheSame() {
        JournalRig rig = open(Durability.FLUSH);
        append(rig, 20);
        full = true;
        while (rig.failures.isEmpty()) {
            append(rig, 1);
        }
        trim(rig);
        rig.drain();
        assertTrue(removals > 0, "something goes");
        full = false;
        rig.settle();
        append(rig, 1);
        assertFalse(rig.durableCount() < rig.appended.size());
    }

    /** Lets the {@code n}-th removal of a file fail, which has happened all the same. */
    private Disk failingAfterwards(int n) {
        return new ForwardingDisk(disk) {
            private int removed;

            @Override
            public void rename(String from, String to) {
                super.rename(from, to);
                if (to.contains("spare") && !JournalFileName.isTemporary(from)) {
                    failIfNth(from);
                }
            }

            @Override
            public void delete(String name) {
                super.delete(name);
                failIfNth(name);
            }

            private void failIfNth(String name) {
                if (removed++ == n) {
                    throw new PfsException(ErrorCode.IO_FAILED, "planted for " + name);
                }
            }
        };
    }

    @Test
    void aRemovalThatFailedAndHappenedIsNotTriedForEver() {
        for (int n = 0; n < 2; n++) {
            JournalTrimTest each = new JournalTrimTest();
            JournalRig rig = JournalRig.on(each.failingAfterwards(n), JournalRig.TINY, Durability.SYNC);
            rig.replay();
            append(rig, 40);
            each.trim(rig);
            rig.drain();
            assertThrows(PfsException.class, () -> each.trim(rig), "what went wrong is told");
            each.trim(rig);
            rig.drain();
            each.assertShortAndWhole(rig);
        }
    }
}
