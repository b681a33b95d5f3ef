package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.testing.FaultDisk;
import io.pfs.testing.FaultDisk.Call;
import io.pfs.testing.MemoryDisk;
import io.pfs.wire.Reply.RowFound;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Many shards on one loop: what they cost, and that a round of checkpoints is one for all of them. */
final class CheckpointRoundTest {
    private static final int SHARDS = 1_024;

    private final List<String> forcedInPool = new ArrayList<>();
    private final ShardRig rig = new ShardRig(SHARDS, new FaultDisk(new MemoryDisk(), (call, file) -> {
        if (call == Call.FORCE) {
            forcedInPool.add(file);
        }
    }));

    @Test
    void aShardThatHoldsNothingIsNotThere() {
        rig.open();
        assertEquals(List.of(), rig.group().shards());
        rig.makeTable(700);
        assertEquals(2, rig.group().shards().size(), "that of the table, and that of the root, which has its row");
        rig.open();
        assertEquals(2, rig.group().shards().size(), "only what the journal knows of comes back");
        rig.checkpoint();
        rig.open();
        assertEquals(2, rig.group().shards().size());
    }

    @Test
    void aRoundForcesOnceForAllShards() {
        rig.open();
        for (int shard = 0; shard < SHARDS; shard += 16) {
            rig.makeTable(shard);
            rig.create(shard, 0, 20);
        }
        rig.checkpoint(); // what was due anyway, of what was journaled so far
        rig.create(16, 20, 25);
        rig.create(32, 20, 25);
        forcedInPool.clear();
        rig.checkpoint();
        long forces = forcedInPool.stream()
                .filter(file -> file.startsWith("metadata"))
                .count();
        assertTrue(forces <= 2, "once for the slices, once more if the file is full: " + forcedInPool);
        rig.open();
        for (int shard = 0; shard < SHARDS; shard += 16) {
            assertInstanceOf(RowFound.class, rig.ask(rig.read(shard, 19)), "shard " + shard);
        }
    }
}
