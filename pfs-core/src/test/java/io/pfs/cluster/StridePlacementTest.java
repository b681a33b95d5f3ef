package io.pfs.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.hash.SplitArithmetic;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class StridePlacementTest {
    private static final StridePlacement PLACEMENT = new StridePlacement(1024);

    @Test
    void withoutSpreadATableIsInOneShard() {
        for (int slice = 0; slice < 5000; slice++) {
            assertEquals(new ShardId(77), PLACEMENT.shard(new ShardId(77), slice, 0));
        }
    }

    @Test
    void aChildGoesAsFarAwayAsThereIsRoom() {
        int[] shards = new int[8];
        Arrays.setAll(
                shards, slice -> PLACEMENT.shard(new ShardId(100), slice, 3).value());
        assertEquals("[100, 612, 356, 868, 228, 740, 484, 996]", Arrays.toString(shards));
        assertEquals(new ShardId(356), PLACEMENT.shard(new ShardId(868), 1, 1), "round the ring");
    }

    @Test
    void everyPlaceIsAShardOfItsOwnWhileThereAreEnough() {
        for (int spread = 0; spread <= 14; spread++) {
            for (int base : new int[] {0, 1, 511, 1023}) {
                int[] places = new int[PLACEMENT.shards()];
                for (int slice = 0; slice < 1 << spread; slice++) {
                    places[PLACEMENT.shard(new ShardId(base), slice, spread).value()]++;
                }
                int expected = Math.max(1, (1 << spread) / PLACEMENT.shards());
                assertTrue(Arrays.stream(places).allMatch(n -> n == 0 || n == expected), "spread " + spread);
            }
        }
    }

    @Test
    void aSliceDeeperThanTheSpreadStaysWithItsAncestor() {
        ShardId base = new ShardId(5);
        for (int slice = 0; slice < Limits.SLICES_MAX; slice += 997) {
            ShardId ancestors = PLACEMENT.shard(base, SplitArithmetic.ancestor(slice, 6), 6);
            assertEquals(ancestors, PLACEMENT.shard(base, slice, 6));
        }
    }

    /** With one bit more, a place keeps its shard and the new one lies half a stride further. */
    @Test
    void raisingTheSpreadMovesOnlyWhatIsNew() {
        ShardId base = new ShardId(9);
        for (int spread = 0; spread < Limits.SLICE_DEPTH_MAX; spread++) {
            for (int slice = 0; slice < Math.min(1 << spread, 2000); slice++) {
                ShardId before = PLACEMENT.shard(base, slice, spread);
                assertEquals(before, PLACEMENT.shard(base, slice, spread + 1));
                int stride = (int) (1024L >> (spread + 1));
                int child =
                        PLACEMENT.shard(base, slice + (1 << spread), spread + 1).value();
                assertEquals((before.value() + stride) % 1024, child, "slice " + slice + ", spread " + spread);
            }
        }
    }

    @Test
    void theDeepestSpreadOfTheMostShardsDoesNotOverflow() {
        StridePlacement most = new StridePlacement(Limits.SHARDS_MAX);
        ShardId base = new ShardId(Limits.SHARDS_MAX - 1);
        assertEquals(base, most.shard(base, 0, Limits.SLICE_DEPTH_MAX));
        int last =
                most.shard(base, Limits.SLICES_MAX - 1, Limits.SLICE_DEPTH_MAX).value();
        assertEquals(Limits.SHARDS_MAX - 2, last);
    }

    @Test
    void refusesWhatIsNotThere() {
        assertThrows(PfsException.class, () -> new StridePlacement(1000));
        assertThrows(PfsException.class, () -> new StridePlacement(0));
        assertThrows(PfsException.class, () -> new StridePlacement(2 * Limits.SHARDS_MAX));
        ShardId shard = new ShardId(1024);
        assertThrows(PfsException.class, () -> PLACEMENT.shard(shard, 0, 0));
        assertThrows(PfsException.class, () -> PLACEMENT.shard(new ShardId(0), -1, 0));
        assertThrows(PfsException.class, () -> PLACEMENT.shard(new ShardId(0), 0, 25));
    }
}
