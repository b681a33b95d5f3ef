package io.pfs.server.collect;

import io.pfs.ShardId;
import io.pfs.server.access.MovedFiles;
import io.pfs.server.access.PeerCalls;
import io.pfs.server.state.ShardState;

/** A shard as collections of its group's segments see it. */
public interface CollectedShard {
    ShardId id();

    ShardState state();

    /** What it takes to move cells of its rows. */
    CellFlush.Means moving();

    /** The way to other shards. */
    PeerCalls calls();

    /** Where files went from here. */
    MovedFiles movedFiles();
}
