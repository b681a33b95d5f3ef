package io.pfs.server.journal;

import static io.pfs.disk.DiskContract.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.server.journal.Journal.Appended;
import io.pfs.server.journal.JournalRig.Entry;
import io.pfs.testing.FaultDisk;
import io.pfs.testing.FaultDisk.Call;
import io.pfs.testing.ForwardingDisk;
import io.pfs.testing.MemoryDisk;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The n-th call of each kind fails, for all n, once and several times in a row. */
final class JournalFaultTest {
    private static final int MANY = 1_000;

    @Test
    void forceFails() {
        assertTrue(everyCall(Call.FORCE, ErrorCode.FORCE_FAILED) > 20);
    }

    @Test
    void noSpaceToWrite() {
        assertTrue(everyCall(Call.WRITE, ErrorCode.NO_SPACE) > 20);
    }

    @Test
    void noSpaceToGrow() {
        assertTrue(everyCall(Call.PREALLOCATE, ErrorCode.NO_SPACE) > 4);
    }

    @Test
    void noSpaceToCreate() {
        assertTrue(everyCall(Call.CREATE, ErrorCode.NO_SPACE) > 4);
    }

    @Test
    void folderCantBeForced() {
        assertTrue(everyCall(Call.FORCE_FOLDER, ErrorCode.FORCE_FAILED) > 4);
    }

    @Test
    void renameFails() {
        assertTrue(everyCall(Call.RENAME, ErrorCode.IO_FAILED) > 4);
    }

    /** A rename of which nothing was heard in time, as may be on a disk that is a network away; it is done while the next file is made. */
    private static class LateRename extends ForwardingDisk {
        private Optional<String> given = Optional.empty();
        boolean isLate = true;
        int landed;

        LateRename(Disk disk) {
            super(disk);
        }

        @Override
        public void rename(String from, String to) {
            if (isLate && JournalFileName.parse(to).isPresent()) {
                isLate = false;
                given = Optional.of(from);
                throw new PfsException(ErrorCode.IO_FAILED, "nothing was heard of it");
            }
            super.rename(from, to);
            land();
        }

        @Override
        public DiskFile create(String name) {
            DiskFile file = super.create(name);
            land();
            return file;
        }

        final void land() {
            Optional<String> from = given.filter(this::exists);
            from.ifPresent(name -> {
                given = Optional.empty();
                landed++;
                super.rename(name, name.substring(0, JournalFileName.of(1).length()));
            });
        }
    }

    private static void appendUnlessStalled(JournalRig rig) {
        try {
            rig.append(0, 100);
        } catch (PfsException e) {
            assertEquals(ErrorCode.IO_FAILED, e.code());
        }
    }

    @Test
    void aRenameThatIsDoneLateGivesNoHalfMadeFileItsName() {
        MemoryDisk memory = new MemoryDisk();
        LateRename disk = new LateRename(memory);
        JournalRig rig = JournalRig.on(disk);
        writeThrough(disk, rig);
        assertEquals(0, disk.landed);
        JournalRig.assertSame(rig.all(), JournalRig.recover(memory.afterCrash(true)));
    }

    /** It is done right after it was seen that nothing has the name, and perhaps what was made then could not be deleted at once. */
    private static final class RenameAfterLook extends LateRename {
        private int refusedDeletes;

        RenameAfterLook(Disk disk, int refusedDeletes) {
            super(disk);
            this.refusedDeletes = refusedDeletes;
        }

        @Override
        public boolean exists(String name) {
            boolean found = super.exists(name);
            if (!found && refusedDeletes == 0 && JournalFileName.parse(name).isPresent()) {
                land();
            }
            return found;
        }

        @Override
        public void delete(String name) {
            if (refusedDeletes > 0) {
                refusedDeletes--;
                throw new PfsException(ErrorCode.IO_FAILED, "nothing was heard of it");
            }
            super.delete(name);
        }
    }

    @Test
    void aRenameThatIsDoneRightAfterTheLookStopsNothing() {
        for (int refusedDeletes : new int[] {0, 1, 3}) {
            MemoryDisk memory = new MemoryDisk();
            RenameAfterLook disk = new RenameAfterLook(memory, refusedDeletes);
            JournalRig rig = JournalRig.on(disk);
            writeThrough(disk, rig);
            assertEquals(0, disk.landed);
            assertEquals(0, disk.refusedDeletes);
            JournalRig.assertSame(rig.all(), JournalRig.recover(memory.afterCrash(true)));
        }
    }

    private static void writeThrough(LateRename disk, JournalRig rig) {
        disk.isLate = false;
        rig.replay();
        disk.isLate = true;
        for (int i = 0; i < 60; i++) {
            appendUnlessStalled(rig);
            rig.settle();
        }
        assertFalse(disk.isLate, "files were made meanwhile");
        assertEquals(rig.durableCount(), rig.appended.size(), "it goes on");
    }

    /** A file gets its name, of which nothing is heard. What is deleted then is so when a file of that name is in use. */
    private static final class LateDelete extends LateRename {
        private boolean isDeleteLate = true;
        private Optional<String> doomed = Optional.empty();

        LateDelete(Disk disk) {
            super(disk);
        }

        @Override
        public void rename(String from, String to) {
            boolean isAnswerLost = isLate && JournalFileName.parse(to).isPresent();
            try {
                super.rename(from, to);
            } finally {
                if (isAnswerLost) {
                    land();
                }
            }
        }

        @Override
        public DiskFile open(String name) {
            DiskFile file = super.open(name);
            if (doomed.equals(Optional.of(name))) {
                doomed = Optional.empty();
                super.delete(name);
            }
            return file;
        }

        @Override
        public void delete(String name) {
            if (isDeleteLate && JournalFileName.parse(name).isPresent()) {
                isDeleteLate = false;
                doomed = Optional.of(name);
                throw new PfsException(ErrorCode.IO_FAILED, "nothing was heard of it");
            }
            super.delete(name);
        }
    }

    @Test
    void whatIsDeletedLateIsNoFileInUse() {
        MemoryDisk memory = new MemoryDisk();
        LateDelete disk = new LateDelete(memory);
        JournalRig rig = JournalRig.on(disk);
        writeThrough(disk, rig);
        assertEquals(1, disk.landed);
        JournalRig.assertSame(rig.all(), JournalRig.recover(memory.afterCrash(true)));
    }

    /** What a failed attempt left is a file like any other, so it goes when its time comes. */
    @Test
    void whatAFailedAttemptLeftIsTrimmedInItsOrder() {
        MemoryDisk memory = new MemoryDisk();
        LateDelete disk = new LateDelete(memory);
        disk.isDeleteLate = false;
        JournalRig rig = JournalRig.on(disk);
        writeThrough(disk, rig);
        long files = files(memory);
        assertTrue(files > 4);
        for (long sequence = 1; sequence <= rig.durableCount(); sequence++) {
            rig.journal.trim(Map.of(new ShardId(0), sequence));
            rig.drain();
            int found = JournalRig.recover(memory.afterCrash(true)).size();
            assertTrue(found > rig.durableCount() - sequence, "nothing is missing in the middle");
        }
        assertEquals(1, files(memory));
        List<Entry> found = JournalRig.recover(memory.afterCrash(true));
        int trimmed = rig.appended.size() - found.size();
        JournalRig.assertSame(rig.appended.subList(trimmed, rig.appended.size()), found);
    }

    /** Returns how many calls of the kind the script makes. */
    private static int everyCall(Call call, ErrorCode code) {
        for (int n = 0; n < MANY; n++) {
            boolean reached = false;
            for (int times : new int[] {1, 2, 5}) {
                for (Durability durability : List.of(Durability.SYNC, Durability.FLUSH)) {
                    reached |= run(call, n, times, code, durability);
                }
            }
            if (!reached) {
                return n;
            }
        }
        return fail("the script never ends");
    }

    /** Runs the script with faults, then looks at what a restart finds after a loss of power and without one. */
    private static boolean run(Call call, int n, int times, ErrorCode code, Durability durability) {
        String what = call + " " + n + " x" + times + " " + durability;
        MemoryDisk disk = new MemoryDisk();
        boolean[] reached = {false};
        FaultDisk.Fault failing = FaultDisk.failing(call, n, times, code);
        FaultDisk faulty = new FaultDisk(disk, (each, name) -> {
            try {
                failing.before(each, name);
            } catch (PfsException e) {
                reached[0] = true;
                throw e;
            }
        });
        JournalRig rig = JournalRig.on(faulty, JournalRig.TINY, durability);
        try {
            rig.replay();
            new JournalScript(rig).run(false);
        } catch (PfsException e) {
            assertEquals(code, e.code(), what);
        }
        for (PfsException failure : rig.failures) {
            assertEquals(code, failure.code(), what);
        }
        check(what + " restart", rig, MemoryDisk.of(bytes(disk)));
        if (durability == Durability.SYNC) {
            check(what + " power loss", rig, MemoryDisk.of(forcedBytes(disk)));
        }
        return reached[0];
    }

    private static void check(String what, JournalRig rig, MemoryDisk disk) {
        List<Entry> found = JournalRig.recover(disk);
        // a failure at the very end may leave more than was acknowledged, never something else
        assertTrue(
                found.size() >= rig.durableCount(), () -> what + ": lost " + rig.durableCount() + " > " + found.size());
        int same = Math.min(found.size(), rig.appended.size());
        assertEquals(rig.appended.subList(0, same), found.subList(0, same), what);
        assertTrue(found.size() <= rig.appended.size() || !rig.failures.isEmpty(), what);
    }

    static Map<String, byte[]> bytes(MemoryDisk disk) {
        Map<String, byte[]> files = new TreeMap<>();
        disk.names().forEach((name, inode) -> files.put(name, inode.bytes()));
        return files;
    }

    static Map<String, byte[]> forcedBytes(MemoryDisk disk) {
        Map<String, byte[]> files = new TreeMap<>();
        disk.durableNames().forEach((name, inode) -> files.put(name, inode.forced()));
        return files;
    }

    @Test
    void afterAFailureItGoesOnInANewFile() {
        MemoryDisk disk = new MemoryDisk();
        // the first force is the new file's, the second is the first batch's
        JournalRig rig =
                JournalRig.on(new FaultDisk(disk, FaultDisk.failing(Call.FORCE, 2, 1, ErrorCode.FORCE_FAILED)));
        rig.replay();
        rig.append(1, 10);
        rig.settle();
        Appended lost = rig.append(1, 11);
        rig.journal.commit();
        Appended behind = rig.append(2, 12);
        rig.drain();
        assertEquals(1, rig.failures.size());
        assertEquals(1, rig.durableCount());
        assertEquals(2, files(disk));
        Appended again = rig.append(1, 13);
        rig.settle();
        assertTrue(rig.durable.covers(again));
        assertFalse(rig.durable.covers(lost), "what a later era forces says nothing about what an earlier one lost");
        assertFalse(rig.durable.covers(behind));
        JournalRig.assertSame(rig.appended, JournalRig.recover(disk));
    }

    @Test
    void withoutSpaceItStallsAndGoesOnByItself() {
        MemoryDisk disk = new MemoryDisk();
        boolean[] full = {false};
        JournalRig rig = JournalRig.on(new FaultDisk(disk, (call, name) -> {
            if (full[0] && (call == Call.CREATE || call == Call.PREALLOCATE)) {
                throw new PfsException(ErrorCode.NO_SPACE, "planted for " + name);
            }
        }));
        rig.replay();
        rig.append(1, 400);
        rig.settle();
        full[0] = true;
        while (rig.failures.isEmpty()) {
            rig.append(1, 400);
            rig.settle();
        }
        int kept = rig.appended.size();
        for (int i = 0; i < 3; i++) {
            assertRefused(ErrorCode.NO_SPACE, "NO_SPACE", () -> rig.append(1, 10));
            rig.settle();
        }
        assertEquals(1, rig.failures.size(), "told once");
        full[0] = false;
        assertRefused(ErrorCode.NO_SPACE, "NO_SPACE", () -> rig.append(1, 10));
        rig.settle();
        rig.append(1, 400);
        rig.settle();
        assertEquals(kept + 1, rig.durableCount());
        JournalRig.assertSame(rig.appended, JournalRig.recover(disk));
    }

    @Test
    void fullDiskAtTheStartCanStillBeRead() {
        MemoryDisk disk = new MemoryDisk();
        JournalRig before = JournalRig.on(disk);
        before.replay();
        before.append(1, 10);
        before.settle();
        before.journal.close();
        boolean[] full = {true};
        JournalRig rig = JournalRig.on(new FaultDisk(disk, (call, name) -> {
            if (full[0] && call == Call.CREATE) {
                throw new PfsException(ErrorCode.NO_SPACE, "planted for " + name);
            }
        }));
        rig.replay();
        JournalRig.assertSame(before.appended, rig.replayed);
        assertRefused(ErrorCode.NO_SPACE, "NO_SPACE", () -> rig.append(1, 10));
        rig.journal.trim(Map.of(new ShardId(1), 100L));
        rig.drain();
        assertEquals(1, files(disk), "the newest file stays, though nobody needs it");
        full[0] = false;
        rig.settle();
        rig.append(1, 10);
        rig.settle();
        JournalRig.assertSame(rig.all(), JournalRig.recover(disk));
    }

    @Test
    void doubtfulTailIsNotServedFromAFullDisk() {
        MemoryDisk disk = new MemoryDisk();
        JournalRig before = JournalRig.on(disk);
        before.replay();
        before.append(1, 10);
        before.settle();
        JournalRig rig = JournalRig.on(new FaultDisk(disk, FaultDisk.failing(Call.CREATE, 0, 1, ErrorCode.NO_SPACE)));
        assertRefused(ErrorCode.NO_SPACE, "journal-0000000000000002", rig::replay);
        JournalRig.assertSame(before.appended, JournalRig.recover(disk));
    }

    /** What was reported is not cut by a new file, since it may well be there. */
    @Test
    void whatWasReportedBeforeItsForceWaitsForTheNextReplay() {
        for (Durability durability : List.of(Durability.FLUSH, Durability.MEMORY)) {
            MemoryDisk disk = new MemoryDisk();
            boolean[] failing = {false};
            JournalRig rig = JournalRig.on(
                    new FaultDisk(disk, (call, name) -> {
                        if (failing[0] && call == Call.FORCE) {
                            throw new PfsException(ErrorCode.FORCE_FAILED, "planted for " + name);
                        }
                    }),
                    JournalRig.TINY,
                    durability);
            rig.replay();
            for (int i = 0; i < 3; i++) {
                rig.append(1, 100);
                rig.settle();
            }
            rig.timers.pass(1);
            assertEquals(3, rig.durableCount());
            List<Entry> reported = List.copyOf(rig.appended);

            failing[0] = true;
            rig.journal.afterForce(() -> fail("what can't be forced is not"));
            rig.drain();
            assertEquals(1, rig.failures.size(), durability::toString);
            assertTrue(rig.durable.record() < 3, "it is told that what was reported is in doubt");
            failing[0] = false;
            for (int i = 0; i < 3; i++) {
                assertRefused(ErrorCode.FORCE_FAILED, "start again", () -> rig.append(1, 10));
                rig.settle();
            }
            assertEquals(1, files(disk), "no new file cuts it");
            rig.journal.close();
            JournalRig.assertSame(reported, JournalRig.recover(disk));
        }
    }

    /** One that comes too late, over a folder that another writer has by then, leaves that one's file alone. */
    @Test
    void anotherWritersFileIsNotReplaced() {
        MemoryDisk disk = new MemoryDisk();
        JournalRig late = JournalRig.on(disk);
        late.replay();
        late.append(1, 400);
        late.settle();
        late.append(1, 400);
        late.journal.commit();
        late.append(1, 400);
        JournalRig other = JournalRig.on(disk);
        other.replay();
        other.append(1, 50);
        other.settle();
        for (int i = 0; i < 3; i++) {
            late.settle();
            assertRefused(ErrorCode.FILE_EXISTS, "journal-0000000000000002", () -> late.append(1, 10));
        }
        assertEquals(1, late.failures.size());
        JournalRig.assertSame(other.all(), JournalRig.recover(disk));
        JournalRig.assertSame(other.all(), JournalRig.recover(MemoryDisk.of(forcedBytes(disk))));
    }

    private static long files(Disk disk) {
        return JournalRig.files(disk).size();
    }
}
