package io.pfs.sim;

import io.pfs.RequestId;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.client.route.Placement;
import io.pfs.row.TablePointer;
import io.pfs.wire.Asker;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Misplaced;
import io.pfs.wire.Request;
import io.pfs.wire.Request.AboutRow;
import io.pfs.wire.Request.RenameRow;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** One client's way to the server: one request at a time, repeated under its id until it is answered. */
final class SimCaller {
    private static final long RETRY_NS = 20_000_000;

    private final long client;
    private final SimWorld world;
    private final Prng prng;
    private final Life life;
    private final SimCluster cluster;
    private final Function<TableId, TablePointer> pointers;
    private final Placement placement;
    private Optional<Asker> asker = Optional.empty();
    private Optional<Open> open = Optional.empty();
    private Life connection;
    private long sequence;

    /** What is asked, and who waits for the answer. */
    private record Open(long sequence, Request request, Consumer<Reply> then) {}

    /**
     * @param client told apart from all others by this
     * @param pointers where each table is that is asked about
     * @param shards of the file system
     */
    SimCaller(
            long client,
            SimWorld world,
            Prng prng,
            SimCluster cluster,
            Function<TableId, TablePointer> pointers,
            int shards) {
        this.client = client;
        this.world = world;
        this.prng = prng;
        this.life = new Life("caller-" + client);
        this.cluster = cluster;
        this.pointers = pointers;
        this.placement = new Placement(shards);
        this.connection = life;
    }

    /** The same in the name of a user, and not of who may do everything. */
    SimCaller by(Asker user) {
        asker = Optional.of(user);
        return this;
    }

    /** Tells it from all others. */
    long number() {
        return client;
    }

    /** Whether nothing is under way. */
    boolean isIdle() {
        return open.isEmpty();
    }

    void ask(Request request, Consumer<Reply> then) {
        sequence++;
        Open asked = new Open(sequence, request, then);
        open = Optional.of(asked);
        transmit(asked, Optional.empty());
    }

    /** The client is gone, whatever it waits for; what it sent may still arrive. */
    void die() {
        life.end();
        open = Optional.empty();
    }

    /** @param exact where it is to go for once */
    private void transmit(Open asked, Optional<ShardId> exact) {
        ShardId shard = exact.orElseGet(() -> shardOf(asked.request.table(), asked.request));
        connection = cluster.life(shard);
        Life sentOver = connection;
        RequestId id = new RequestId(client, ~client, asked.sequence);
        Envelope envelope = new Envelope(id, asked.sequence, shard, routed(asked.request), asker);
        cluster.receive(envelope, reply -> world.plan(life, 0, () -> received(asked, sentOver, reply)));
        world.plan(life, RETRY_NS + prng.between(0, RETRY_NS), () -> repeat(asked));
    }

    private ShardId shardOf(TableId table, Request request) {
        return request instanceof AboutRow row
                ? placement.shardOf(pointers.apply(table), row.name())
                : pointers.apply(table).base();
    }

    /** As it goes out: the new name's shard is known better by now. */
    private Request routed(Request request) {
        if (request instanceof RenameRow to) {
            ShardId shard = placement.shardOf(pointers.apply(to.toTable()), to.toName());
            return new RenameRow(to.table(), to.name(), shard, to.toTable(), to.toName(), to.overwrite());
        }
        return request;
    }

    private void repeat(Open asked) {
        if (open.equals(Optional.of(asked))) {
            transmit(asked, Optional.empty());
        }
    }

    private void received(Open asked, Life sentOver, Reply reply) {
        if (!open.equals(Optional.of(asked)) || sentOver != connection || SimOperations.mayPass(reply)) {
            return; // settled, from another life, or of the moment only: then it is repeated
        }
        if (reply instanceof Misplaced misplaced) {
            transmit(asked, placement.learn(misplaced));
            return;
        }
        open = Optional.empty();
        asked.then.accept(reply);
    }
}
