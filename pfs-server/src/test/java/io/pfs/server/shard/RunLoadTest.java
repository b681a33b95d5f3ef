package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Limits;
import io.pfs.pool.Pool;
import io.pfs.pool.local.LocalPool;
import io.pfs.server.run.RunCursor;
import io.pfs.server.run.RunFile;
import io.pfs.server.run.RunFiles;
import io.pfs.server.run.RunPart;
import io.pfs.server.run.RunWriter;
import io.pfs.testing.MemoryDisk;
import io.pfs.wire.Reply.RowChanged;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is done while a run is loaded, and when too much waits for one. */
final class RunLoadTest {
    private static final int ROWS = 40;
    private static final int VALUES = 8;
    private static final long ROOM_BYTES = 64 << 10;
    private static final int MANY = 1000;

    /** Of which no checkpoint is made before one is asked for. */
    private static final Limits LONG_JOURNAL = new Limits(8, 4, 1 << 20, 1024, 4096, 64, 4096, 64);

    private final MemoryDisk journal = new MemoryDisk();
    private final MemoryDisk pool = new MemoryDisk();
    private final RunDisk disk = new RunDisk(pool);
    private final IndexMoves moves = new IndexMoves(journal, disk).withRows(ROWS);

    /** Another server opens what is there, and can't go on with the run yet. */
    private void openStalled() {
        moves.rig.indexRoomBytes = ROOM_BYTES;
        moves.openWhere(() -> disk.isStalled = true);
    }

    private void tagMany(int shard) {
        for (int i = 0; i < MANY; i++) {
            moves.tag(shard, i % ROWS, "heat", i % 5);
        }
    }

    private void goOn() {
        disk.isStalled = false;
        moves.rig.endStalls();
    }

    @Test
    void whoOutrunsALoadMakesNobodyWait() {
        moves.close();
        openStalled();
        tagMany(0);
        moves.index(1, List.of(), List.of("heat"));
        assertInstanceOf(RowChanged.class, moves.rig.ask(moves.rig.create(1, ROWS)));
        tagMany(0);
        goOn();
        assertEquals(0, moves.counters().refusedForMemory());
        moves.findByIndex(VALUES, 0);
        assertTrue(moves.counters().indexesBehind() > 0);
        assertEquals(1, moves.counters().indexesFilled());
    }

    @Test
    void afterACrashNobodyWaitsForARun() {
        moves.rig.limits = LONG_JOURNAL;
        moves.open();
        moves.close();
        tagMany(0);
        tagMany(1);
        moves.rig = moves.rig.on(journal.afterCrash(true), new RunDisk(pool.afterCrash(true)));
        moves.rig.limits = LONG_JOURNAL;
        moves.rig.indexRoomBytes = ROOM_BYTES;
        moves.openWhere(() -> {});
        assertEquals(1, ((RunDisk) moves.rig.poolDisk).opened, "its directory was read");
        moves.rig.runUntilIdle();
        moves.findByIndex(VALUES);
        assertEquals(0, moves.counters().runs().shardsLoaded());
        assertEquals(IndexMoves.SHARDS, moves.counters().indexesFilled());
        assertTrue(moves.counters().indexesBehind() > 0);
    }

    @Test
    void othersAreMadeAndAskedMeanwhile() {
        RunDisk slow = new RunDisk(new MemoryDisk());
        IndexMoves two = new IndexMoves(new MemoryDisk(), slow);
        two.index(0, List.of("heat"), List.of());
        for (int row = 0; row < ROWS; row++) {
            two.tag(0, row, "heat", row % 7);
            two.tag(1, row, "heat", row % 7);
        }
        two.close();
        two.openWhere(() -> slow.isStalled = true);
        two.index(1, List.of("heat"), List.of());
        two.findByIndex(VALUES, 1);
        assertEquals(0, two.counters().runs().shardsLoaded());
        slow.isStalled = false;
        two.rig.endStalls();
        two.findByIndex(VALUES);
        assertEquals(1, two.counters().runs().shardsLoaded());
    }

    /** All of its checksums are right. */
    @Test
    void ofARunWithNonsenseInAShardTheOthersAreLoaded() {
        moves.close();
        Pool there = new LocalPool(pool);
        long fileId = RunFiles.ids(there).get(0);
        try (RunFile run = RunFile.open(there, fileId)) {
            RunWriter writer = RunWriter.create(there, fileId + 1, 1, 0);
            for (RunPart part : run.parts()) {
                writer.begin(part.shard(), part.state());
                RunCursor cursor = run.read(part);
                while (cursor.next()) {
                    byte[] key = cursor.key().clone();
                    key[1] = 1; // of the second shard, in both of them
                    writer.add(key, cursor.value());
                }
            }
            assertTrue(writer.seal() > 0);
        }
        moves.openElsewhere();
        moves.findByIndex(VALUES);
        assertEquals(0, moves.counters().indexFailures());
        assertEquals(1, moves.counters().runs().shardsRefused());
        assertEquals(1, moves.counters().runs().shardsLoaded());
        assertEquals(1, moves.counters().indexesFilled());
    }
}
