package io.pfs.wire;

import io.pfs.Check;
import io.pfs.RequestId;
import io.pfs.ShardId;

/**
 * A request on its way.
 *
 * @param lowestOpen the lowest request of this client that it still waits for
 * @param shard where the client believes the names to live that it is about
 */
public record Envelope(RequestId id, long lowestOpen, ShardId shard, Request request) {
    public Envelope {
        Check.inRange("lowest open request", lowestOpen, 0, id.sequence());
    }
}
