package io.pfs.sim;

import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.client.route.Placement;
import io.pfs.row.TablePointer;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Misplaced;
import io.pfs.wire.Request;
import io.pfs.wire.Request.AboutRow;
import io.pfs.wire.Request.EditRows;
import io.pfs.wire.Request.ReadRows;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Asks for things in a table of its own, each until there is an answer to it. */
final class SimAsker implements SimAsking {
    private static final long RETRY_NS = 30_000_000;

    private final String name;
    private final long client;
    private final SimWorld world;
    private final Prng prng;
    private final Life life;
    private final SimCluster cluster;
    private final TablePointer table;
    private final Placement placement;
    private final TreeMap<Long, Open> open = new TreeMap<>();
    private long sequence;

    /** A request whose end is not known, over a connection to one life of the server. */
    private static final class Open {
        private final Request request;
        private final Consumer<Reply> then;
        private Life connection;

        Open(Request request, Consumer<Reply> then, Life connection) {
            this.request = request;
            this.then = then;
            this.connection = connection;
        }
    }

    /** @param shards of the file system */
    SimAsker(String name, long client, SimWorld world, Prng prng, SimCluster cluster, TablePointer table, int shards) {
        this.placement = new Placement(shards);
        this.name = name;
        this.client = client;
        this.world = world;
        this.prng = prng;
        this.life = new Life(name);
        this.cluster = cluster;
        this.table = table;
    }

    @Override
    public boolean isIdle() {
        return open.isEmpty();
    }

    @Override
    public void later(long withinNs, Runnable task) {
        world.plan(life, prng.between(0, withinNs), task);
    }

    @Override
    public void withdraw() {
        open.clear();
    }

    @Override
    public void ask(Request request, Consumer<Reply> then) {
        sequence++;
        open.put(sequence, new Open(request, then, life));
        world.tally().count(name + ": " + request.getClass().getSimpleName());
        transmit(sequence, Optional.empty());
    }

    /** @param exact where it is to go for once */
    private void transmit(long id, Optional<ShardId> exact) {
        Open asked = Optional.ofNullable(open.get(id)).orElseThrow();
        ShardId shard = exact.orElseGet(() -> placement.shardOf(table, nameOf(asked.request)));
        Life sentOver = cluster.life(shard);
        asked.connection = sentOver;
        Envelope envelope = new Envelope(new RequestId(client, 1, id), open.firstKey(), shard, asked.request);
        cluster.receive(envelope, reply -> world.plan(life, 0, () -> received(id, asked, sentOver, reply)));
        world.plan(life, RETRY_NS + prng.between(0, RETRY_NS), () -> {
            if (open.containsKey(id)) {
                transmit(id, Optional.empty());
            }
        });
    }

    private static RowName nameOf(Request request) {
        if (request instanceof EditRows edits) {
            return edits.edits().get(0).name();
        }
        return request instanceof ReadRows reads ? reads.names().get(0) : ((AboutRow) request).name();
    }

    private void received(long id, Open asked, Life sentOver, Reply reply) {
        boolean isHeard = open.containsKey(id) && asked.connection == sentOver;
        if (isHeard && reply instanceof Misplaced misplaced) {
            transmit(id, placement.learn(misplaced));
            return;
        }
        if (isHeard && !SimOperations.mayPass(reply)) {
            open.remove(id);
            asked.then.accept(reply);
        }
    }
}
