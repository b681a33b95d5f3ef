package io.pfs.sim;

import io.pfs.ErrorCode;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.client.call.Ask;
import io.pfs.client.call.CallEnv;
import io.pfs.client.call.Caller;
import io.pfs.client.net.ClusterConnection;
import io.pfs.client.net.Identity;
import io.pfs.client.route.Placement;
import io.pfs.row.TablePointer;
import io.pfs.wire.Connection;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Misplaced;
import io.pfs.wire.Request;
import io.pfs.wire.Request.AboutRow;
import io.pfs.wire.Request.RenameRow;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** A client as it ships, who learns where seats are from servers: by what they refuse, and by the maps that they push. */
final class SeatClient {
    private static final int WINDOW = 16;

    private final SimWorld world;
    private final SeatNet.Port port;
    private final ClusterConnection connection;
    private final Placement placement;
    private final Caller caller;
    private final Life life;

    /** @param timeoutNs how long it asks again and again */
    SeatClient(SeatCluster cluster, String name, Prng prng, long timeoutNs) {
        this(cluster, name, prng, timeoutNs, WINDOW);
    }

    /** @param window how many requests there may be from the lowest open one on */
    SeatClient(SeatCluster cluster, String name, Prng prng, long timeoutNs, int window) {
        this.world = cluster.world();
        this.life = new Life(name);
        this.port = cluster.net().port(life, Optional.empty());
        SimWorld.SimClock clock = new SimWorld.SimClock(world);
        Identity identity = new Identity(name, Optional.empty());
        this.connection = new ClusterConnection(
                port, cluster.map(), cluster.facts(), cluster.addresses(), identity, clock, prng.child("connection"));
        port.whenTold(map -> world.tally()
                .count(map.replaces(connection.map()) ? "seats: map pushed" : "seats: old map pushed, and dropped"));
        this.placement = new Placement(cluster.workload().shards());
        this.caller = new Caller(connection, new CallEnv(clock, world.timers(life), prng, timeoutNs, window));
    }

    Life life() {
        return life;
    }

    /** For another program over the same connections. */
    Connection connection() {
        return connection;
    }

    SeatNet.Port port() {
        return port;
    }

    /**
     * Asks for one thing.
     *
     * @param in where the name is
     * @param pointers where tables are that it may be about, too
     */
    void ask(AboutRow request, TablePointer in, Function<RenameRow, TablePointer> pointers, Consumer<Reply> then) {
        RowName name = request.name();
        Ask.Router router = new Ask.Router() {
            @Override
            public ShardId next(Misplaced misplaced) {
                return placement.after(misplaced, in, name);
            }

            @Override
            public Request request(Request before) {
                return routed(before, pointers);
            }
        };
        caller.send(new Ask(
                routed(request, pointers),
                placement.shardOf(in, name),
                router,
                reply -> world.plan(life, 0, () -> then.accept(reply))));
    }

    private Request routed(Request request, Function<RenameRow, TablePointer> pointers) {
        if (request instanceof RenameRow to) {
            ShardId shard = placement.shardOf(pointers.apply(to), to.toName());
            return new RenameRow(to.table(), to.name(), shard, to.toTable(), to.toName(), to.overwrite());
        }
        return request;
    }

    /** Whether this reply says what became of it; else it may have been done, or be done yet, or not. */
    static boolean isDecided(Reply reply) {
        return !(reply instanceof Reply.Refused refused) || refused.code().kind() == ErrorCode.Kind.REQUEST;
    }

    void end() {
        caller.close();
        life.end();
        port.close();
    }
}
