package io.pfs.server.tag;

import io.pfs.ShardId;
import io.pfs.kv.KvIndex;

/** Shows all that an index knows of a shard, as of one moment. It may be changed meanwhile, which shows not. */
public final class IndexWalk {
    private final ShardId shard;
    private final Visitor visitor;
    private boolean isShown;

    /** Sees what an index knows. */
    public interface Visitor {
        /** What comes next is of this shard. */
        void shard(ShardId shard, IndexState state);

        /** Says whether to go on. Bytes are not changed any more. */
        boolean entry(byte[] key, byte[] value);
    }

    private IndexWalk(ShardId shard, Visitor visitor) {
        this.shard = shard;
        this.visitor = visitor;
    }

    /** Shows nothing if the index does not say how far it came with the shard: then the rest is worth nothing. */
    public static void run(KvIndex index, ShardId shard, Visitor visitor) {
        KeySpan all = new IndexKeys(shard).all();
        index.scan(all.from(), all.to(), new IndexWalk(shard, visitor)::show);
    }

    private boolean show(byte[] key, byte[] value) {
        if (IndexKeys.isState(key)) { // the first of a shard's
            IndexState.decode(value).ifPresent(state -> {
                isShown = true;
                visitor.shard(shard, state);
            });
            return isShown;
        }
        return isShown && visitor.entry(key, value);
    }
}
