package io.pfs.sim;

import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.client.route.Placement;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Misplaced;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request;
import io.pfs.wire.Request.MakeTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A client with some operations open at a time, on rows of its own and on some that all clients use. It repeats a request
 * with the same id until its end is known, or, rarely, gives it up; the models of the rows say what may then be true.
 */
final class SimClient {
    private static final long RETRY_NS = 20_000_000;
    private static final int UNDER_WAY_MAX = 4;
    /** A slow connection that is given more of the same, faster than it takes them, never comes to what is new. */
    private static final int COPIES_MAX = 64;

    private final int number;
    private final SimWorld world;
    private final Prng prng;
    private final Life life;
    private final SimCluster cluster;
    private final SimWorkload workload;
    private final SimTables tables;
    private final FileIdBook fileIds;
    private final SimRequests requests;
    private final Placement placement;
    private final TreeMap<Long, Open> open = new TreeMap<>();
    private final Map<Long, Life> connections = new HashMap<>();
    private final List<Open> givenUp = new ArrayList<>();
    private int operationsLeft;
    private long sequence;
    private long completed;

    /**
     * An operation whose end is not known.
     *
     * @param sinceNs when it was begun
     * @param sentTo which servers were asked for it
     * @param onTheWay those that a connection was given it for which has not answered yet, each as often
     */
    private record Open(
            long sequence,
            long sinceNs,
            RowKey key,
            Request request,
            Set<SimServer> sentTo,
            List<SimServer> onTheWay) {}

    SimClient(
            int number,
            SimWorld world,
            Prng prng,
            SimCluster cluster,
            SimWorkload workload,
            SimTables tables,
            FileIdBook fileIds) {
        this.number = number;
        this.world = world;
        this.prng = prng;
        this.life = new Life("client-" + number);
        this.cluster = cluster;
        this.workload = workload;
        this.tables = tables;
        this.fileIds = fileIds;
        this.placement = new Placement(workload.shards());
        this.requests = new SimRequests(prng, workload, number);
        this.operationsLeft = workload.operationsPerClient();
    }

    boolean isDone() {
        return operationsLeft == 0 && open.isEmpty();
    }

    long completed() {
        return completed;
    }

    void start() {
        for (int i = 0; i < workload.openPerClient(); i++) {
            world.plan(life, prng.between(0, 1_000_000), this::next);
        }
    }

    /**
     * What was asked of servers that are gone has happened by now, or never will; but what a connection has not answered yet may wait in
     * it for the server's next life.
     */
    void serverIsGone(SimServer server) {
        givenUp.stream().filter(lost -> !lost.onTheWay.contains(server)).forEach(lost -> lost.sentTo.remove(server));
        givenUp.stream()
                .filter(lost -> lost.sentTo.isEmpty())
                .forEach(lost -> tables.modelOf(lost.key).endUnknown(idOf(lost)));
        givenUp.removeIf(lost -> lost.sentTo.isEmpty());
    }

    private void next() {
        if (operationsLeft == 0) {
            return;
        }
        if (sequence + 1 - lowestOpen() >= workload.windowPerClient()) {
            world.plan(life, RETRY_NS / 10, this::next); // a server keeps replies for so many
            return;
        }
        operationsLeft--;
        sequence++;
        RowKey key = pickKey();
        Request request = requests.of(key, tables.modelOf(key).guess());
        begin(new Open(sequence, world.nowNs(), key, request, new HashSet<>(), new ArrayList<>()));
    }

    private void begin(Open next) {
        NameModel model = tables.modelOf(next.key);
        if (model.underWay() > 0) {
            world.tally().count("client: operations overlap on a row");
        }
        String kind = next.request.getClass().getSimpleName();
        world.tally().count("client: " + kind);
        model.begin(idOf(next), SimOperations.of(next.request), "of client-" + number + ": " + kind);
        open.put(next.sequence, next);
        transmit(next, Optional.empty());
    }

    private long idOf(Open operation) {
        return (long) number << 32 | operation.sequence;
    }

    private long lowestOpen() {
        return open.isEmpty() ? sequence + 1 : open.firstKey();
    }

    /** Of a row on which too much is under way, nobody could say what may be true. */
    private RowKey pickKey() {
        RowKey key = keyOf(prng.below(10) < workload.sharedInTen() ? "all" : "c" + number);
        while (tables.modelOf(key).underWay() >= UNDER_WAY_MAX) {
            key = keyOf("c" + number);
        }
        return key;
    }

    /** Of ten names one is kept for directories, since those stay for ever; at times it is the table itself. */
    private RowKey keyOf(String owner) {
        SimTables.Known table = tables.pick(prng);
        if (prng.oneIn(40)) {
            return SimTables.keyOf(table.id());
        }
        int names = tables.isFirst(table.id()) ? workload.namesPerClientAndTable() : 3;
        int name = prng.below(names);
        String padding = prng.child("name" + name).oneIn(20) ? "-".repeat(200) : "";
        return new RowKey(table.id(), RowName.of(owner + ".n" + name + padding));
    }

    /** Over a connection to this life of the server: what comes of older ones is not heard any more. */
    private void transmit(Open sent, Optional<ShardId> exact) {
        ShardId shard = exact.orElseGet(() -> tables.shardOf(sent.request, placement));
        Life connection = cluster.life(shard);
        connections.put(sent.sequence, connection);
        SimServer owner = cluster.ownerOf(shard);
        sent.sentTo.add(owner);
        if (cluster.keepsUnsent()) {
            sent.onTheWay.add(owner);
        }
        RequestId id = new RequestId(number, ~number, sent.sequence);
        Envelope envelope = new Envelope(id, lowestOpen(), shard, sent.request);
        cluster.receive(envelope, reply -> {
            sent.onTheWay.remove(owner);
            world.plan(life, 0, () -> received(sent, connection, reply));
        });
        repeatLater(sent);
    }

    private void repeatLater(Open sent) {
        world.plan(life, RETRY_NS + prng.between(0, RETRY_NS), () -> repeat(sent));
    }

    private void repeat(Open sent) {
        if (!open.containsKey(sent.sequence)) {
            return;
        }
        if (prng.oneIn(60)) {
            world.tally().count("client: request given up, outcome unknown");
            giveUp(sent);
        } else if (sent.onTheWay.size() >= COPIES_MAX) {
            world.tally().count("client: silence, with enough on the way");
            repeatLater(sent);
        } else {
            world.tally().count("client: request repeated after silence");
            transmit(sent, Optional.empty());
        }
    }

    private void received(Open sent, Life connection, Reply reply) {
        if (!open.containsKey(sent.sequence) || connections.get(sent.sequence) != connection) {
            return; // a second answer to what is settled
        }
        if (reply instanceof Misplaced misplaced) {
            world.tally().count("client: told where a name lives");
            transmit(sent, placement.learn(misplaced));
            return;
        }
        if (SimOperations.mayPass(reply)) {
            world.tally().count("client: refused for now, " + ((Reply.Refused) reply).code());
            return; // repeated after silence
        }
        if (cluster.isRefusedForRotSince(sent.sinceNs, reply)) { // of a shard that it needs, though its own may be well
            world.tally().count("client: refused for rot");
            giveUp(sent);
            return;
        }
        NameModel model = tables.modelOf(sent.key);
        if (!model.end(idOf(sent), reply)) {
            throw new SimViolation("answer: client-" + number + " " + sent.key + ": " + sent.request + " was answered "
                    + SimOperations.describe(reply) + ", but the model says " + model.expectation());
        }
        if (sent.request instanceof MakeTable make && reply instanceof TableMade tableMade) {
            tables.made(make, tableMade.pointer());
        }
        fileIds.note(sent.key, idOf(sent), reply);
        end(sent);
    }

    private void giveUp(Open sent) {
        givenUp.add(sent);
        end(sent);
    }

    private void end(Open sent) {
        open.remove(sent.sequence);
        connections.remove(sent.sequence);
        completed++;
        world.plan(life, prng.between(0, 200_000), this::next);
    }
}
