package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.disk.Disk;
import io.pfs.server.shard.CrashScript.Step;
import io.pfs.testing.FaultDisk;
import io.pfs.testing.MemoryDisk;
import io.pfs.testing.MemoryDisk.Inode;
import io.pfs.testing.Seeds;
import io.pfs.wire.FoundRow;
import io.pfs.wire.Reply.RowsFound;
import io.pfs.wire.Request.ListRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Every sequence of up to three operations, with a crash before every single call that changes a disk, from the opening on:
 * what was acknowledged is there, what was under way is there as a whole or not at all, and so it stays over a checkpoint
 * and another restart.
 */
final class CrashEverywhereTest {
    private static final int STEPS_MAX = 3;
    /** Of the longest sequences so many are left out by day, for each that is taken. */
    private static final int THINNED_BY_DAY = 8;

    private static final int CALLS_MAX = 10_000;
    private static final int PIECE_BYTES = 24;
    private static final List<ColumnId> COLUMNS = List.of(new ColumnId(0), new ColumnId(1), new ColumnId(7));

    private final ShardRig base = new ShardRig().open();

    private static final class PowerFails extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void aCrashAnywhereLosesNothing() {
        base.makeTables();
        base.create(0, 0, CrashScript.BASE_ROWS);
        base.group().close();
        base.runUntilIdle();
        int crashes = 0;
        int sequences = 0;
        for (List<Step> steps : sequences()) {
            sequences++;
            crashes += crashEverywhereIn(steps);
        }
        System.out.println("crash everywhere: " + sequences + " sequences, " + crashes + " crashes");
        assertTrue(crashes > 10 * sequences, crashes + " crashes in " + sequences + " sequences");
    }

    private static List<List<Step>> sequences() {
        List<List<Step>> all = new ArrayList<>();
        List<List<Step>> last = List.of(List.of());
        for (int length = 1; length <= STEPS_MAX; length++) {
            List<List<Step>> longer = new ArrayList<>();
            for (List<Step> shorter : last) {
                for (Step step : Step.values()) {
                    List<Step> steps = new ArrayList<>(shorter);
                    steps.add(step);
                    longer.add(steps);
                }
            }
            all.addAll(length == STEPS_MAX && !Seeds.nightly() ? thinned(longer) : longer);
            last = longer;
        }
        return all;
    }

    private static List<List<Step>> thinned(List<List<Step>> sequences) {
        List<List<Step>> some = new ArrayList<>();
        for (int i = 0; i < sequences.size(); i += THINNED_BY_DAY + 1) {
            some.add(sequences.get(i));
        }
        return some;
    }

    /** Returns after how many calls the sequence came to its end. */
    private int crashEverywhereIn(List<Step> steps) {
        int calls = 0;
        while (crashesIn(steps, calls)) {
            calls++;
            assertTrue(calls < CALLS_MAX, "a sequence ends: " + steps);
        }
        return calls;
    }

    /** Whether there were so many calls. */
    private boolean crashesIn(List<Step> steps, int crashAt) {
        MemoryDisk journalDisk = MemoryDisk.of(everything(base.journalDisk));
        MemoryDisk poolDisk = MemoryDisk.of(everything(base.poolDisk));
        int[] calls = {0};
        FaultDisk.Fault fault = (call, name) -> {
            if (calls[0]++ >= crashAt) {
                throw new PowerFails();
            }
        };
        ShardRig rig = base.on(new FaultDisk(journalDisk, fault), new FaultDisk(poolDisk, fault));
        CrashScript script = new CrashScript(rig);
        boolean crashed = false;
        try {
            rig.open();
            steps.forEach(script::take);
        } catch (PowerFails e) {
            crashed = true;
        }
        String what = steps + (crashed ? ", crash before call " : ", to the end after call ") + crashAt;
        check(what + ", everything kept", everything(journalDisk), everything(poolDisk), script);
        check(what + ", only what was forced", forced(journalDisk), forced(poolDisk), script);
        Random random = new Random(crashAt * 31L + steps.hashCode());
        check(what + ", mixed", mixed(journalDisk, random), mixed(poolDisk, random), script);
        return crashed;
    }

    private void check(String what, Map<String, byte[]> journal, Map<String, byte[]> pool, CrashScript script) {
        ShardRig rig = base.on(MemoryDisk.of(journal), MemoryDisk.of(pool));
        try {
            rig.open();
            SortedMap<String, String> found = state(rig);
            assertTrue(
                    script.isPossible(found),
                    () -> what + ": found " + found + ", expected one of " + script.possible());
            rig.checkpoint();
            assertEquals(found, state(rig), what + ", after a checkpoint");
            rig.open();
            assertEquals(found, state(rig), what + ", after another restart");
        } catch (RuntimeException e) {
            throw new AssertionError(what + ": " + e, e);
        }
    }

    /** All rows, each with its version and what its cells hold. */
    private static SortedMap<String, String> state(ShardRig rig) {
        ListRows all = new ListRows(rig.table(0), Optional.empty(), 1_000, 1 << 20, COLUMNS);
        RowsFound found = assertInstanceOf(RowsFound.class, rig.ask(all));
        SortedMap<String, String> state = new TreeMap<>();
        found.rows().forEach(row -> state.put(row.name().toString(), describe(row)));
        return state;
    }

    private static String describe(FoundRow row) {
        TreeMap<Integer, String> cells = new TreeMap<>();
        for (int i = 0; i < COLUMNS.size(); i++) {
            int column = COLUMNS.get(i).value();
            row.cells().get(i).ifPresent(bytes -> cells.put(column, CrashScript.describe(bytes)));
        }
        return "version " + row.row().version() + " " + cells;
    }

    private static Map<String, byte[]> everything(Disk disk) {
        Map<String, byte[]> files = new TreeMap<>();
        ((MemoryDisk) disk).names().forEach((name, inode) -> files.put(name, inode.bytes()));
        return files;
    }

    private static Map<String, byte[]> forced(MemoryDisk disk) {
        Map<String, byte[]> files = new TreeMap<>();
        disk.durableNames().forEach((name, inode) -> files.put(name, inode.forced()));
        return files;
    }

    /** Each piece of what was not forced is there, or not, or noise. */
    private static Map<String, byte[]> mixed(MemoryDisk disk, Random random) {
        Map<String, byte[]> files = new TreeMap<>();
        Map<String, Inode> names = random.nextBoolean() ? disk.names() : disk.durableNames();
        names.forEach((name, inode) -> {
            byte[] written = inode.bytes();
            byte[] forced = inode.forced();
            byte[] mixed = Arrays.copyOf(forced, Math.max(forced.length, written.length));
            for (int at = 0; at < mixed.length; at += PIECE_BYTES) {
                int kind = random.nextInt(5);
                for (int i = at; i < Math.min(at + PIECE_BYTES, written.length); i++) {
                    if (i >= forced.length || written[i] != forced[i]) {
                        mixed[i] = kind < 2 ? written[i] : kind < 4 ? mixed[i] : (byte) random.nextInt();
                    }
                }
            }
            files.put(name, mixed);
        });
        return files;
    }
}
