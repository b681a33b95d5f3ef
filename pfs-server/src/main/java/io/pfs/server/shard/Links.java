package io.pfs.server.shard;

import io.pfs.env.Timers;
import io.pfs.server.access.Peers;
import io.pfs.server.lease.LeasesBeside;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * How the shards of a group reach each other.
 *
 * @param way around the direct way into the group; it may lose, delay and repeat what goes along it
 * @param timers tell when it is time to ask again; without them nothing may be lost on the way
 * @param leasesBeside those of the other loops, if all other shards are of this process
 */
public record Links(UnaryOperator<Peers> way, Optional<Timers> timers, Optional<LeasesBeside> leasesBeside) {
    /** In one process nothing is lost. */
    public static final Links DIRECT = new Links(UnaryOperator.identity(), Optional.empty());

    /** To shards of other servers. */
    public Links(UnaryOperator<Peers> way, Optional<Timers> timers) {
        this(way, timers, Optional.empty());
    }

    /** In one process nothing is lost; what is refused for a while is asked again. */
    public static Links direct(Timers timers) {
        return new Links(UnaryOperator.identity(), Optional.of(timers));
    }
}
