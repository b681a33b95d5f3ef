package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.disk.DiskFile;
import io.pfs.kv.KvIndex;
import io.pfs.server.tag.ShardIndex;
import io.pfs.sim.SimKvIndex;
import io.pfs.testing.ForwardingDisk;
import io.pfs.testing.MemoryDisk;
import io.pfs.wire.Reply.TableMade;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Shards that are opened where their index is not, with a run of it in the pool. */
final class IndexRunTest {
    private static final int ROWS = 40;
    private static final int VALUES = 8;
    /** Of the keys of an index. */
    private static final byte ENTRY = 4;

    private static final int ID_AT = 11;

    private final MemoryDisk journal = new MemoryDisk();
    private final MemoryDisk pool = new MemoryDisk();
    private final IndexMoves moves = new IndexMoves(journal, pool).withRows(ROWS);

    private List<String> runs() {
        return pool.list().stream().filter(name -> name.startsWith("run-")).toList();
    }

    private void wasLoaded() {
        assertEquals(IndexMoves.SHARDS, moves.counters().runs().shardsLoaded());
        assertEquals(0, moves.counters().runs().rowsTold(), "rows that were read for an index");
        assertEquals(0, moves.counters().indexesFilled());
    }

    @Test
    void aMoveReadsNoRows() {
        moves.close();
        moves.openElsewhere();
        moves.findByIndex(VALUES);
        wasLoaded();
        assertEquals(1, runs().size());
    }

    @Test
    void whatWasChangedWhileARunWasWrittenIsFollowed() {
        moves.rig.group().checkpointToClose();
        moves.rig.runUntilIdle();
        moves.export();
        moves.tag(0, 3, "heat", 5);
        moves.tag(1, ROWS, "heat", 7);
        moves.remove(1, 4);
        moves.rig.group().checkpointToClose();
        moves.rig.runUntilIdle();
        moves.openElsewhere();
        moves.findByIndex(VALUES);
        wasLoaded();
        assertTrue(moves.counters().runs().recordsPassed() >= 3, "storage knew of them");
    }

    @Test
    void afterACrashTheNewestRunAndTheJournalAreEnough() {
        moves.rig.checkpoint();
        assertTrue(moves.counters().runs().written() > 0, "a checkpoint brings a run");
        moves.tag(0, 3, "heat", 5);
        moves.remove(1, 4);
        moves.openElsewhere(journal, pool);
        moves.findByIndex(VALUES);
        wasLoaded();
    }

    /** The life that wrote the run goes on, and the journal still has records of it, but not all that came after the run. */
    @Test
    void whatTheJournalForgotIsMadeAnew() {
        boolean[] isFull = {false};
        MemoryDisk inner = new MemoryDisk();
        MemoryDisk itsJournal = new MemoryDisk();
        IndexMoves there = new IndexMoves(itsJournal, new ForwardingDisk(inner) {
                    @Override
                    public DiskFile create(String name) {
                        if (isFull[0] && name.startsWith("run-")) {
                            throw new PfsException(ErrorCode.NO_SPACE, "as the test wants it");
                        }
                        return super.create(name);
                    }
                })
                .withRows(ROWS);
        there.rig.checkpoint();
        there.export();
        isFull[0] = true;
        for (int i = 0; i < 4; i++) {
            for (int row = 0; row < ROWS; row++) {
                there.tag(0, row, "heat", (row + i) % 7);
                there.tag(1, row, "heat", (row + i) % 7);
            }
            there.rig.checkpoint();
        }
        assertTrue(there.counters().runs().givenUpCount() > 0);
        IndexMoves after = there.on(itsJournal.afterCrash(true), inner.afterCrash(true));
        after.findByIndex(VALUES);
        assertEquals(0, after.counters().runs().shardsLoaded());
        assertEquals(IndexMoves.SHARDS, after.counters().indexesFilled());
    }

    /** Who lost its shards, and doesn't know yet, writes a run of records that are others by now. */
    @Test
    void aRunOfRecordsThatWereLostIsNotBelieved() {
        moves.close();
        MemoryDisk otherJournal = journal.afterCrash(true);
        MemoryDisk otherPool = pool.afterCrash(true);
        IndexMoves other = moves.on(otherJournal, otherPool);
        for (int shard = 0; shard < IndexMoves.SHARDS; shard++) {
            for (int row = 0; row < ROWS; row++) {
                moves.tag(shard, row, "heat", 7);
                other.tag(shard, row, "heat", 6 - row % 7);
                other.tag(shard, row, "heat", 5 - row % 5);
            }
        }
        moves.export();
        String run = runs().get(0);
        otherPool.list().stream().filter(name -> name.startsWith("run-")).forEach(otherPool::delete);
        otherPool.names().put(run, MemoryDisk.Inode.of(pool.names().get(run).bytes()));
        other.openElsewhere();
        other.findByIndex(VALUES);
        assertEquals(0, other.counters().runs().shardsLoaded());
        assertEquals(IndexMoves.SHARDS, other.counters().indexesFilled());
    }

    @Test
    void indexesThatWereAddedAreMadeAndThoseDroppedAreLeftOut() {
        for (int row = 0; row < ROWS; row++) {
            moves.tag(0, row, "mark", row % 3);
        }
        moves.index(1, List.of("mark"), List.of());
        moves.close();
        moves.index(0, List.of("mark"), List.of());
        moves.index(1, List.of(), List.of("heat", "mark"));
        moves.tag(1, 1, "mark", 2);
        moves.openElsewhere();
        for (int value = 0; value < VALUES; value++) {
            moves.find(0, "heat", value);
            assertTrue(moves.find(0, "mark", value) < ROWS, "its index was asked");
            assertTrue(moves.find(1, "heat", value) >= ROWS, "it has no index");
        }
        assertEquals(IndexMoves.SHARDS, moves.counters().runs().shardsLoaded());
        assertEquals(1, moves.counters().indexesFilled());
        assertEquals(ROWS, moves.counters().runs().rowsTold());
    }

    @Test
    void aRunThatIsDamagedAnywhereIsNotBelieved() {
        moves.close();
        String run = runs().get(0);
        int bytes = pool.names().get(run).bytes().length;
        int step = Math.max(1, bytes / 60);
        int refused = 0;
        for (int at = 0; at < bytes; at += step) {
            MemoryDisk damaged = pool.afterCrash(true);
            ShardRig.flip(damaged, run, at);
            IndexMoves after = moves.on(journal.afterCrash(true), damaged);
            after.findByIndex(VALUES);
            boolean isLoaded = after.counters().runs().shardsLoaded() == IndexMoves.SHARDS;
            assertEquals(isLoaded, after.counters().indexesFilled() == 0, "byte " + at);
            refused += isLoaded ? 0 : 1;
        }
        assertTrue(refused > 50, refused + " were noticed");
    }

    /** A server has a seat again, with the index that it had of it then, and the journal still tells what was changed elsewhere. */
    @Test
    void whatWasDroppedElsewhereIsNotLeftInAnIndex() {
        TableMade made = (TableMade) moves.rig.ask(ShardRig.makeTable(RowName.of("other"), 0));
        TableId other = made.pointer().table();
        moves.index(other, List.of("heat"), List.of());
        moves.index(0, List.of("mark"), List.of());
        moves.close();
        assertEquals(List.of(moves.rig.table(0), other), new ShardIndex(kv(), new ShardId(0)).tables());
        SimKvIndex before = moves.rig.index;
        moves.openElsewhere();
        moves.index(0, List.of(), List.of("heat"));
        moves.index(1, List.of(), List.of("heat"));
        moves.index(other, List.of(), List.of("heat"));
        moves.rig.group().checkpointToClose(); // and no other one follows, as the journal would forget what that has
        moves.rig.runUntilIdle();
        moves.rig.index = before;
        moves.open();
        assertTrue(moves.counters().runs().recordsPassed() > 0, "storage knew of it");
        assertEquals(0, entries(0));
        assertEquals(0, entries(1));
        assertEquals(List.of(moves.rig.table(0)), new ShardIndex(kv(), new ShardId(0)).tables());
        assertEquals(List.of(), new ShardIndex(kv(), new ShardId(1)).tables());
    }

    private KvIndex kv() {
        return moves.rig.index.home().open();
    }

    /** Those of the heat of a shard's rows. */
    private int entries(int shard) {
        int[] count = {0};
        byte[] from = {0, (byte) shard, ENTRY};
        byte[] to = {0, (byte) shard, ENTRY + 1};
        kv().keys(from, to, KvIndex.Direction.FORWARD, (key, length) -> {
            count[0] += key[ID_AT] == 0 && key[ID_AT + 1] == 0 ? 1 : 0;
            return true;
        });
        return count[0];
    }

    @Test
    void ofATableThatLostItsLastIndexNoRunIsLeft() {
        moves.close();
        assertEquals(1, runs().size());
        moves.index(0, List.of(), List.of("heat"));
        moves.index(1, List.of(), List.of("heat"));
        moves.rig.checkpoint();
        assertEquals(List.of(), runs());
    }

    @Test
    void whereTheIndexIsBesideThePoolThereAreNoRuns() {
        moves.rig.isExported = false;
        moves.rig.open();
        moves.tag(0, 3, "heat", 5);
        moves.close();
        moves.rig.checkpoint();
        assertEquals(List.of(), runs());
    }
}
