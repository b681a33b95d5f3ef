package io.pfs.server.indexing;

import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.kv.KvIndex;
import io.pfs.server.tag.ShardIndex;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Has an index forget the shards that nobody knows, for good, and the tables of others that have no index any more: then this is worth
 * asking of a queue that nothing else is in.
 */
final class Unknown implements Question {
    private final FeedQueue queue;
    private final Function<ShardId, Optional<Collection<TableId>>> known;
    private final Map<ShardId, List<TableId>> found = new TreeMap<>();

    /** @param known the tables that have indexes in a shard, if anybody knows the shard */
    Unknown(FeedQueue queue, Function<ShardId, Optional<Collection<TableId>>> known) {
        this.queue = queue;
        this.known = known;
    }

    @Override
    public void ask(KvIndex index) {
        ShardIndex.shards(index).forEach(shard -> found.put(shard, new ShardIndex(index, shard).tables()));
    }

    @Override
    public void answered() {
        found.forEach((shard, tables) ->
                known.apply(shard).ifPresentOrElse(wanted -> forgetTables(shard, tables, wanted), () -> forget(shard)));
    }

    private void forget(ShardId shard) {
        queue.tell(shard, new FeedItem.ShardIsGone());
        queue.tell(shard, new FeedItem.Force());
    }

    private void forgetTables(ShardId shard, List<TableId> tables, Collection<TableId> wanted) {
        tables.stream()
                .filter(table -> !wanted.contains(table))
                .forEach(table -> queue.tell(shard, new FeedItem.TableIsGone(table)));
    }

    @Override
    public void failed(PfsException cause) {
        // then there is no index any more, or none that can be read
    }
}
