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
    private static final int EACH_SHARD = 10;

    private static Map<ShardId, Integer> slicesByShard(Placing placing, int spread) {
        Map<ShardId, Integer> slices = new HashMap<>();
        for (int slice = 0; slice < 1 << spread; slice++) {
            slices.merge(placing.shard(SHARDS, BASE, 42, slice, spread), 1, Integer::sum);
        }
        return slices;
    }

    /** Else what one shard splits off could come back to it, and a step that goes from shard to shard would go round for ever. */
    @Test
    void eachSliceHasAShardOfItsOwn() {
        for (Placing placing : Placing.values()) {
            assertEquals(256, slicesByShard(placing, SPREAD).size(), placing + "");
            assertEquals(SHARDS, slicesByShard(placing, EACH_SHARD).size(), placing + "");
        }
    }

    @Test
    void whatIsSplitFurtherThanThereAreShardsStaysWhereItIs() {
        for (Placing placing : Placing.values()) {
            for (int slice = 0; slice < 4 * SHARDS; slice++) {
                ShardId ancestor = placing.shard(SHARDS, BASE, 42, slice & (SHARDS - 1), EACH_SHARD);
                assertEquals(ancestor, placing.shard(SHARDS, BASE, 42, slice, EACH_SHARD + 2), placing + " " + slice);
            }
        }
    }

    /** Unlike the stride, which would send the first slices to the quarters of the ring. */
    @Test
    void thoseThatAreDrawnLieUnevenly() {
        int[] inQuarter = new int[4];
        for (int seed = 0; seed < 100; seed++) {
            int quarters = 0;
            for (int slice = 0; slice < 4; slice++) {
                int shard = Placing.RANDOM
                        .shard(SHARDS, BASE, seed, slice, EACH_SHARD)
                        .value();
                quarters |= 1 << (shard / (SHARDS / 4));
            }
            inQuarter[Integer.bitCount(quarters) - 1]++;
        }
        assertTrue(
                inQuarter[3] > 0 && inQuarter[3] < 30,
                "four draws go to four quarters 9 times of 100: " + inQuarter[3]);
        assertTrue(inQuarter[0] < 10, "and to one quarter twice: " + inQuarter[0]);
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
