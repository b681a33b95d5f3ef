package io.pfs.server.indexing;

import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.kv.KvIndex;
import io.pfs.server.tag.ShardIndex;
import java.util.List;
import java.util.function.Predicate;

/** Has an index forget the shards that nobody knows, for good: then this is worth asking of a queue that nothing else is in. */
final class Unknown implements Question {
    private final FeedQueue queue;
    private final Predicate<ShardId> isKnown;
    private List<ShardId> found = List.of();

    Unknown(FeedQueue queue, Predicate<ShardId> isKnown) {
        this.queue = queue;
        this.isKnown = isKnown;
    }

    @Override
    public void ask(KvIndex index) {
        found = ShardIndex.shards(index);
    }

    @Override
    public void answered() {
        found.stream().filter(isKnown.negate()).forEach(shard -> {
            queue.tell(shard, new FeedItem.ShardIsGone());
            queue.tell(shard, new FeedItem.Force());
        });
    }

    @Override
    public void failed(PfsException cause) {
        // then there is no index any more, or none that can be read
    }
}
