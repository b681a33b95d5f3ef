package io.pfs.server.indexing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.ShardId;
import io.pfs.server.tag.MapKvHome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What of an index is there after a loss of power. */
final class FeedForceTest {
    private final MapKvHome home = new MapKvHome();
    private final FeedRig rig = new FeedRig(home);

    /** It is one log, in which all shards are. */
    @Test
    void aCheckpointForcesItOnceForAllShards() {
        List<ShardFeed> shards = new ArrayList<>(List.of(rig.shard()));
        rig.index(FeedRig.tags("heat"));
        for (int i = 1; i < 4; i++) {
            ShardId shard = new ShardId(i);
            shards.add(rig.follow(shard));
            rig.index(shard, FeedRig.tags("heat"));
        }
        rig.run();
        int before = home.forces();
        shards.forEach(ShardFeed::checkpointBegins);
        rig.run();
        assertEquals(1, home.forces() - before);
        shards.forEach(ShardFeed::checkpointBegins);
        rig.run();
        assertEquals(2, home.forces() - before);
    }
}
