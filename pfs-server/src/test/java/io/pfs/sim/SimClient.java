package io.pfs.sim;

import io.pfs.FileId;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.row.CellLocation;
import io.pfs.row.Row;
import io.pfs.row.RowLayout;
import io.pfs.server.shard.Reply;
import io.pfs.server.shard.Request;
import io.pfs.server.shard.Request.CreateRow;
import io.pfs.server.shard.Request.Envelope;
import io.pfs.server.shard.Request.LookupRow;
import io.pfs.server.shard.Request.RemoveRow;
import io.pfs.server.shard.Request.ReplaceRow;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A client with some operations open at a time, on rows of its own and on some that all clients use. It repeats a request
 * with the same id until its end is known, or, rarely, gives it up; the models of the rows say what may then be true.
 */
final class SimClient {
    private static final long RETRY_NS = 20_000_000;
    private static final int UNDER_WAY_MAX = 4;

    private final int number;
    private final SimWorld world;
    private final Prng prng;
    private final Life life;
    private final SimServer server;
    private final SimWorkload workload;
    private final Map<RowKey, NameModel> models;
    private final TreeMap<Long, Open> open = new TreeMap<>();
    private final List<Open> givenUp = new ArrayList<>();
    private int operationsLeft;
    private long sequence;
    private long completed;

    /** An operation whose end is not known. */
    private record Open(long sequence, RowKey key, Request request) {}

    SimClient(
            int number,
            SimWorld world,
            Prng prng,
            SimServer server,
            SimWorkload workload,
            Map<RowKey, NameModel> models) {
        this.number = number;
        this.world = world;
        this.prng = prng;
        this.life = new Life("client-" + number);
        this.server = server;
        this.workload = workload;
        this.models = models;
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

    /** What was asked of servers that are gone has happened by now, or never will. */
    void serverIsGone() {
        givenUp.forEach(lost -> modelOf(lost.key).endUnknown(idOf(lost)));
        givenUp.clear();
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
        Request request = pickRequest(key, modelOf(key).guess());
        begin(new Open(sequence, key, request));
    }

    private void begin(Open next) {
        NameModel model = modelOf(next.key);
        if (model.underWay() > 0) {
            world.tally().count("client: operations overlap on a row");
        }
        String what = "of client-" + number + ": " + next.request.getClass().getSimpleName();
        model.begin(idOf(next), SimOperations.of(next.request), what);
        open.put(next.sequence, next);
        transmit(next);
    }

    private NameModel modelOf(RowKey key) {
        return models.computeIfAbsent(key, k -> new NameModel());
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
        while (modelOf(key).underWay() >= UNDER_WAY_MAX) {
            key = keyOf("c" + number);
        }
        return key;
    }

    private RowKey keyOf(String owner) {
        TableId table = workload.tables().get(prng.below(workload.tables().size()));
        int name = prng.below(workload.namesPerClientAndTable());
        String padding = prng.child("name" + name).oneIn(20) ? "-".repeat(200) : "";
        return new RowKey(table, RowName.of(owner + ".n" + name + padding));
    }

    private Request pickRequest(RowKey key, Optional<ByteBuffer> current) {
        int dice = prng.below(10);
        if (dice == 0) {
            return new LookupRow(key.table(), key.name());
        }
        if (current.isEmpty() ? dice < 9 : dice == 1) {
            return new CreateRow(key.table(), key.name(), newRow());
        }
        if (current.isPresent() && dice < 8) {
            long version = SimOperations.versionOf(current.get());
            return new ReplaceRow(
                    key.table(), key.name(), version, changed(current.get().array()));
        }
        return new RemoveRow(key.table(), key.name());
    }

    private byte[] newRow() {
        long id = ((long) number << 32) | sequence;
        return Row.emptyFile(new FileId(id), 0644, number, 100, world.wallMillis())
                .toBytes();
    }

    private byte[] changed(byte[] row) {
        Row before = Row.decode(new ByteReader("model", row));
        int slot = prng.below(RowLayout.CELL_SLOTS);
        CellLocation cell = new CellLocation(prng.below(100), prng.below(1 << 28), prng.below(1 << 20));
        return before.withCell(slot, cell, world.wallMillis()).toBytes();
    }

    private void transmit(Open sent) {
        RequestId id = new RequestId(number, ~number, sent.sequence);
        Envelope envelope = new Envelope(id, lowestOpen(), sent.request);
        server.receive(envelope, reply -> world.plan(life, 0, () -> received(sent, reply)));
        world.plan(life, RETRY_NS + prng.between(0, RETRY_NS), () -> repeat(sent));
    }

    private void repeat(Open sent) {
        if (!open.containsKey(sent.sequence)) {
            return;
        }
        if (prng.oneIn(60)) {
            world.tally().count("client: request given up, outcome unknown");
            givenUp.add(sent);
            end(sent);
        } else {
            world.tally().count("client: request repeated after silence");
            transmit(sent);
        }
    }

    private void received(Open sent, Reply reply) {
        if (!open.containsKey(sent.sequence)) {
            return; // a second answer to what is settled
        }
        if (SimOperations.mayPass(reply)) {
            world.tally().count("client: refused for now, " + SimOperations.of(reply));
            return; // repeated after silence
        }
        NameModel model = modelOf(sent.key);
        if (!model.end(idOf(sent), SimOperations.of(reply))) {
            throw new SimViolation("client-" + number + " " + sent.key + ": " + sent.request + " was answered " + reply
                    + ", but the model says " + model.expectation());
        }
        end(sent);
    }

    private void end(Open sent) {
        open.remove(sent.sequence);
        completed++;
        world.plan(life, prng.between(0, 200_000), this::next);
    }
}
