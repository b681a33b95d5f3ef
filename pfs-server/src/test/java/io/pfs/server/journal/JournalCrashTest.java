package io.pfs.server.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.journal.JournalRig.Entry;
import io.pfs.testing.FaultDisk;
import io.pfs.testing.MemoryDisk;
import io.pfs.testing.MemoryDisk.Inode;
import io.pfs.testing.Seeds;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Power fails before every single call of a small life; what was not forced is lost, kept, or both piece by piece. */
final class JournalCrashTest {
    /** Smaller than a sector: the rules must not rest on what a device writes at once. */
    private static final int PIECE_BYTES = 24;

    private static final int CALLS_MAX = 10_000;

    private static final class PowerFails extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void crashBeforeEveryCall() {
        Seeds.each("JournalCrashTest#crashBeforeEveryCall", 3, seed -> {
            for (boolean trims : new boolean[] {false, true}) {
                for (Durability durability : List.of(Durability.SYNC, Durability.FLUSH)) {
                    int calls = 0;
                    while (crashAt(calls, trims, durability, new Random(seed))) {
                        calls++;
                        assertTrue(calls < CALLS_MAX, "the script ends");
                    }
                    assertTrue(calls > 60, "the script does something");
                }
            }
        });
    }

    /** Calls fail here and there, then power fails; a failed force leaves some of what it should have forced. */
    @Test
    void crashAfterFaults() {
        Seeds.each("JournalCrashTest#crashAfterFaults", 2_000, seed -> {
            Random random = new Random(seed);
            MemoryDisk disk = new MemoryDisk();
            int[] left = {random.nextInt(220)};
            JournalRig rig = JournalRig.on(new FaultDisk(disk, (call, name) -> {
                if (left[0]-- == 0) {
                    throw new PowerFails();
                }
                if (random.nextInt(20) == 0) {
                    boolean forces = call == FaultDisk.Call.FORCE || call == FaultDisk.Call.FORCE_FOLDER;
                    throw new PfsException(forces ? ErrorCode.FORCE_FAILED : ErrorCode.NO_SPACE, "planted: " + call);
                }
            }));
            JournalScript script = new JournalScript(rig);
            try {
                rig.replay();
                script.run(random.nextBoolean());
            } catch (PowerFails | PfsException e) {
                // the one is the crash, the other a refusal at the start or the end
                assertTrue(e instanceof PowerFails || rig.durableCount() <= rig.appended.size(), e.toString());
            }
            checkAfterFaults("everything kept", JournalFaultTest.bytes(disk), rig, script);
            checkAfterFaults("only what was forced", JournalFaultTest.forcedBytes(disk), rig, script);
            for (int i = 0; i < 4; i++) {
                checkAfterFaults("mixed", mixed(i % 2 == 0 ? disk.names() : disk.durableNames(), random), rig, script);
            }
        });
    }

    /** What was acknowledged is there, in order; what follows it was once appended. */
    private static void checkAfterFaults(String what, Map<String, byte[]> files, JournalRig rig, JournalScript script) {
        List<Entry> acknowledged = rig.appended.subList(0, rig.durableCount());
        List<Entry> found = JournalRig.recoverWhole(MemoryDisk.of(files));
        int from = found.isEmpty() ? acknowledged.size() : acknowledged.indexOf(found.get(0));
        if (from < 0) {
            from = acknowledged.size();
        }
        int same = acknowledged.size() - from;
        assertTrue(found.size() >= same, what + ": lost what was acknowledged");
        assertEquals(acknowledged.subList(from, acknowledged.size()), found.subList(0, same), what);
        assertTrue(rig.ever.containsAll(found), what + ": never appended");
        for (Entry gone : acknowledged.subList(0, from)) {
            assertTrue(gone.shard() != 0 || gone.sequence() < script.trimmedBelow(), what + ": lost " + gone);
        }
    }

    /** Says whether the script made so many calls. */
    private static boolean crashAt(int n, boolean trims, Durability durability, Random random) {
        MemoryDisk disk = new MemoryDisk();
        int[] calls = {0};
        JournalRig rig = JournalRig.on(
                new FaultDisk(disk, (call, name) -> {
                    if (calls[0]++ >= n) {
                        throw new PowerFails();
                    }
                }),
                JournalRig.TINY,
                durability);
        JournalScript script = new JournalScript(rig);
        try {
            rig.replay();
            script.run(trims);
            return false;
        } catch (PowerFails e) {
            String what = "crash before call " + n + (trims ? " with trims " : " ") + durability;
            boolean powerOnly = durability == Durability.SYNC;
            Map<String, byte[]> all = JournalFaultTest.bytes(disk);
            check(what + ", everything kept", all, rig, script, rig.durableCount());
            Map<String, byte[]> forced = JournalFaultTest.forcedBytes(disk);
            check(what + ", only what was forced", forced, rig, script, powerOnly ? rig.durableCount() : 0);
            for (int i = 0; i < 4; i++) {
                Map<String, byte[]> mixed = mixed(i % 2 == 0 ? disk.names() : disk.durableNames(), random);
                check(what + ", mixed", mixed, rig, script, powerOnly ? rig.durableCount() : 0);
            }
            return true;
        }
    }

    /** Each piece is as forced, or what wasn't forced in it is as written, zeros, or noise. */
    private static Map<String, byte[]> mixed(Map<String, Inode> inodes, Random random) {
        Map<String, byte[]> files = new TreeMap<>();
        inodes.forEach((name, inode) -> {
            byte[] written = inode.bytes();
            byte[] forced = inode.forced();
            int length = random.nextBoolean() ? written.length : Math.max(forced.length, written.length / 2);
            byte[] mixed = Arrays.copyOf(forced, length);
            for (int at = 0; at < length; at += PIECE_BYTES) {
                int kind = random.nextInt(8);
                for (int i = at; i < Math.min(at + PIECE_BYTES, length); i++) {
                    if (i < written.length && (i >= forced.length || written[i] != forced[i])) {
                        mixed[i] = unforced(kind, written[i], mixed[i], random);
                    }
                }
            }
            files.put(name, mixed);
        });
        return files;
    }

    private static byte unforced(int kind, byte written, byte forced, Random random) {
        return switch (kind) {
            case 0 -> 0;
            case 1 -> (byte) random.nextInt();
            case 2, 3, 4 -> forced;
            default -> written;
        };
    }

    private static void check(
            String what, Map<String, byte[]> files, JournalRig rig, JournalScript script, int promised) {
        MemoryDisk disk = MemoryDisk.of(files);
        try {
            List<Entry> found = JournalRig.recoverWhole(disk);
            int from = found.isEmpty() ? 0 : rig.appended.indexOf(found.get(0));
            assertTrue(from >= 0, what + ": never appended " + found);
            assertEquals(rig.appended.subList(from, from + found.size()), found, what);
            assertTrue(from + found.size() >= promised, what + ": lost what was acknowledged");
            for (Entry gone : rig.appended.subList(0, from)) {
                assertTrue(gone.shard() != 0 || gone.sequence() < script.trimmedBelow(), what + ": trimmed too much");
            }
            assertEquals(found, JournalRig.recoverWhole(disk), what + ": found once, found again");
        } catch (RuntimeException e) {
            fail(what + ": " + e, e);
        }
    }
}
