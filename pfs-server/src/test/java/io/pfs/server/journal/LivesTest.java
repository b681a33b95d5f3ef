package io.pfs.server.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.Durability;
import io.pfs.Limits;
import io.pfs.ShardId;
import io.pfs.testing.MemoryDisk;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which records are from which life of a server, also if some were lost, or carried over to the next file. */
final class LivesTest {
    private static final int SHARD = 3;

    private MemoryDisk disk = new MemoryDisk();

    /** A life that adds so many records. */
    private Lives life(long owner, int records) {
        JournalRig rig = new JournalRig(JournalSetup.of(disk, owner, Limits.DEFAULT, Durability.FLUSH));
        Lives before = rig.replay().lives();
        for (int i = 0; i < records; i++) {
            rig.append(SHARD, 10);
        }
        rig.settle();
        return before;
    }

    private static void holds(boolean expected, Lives lives, long owner, long sequence) {
        assertEquals(expected, lives.holds(new ShardId(SHARD), owner, sequence), owner + ": " + sequence);
    }

    @Test
    void aRecordIsOfTheLifeThatWroteIt() {
        life(71, 10);
        life(72, 0);
        life(73, 5);
        Lives lives = life(74, 0);
        for (long owner = 71; owner <= 73; owner++) {
            holds(true, lives, owner, 10);
            holds(owner == 73, lives, owner, 11);
            holds(false, lives, owner, 16);
        }
        holds(false, lives, 74, 1);
        holds(false, new Lives(), 71, 1);
    }

    @Test
    void aLifeCountsWhileOneOfItsRecordsIsNeeded() {
        life(71, 10);
        life(72, 0);
        life(73, 5);
        life(74, 5);
        Lives lives = life(75, 0);
        assertEquals(3, lives.countNeeded(Map.of()), "those without records have none");
        assertEquals(3, lives.countNeeded(Map.of(new ShardId(SHARD), 10L)));
        assertEquals(2, lives.countNeeded(Map.of(new ShardId(SHARD), 11L)));
        assertEquals(1, lives.countNeeded(Map.of(new ShardId(SHARD), 20L)));
        assertEquals(0, lives.countNeeded(Map.of(new ShardId(SHARD), 21L)));
    }

    @Test
    void whatWasLostIsNotTheOneThatWasWrittenAnew() {
        life(71, 4);
        life(72, 2);
        MemoryDisk before = disk.afterCrash(false);
        life(73, 4);
        disk = before;
        life(74, 8);
        Lives lives = life(75, 0);
        holds(true, lives, 71, 4);
        holds(false, lives, 71, 5);
        holds(true, lives, 72, 6);
        holds(false, lives, 73, 6);
        holds(true, lives, 74, 14);
    }

    /** Who knows what came behind may know what is lost. */
    @Test
    void theJournalReachesNowhereAcrossALoss() {
        Lives lives = new Lives();
        lives.begin(71);
        for (long sequence : new long[] {1, 2, 4, 5}) {
            lives.add(SHARD, sequence);
        }
        lives.add(SHARD + 1, 1);
        for (long sequence = 1; sequence <= 5; sequence++) {
            assertEquals(false, lives.reach(new ShardId(SHARD), sequence), "from " + sequence);
        }
        assertEquals(true, lives.reach(new ShardId(SHARD + 1), 1));
    }

    @Test
    void theJournalReachesBackToTheFirstRecordOfAnyLife() {
        life(71, 4);
        life(72, 2);
        Lives lives = life(73, 0);
        assertEquals(false, lives.reach(new ShardId(SHARD), 0));
        for (long sequence = 1; sequence < 8; sequence++) {
            assertEquals(true, lives.reach(new ShardId(SHARD), sequence), "from " + sequence);
        }
        assertEquals(false, lives.reach(new ShardId(SHARD + 1), 1), "a shard without records");
        assertEquals(false, new Lives().reach(new ShardId(SHARD), 1));
    }
}
