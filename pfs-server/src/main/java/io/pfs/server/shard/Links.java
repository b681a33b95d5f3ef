package io.pfs.server.shard;

import io.pfs.env.Timers;
import io.pfs.server.access.Peers;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * How the shards of a group reach each other.
 *
 * @param way around the direct way into the group; it may lose, delay and repeat what goes along it
 * @param timers tell when it is time to ask again; without them nothing may be lost on the way
 */
public record Links(UnaryOperator<Peers> way, Optional<Timers> timers) {
    /** In one process nothing is lost. */
    public static final Links DIRECT = new Links(UnaryOperator.identity(), Optional.empty());

    /** In one process nothing is lost; what is refused for a while is asked again. */
    public static Links direct(Timers timers) {
        return new Links(UnaryOperator.identity(), Optional.of(timers));
    }
}
