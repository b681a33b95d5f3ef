package io.pfs.server.store;

import io.pfs.Check;
import io.pfs.ServerId;
import io.pfs.server.table.SpreadRule;
import io.pfs.wire.Connection;
import io.pfs.wire.FileSystemFacts;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * The place of a server among those that share a pool, or alone on one that is not in its own folder.
 *
 * @param pool what they share
 * @param servers how many they are
 * @param spreadRule when a table goes over all of them
 * @param peers makes the way to all of them, once it is known of which file system they are; empty for one that is alone
 */
public record Seat(
        PoolAt pool,
        ServerId server,
        int servers,
        SpreadRule spreadRule,
        Optional<Function<FileSystemFacts, Connection>> peers) {
    public Seat {
        Check.inRange("number of a server", server.value(), 0, servers - 1);
        Check.that(peers.isPresent() || servers == 1, "who is not alone has a way to the others");
    }

    /** One of several that share a folder. */
    public Seat(
            Path pool,
            ServerId server,
            int servers,
            SpreadRule spreadRule,
            Function<FileSystemFacts, Connection> peers) {
        this(new PoolAt.Folder(pool), server, servers, spreadRule, Optional.of(peers));
    }

    /** The one server of a pool. */
    public static Seat alone(PoolAt pool) {
        return new Seat(pool, new ServerId(0), 1, SpreadRule.DEFAULT, Optional.empty());
    }
}
