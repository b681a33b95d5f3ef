package io.pfs.server.store;

import io.pfs.Check;
import io.pfs.ServerId;
import io.pfs.server.table.SpreadRule;
import io.pfs.wire.Connection;
import io.pfs.wire.FileSystemFacts;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * The place of a server among several that share a pool.
 *
 * @param pool the folder that they share
 * @param servers how many they are
 * @param spreadRule when a table goes over all of them
 * @param peers makes the way to all of them, once it is known of which file system they are
 */
public record Seat(
        Path pool, ServerId server, int servers, SpreadRule spreadRule, Function<FileSystemFacts, Connection> peers) {
    public Seat {
        Check.inRange("number of a server", server.value(), 0, servers - 1);
    }
}
