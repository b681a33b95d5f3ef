package io.pfs.wire;

import io.pfs.Check;
import io.pfs.RequestId;
import io.pfs.ShardId;
import java.util.Optional;

/**
 * A request on its way.
 *
 * @param lowestOpen the lowest request of this client that it still waits for
 * @param shard where the client believes the names to live that it is about
 * @param asker in whose name it is asked: whoever takes it from a network says so, since that doesn't travel; empty for this
 *     very process, which may do everything
 */
public record Envelope(RequestId id, long lowestOpen, ShardId shard, Request request, Optional<Asker> asker) {
    public Envelope {
        Check.inRange("lowest open request", lowestOpen, 0, id.sequence());
    }

    /** Asked by this process. */
    public Envelope(RequestId id, long lowestOpen, ShardId shard, Request request) {
        this(id, lowestOpen, shard, request, Optional.empty());
    }

    /** The same in somebody's name. */
    public Envelope by(Asker other) {
        return new Envelope(id, lowestOpen, shard, request, Optional.of(other));
    }

    /** One of its parts, as if it had come alone. It bears the same id: nothing is changed by it, so nothing is known by that. */
    public Envelope of(Request.Part part) {
        return new Envelope(id, lowestOpen, part.shard(), part.request(), asker);
    }
}
