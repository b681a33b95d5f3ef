package io.pfs.server.store;

import io.pfs.Check;
import io.pfs.Epoch;
import io.pfs.ServerId;
import io.pfs.server.lease.LeasesBeside;
import io.pfs.server.remote.Tenure;
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
 * @param claim how it has a seat that moves
 * @param leasesBeside those of all others, if they are loops of this process
 */
public record Seat(
        PoolAt pool,
        ServerId server,
        int servers,
        SpreadRule spreadRule,
        Optional<Function<FileSystemFacts, Connection>> peers,
        Optional<Claim> claim,
        Optional<LeasesBeside> leasesBeside) {
    public Seat {
        Check.inRange("number of a server", server.value(), 0, servers - 1);
        Check.that(peers.isPresent() || servers == 1, "who is not alone has a way to the others");
    }

    /**
     * The right to a seat that moves.
     *
     * @param pool open as it is
     * @param epoch in which it was claimed
     * @param tenure of the claim: the home has one of its own
     */
    public record Claim(RemoteFolders pool, Epoch epoch, Tenure tenure) {}

    /** One that moves. */
    Seat(
            PoolAt pool,
            ServerId server,
            int servers,
            SpreadRule spreadRule,
            Function<FileSystemFacts, Connection> peers,
            Claim claim) {
        this(pool, server, servers, spreadRule, Optional.of(peers), Optional.of(claim), Optional.empty());
    }

    /** One of several loops of this process. */
    static Seat ofLoop(
            PoolAt.Loops pool,
            ServerId loop,
            int loops,
            SpreadRule spreadRule,
            Function<FileSystemFacts, Connection> peers,
            LeasesBeside leases) {
        return new Seat(pool, loop, loops, spreadRule, Optional.of(peers), Optional.empty(), Optional.of(leases));
    }

    /** One of several that share a pool, for good. */
    public static Seat fixed(
            PoolAt pool,
            ServerId server,
            int servers,
            SpreadRule spreadRule,
            Function<FileSystemFacts, Connection> peers) {
        return new Seat(pool, server, servers, spreadRule, Optional.of(peers), Optional.empty(), Optional.empty());
    }

    /** One of several that share a folder. */
    public Seat(
            Path pool,
            ServerId server,
            int servers,
            SpreadRule spreadRule,
            Function<FileSystemFacts, Connection> peers) {
        this(
                new PoolAt.Folder(pool),
                server,
                servers,
                spreadRule,
                Optional.of(peers),
                Optional.empty(),
                Optional.empty());
    }

    /** The one server of a pool. */
    public static Seat alone(PoolAt pool) {
        return new Seat(
                pool, new ServerId(0), 1, SpreadRule.DEFAULT, Optional.empty(), Optional.empty(), Optional.empty());
    }
}
