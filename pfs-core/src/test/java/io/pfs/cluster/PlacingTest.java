package io.pfs.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ShardId;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PlacingTest {
    private static final ShardId BASE = new ShardId(700);
    private static final int SHARDS = 1024;
    private static final int SPREAD = 8;

    private static Map<ShardId, Integer> slicesByShard(Placing placing) {
        Map<ShardId, Integer> slices = new HashMap<>();
        for (int slice = 0; slice < 1 << SPREAD; slice++) {
            slices.merge(placing.shard(SHARDS, BASE, 42, slice, SPREAD), 1, Integer::sum);
        }
        return slices;
    }

    @Test
    void eachSliceHasAShardOfItsOwnUnlessChanceDecides() {
        assertEquals(256, slicesByShard(Placing.STRIDE).size());
        Map<ShardId, Integer> drawn = slicesByShard(Placing.RANDOM);
        assertTrue(drawn.size() > 200 && drawn.size() < 250, "256 draws of 1,024 meet now and then: " + drawn.size());
    }

    @Test
    void theFirstSliceIsAtTheBase() {
        for (Placing placing : Placing.values()) {
            assertEquals(BASE, placing.shard(SHARDS, BASE, 42, 0, SPREAD));
            assertEquals(BASE, placing.shard(SHARDS, BASE, 42, 77, 0));
            assertEquals(BASE, placing.shard(SHARDS, BASE, 42, 1 << SPREAD, SPREAD), "where its ancestor is");
        }
    }

    @Test
    void otherTablesAreDrawnAnew() {
        int same = 0;
        for (int slice = 1; slice < 100; slice++) {
            ShardId one = Placing.RANDOM.shard(SHARDS, BASE, 42, slice, SPREAD);
            same += one.equals(Placing.RANDOM.shard(SHARDS, BASE, 43, slice, SPREAD)) ? 1 : 0;
        }
        assertTrue(same < 5, "met: " + same);
    }
}
