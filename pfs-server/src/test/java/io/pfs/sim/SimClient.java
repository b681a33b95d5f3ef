package io.pfs.sim;

import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.row.CellLocation;
import io.pfs.row.Row;
import io.pfs.row.RowLayout;
import io.pfs.server.shard.Reply;
import io.pfs.server.shard.Reply.Done;
import io.pfs.server.shard.Reply.Found;
import io.pfs.server.shard.Reply.Refused;
import io.pfs.server.shard.Request;
import io.pfs.server.shard.Request.CreateRow;
import io.pfs.server.shard.Request.Envelope;
import io.pfs.server.shard.Request.LookupRow;
import io.pfs.server.shard.Request.MakeTable;
import io.pfs.server.shard.Request.RemoveRow;
import io.pfs.server.shard.Request.ReplaceRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A client that never gives up: one operation at a time on rows of its own, repeated with the same request id until its
 * end is known; and the model of what must then be true.
 */
final class SimClient {
    private static final long RETRY_NS = 20_000_000;

    private final int number;
    private final SimWorld world;
    private final Prng prng;
    private final Life life;
    private final SimServer server;
    private final List<TableId> tables;
    private final int namesPerTable;
    private final Map<RowKey, NameModel> rows = new TreeMap<>();
    private int operationsLeft;
    private long sequence;
    private Optional<Envelope> open = Optional.empty();
    private Optional<RowKey> openKey = Optional.empty();
    private long completed;

    /** A row of a client. */
    record RowKey(TableId table, RowName name) implements Comparable<RowKey> {
        @Override
        public int compareTo(RowKey other) {
            int byTable = table.compareTo(other.table);
            return byTable != 0 ? byTable : name.compareTo(other.name);
        }
    }

    SimClient(int number, SimWorld world, Prng prng, SimServer server, SimWorkload workload) {
        this.number = number;
        this.world = world;
        this.prng = prng;
        this.life = new Life("client-" + number);
        this.server = server;
        this.tables = workload.tables();
        this.namesPerTable = workload.namesPerClientAndTable();
        this.operationsLeft = workload.operationsPerClient();
    }

    Map<RowKey, NameModel> rows() {
        return rows;
    }

    boolean isDone() {
        return operationsLeft == 0 && open.isEmpty();
    }

    long completed() {
        return completed;
    }

    void start() {
        world.plan(life, prng.between(0, 1_000_000), this::next);
    }

    private void next() {
        if (operationsLeft == 0) {
            return;
        }
        operationsLeft--;
        RowKey key = pickKey();
        NameModel model = rows.computeIfAbsent(key, k -> new NameModel());
        Request request = pickRequest(key, model);
        sequence++;
        openKey = Optional.of(key);
        open = Optional.of(new Envelope(new RequestId(number, ~number, sequence), sequence, request));
        transmit(sequence);
    }

    private RowKey pickKey() {
        int table = prng.below(tables.size());
        int name = prng.below(namesPerTable);
        String padding = prng.child("name" + name).oneIn(20) ? "-".repeat(200) : "";
        return new RowKey(tables.get(table), RowName.of("c" + number + ".n" + name + padding));
    }

    private Request pickRequest(RowKey key, NameModel model) {
        Optional<byte[]> current = model.certain();
        int dice = prng.below(10);
        if (dice == 0) {
            return new LookupRow(key.table(), key.name());
        }
        if (current.isEmpty() ? dice < 9 : dice == 1) {
            byte[] row = newRow();
            model.attempt(Optional.of(row));
            return new CreateRow(key.table(), key.name(), row);
        }
        if (current.isPresent() && dice < 8) {
            long version = RowLayout.u48(current.get(), RowLayout.VERSION);
            byte[] row = changed(current.get());
            model.attempt(Optional.of(row));
            return new ReplaceRow(key.table(), key.name(), version, row);
        }
        model.attempt(Optional.empty());
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

    private void transmit(long sent) {
        server.receive(open.orElseThrow(), reply -> world.plan(life, 0, () -> received(sent, reply)));
        world.plan(life, RETRY_NS + prng.between(0, RETRY_NS), () -> repeat(sent));
    }

    private void repeat(long sent) {
        if (open.isPresent() && open.get().id().sequence() == sent) {
            world.tally().count("client: request repeated after silence");
            transmit(sent);
        }
    }

    private void received(long answered, Reply reply) {
        if (open.isEmpty() || open.get().id().sequence() != answered) {
            return; // a second answer to what is settled
        }
        Request request = open.get().request();
        if (reply instanceof Refused refused && mayPass(refused.code())) {
            world.tally().count("client: refused for now, " + refused.code());
            return; // repeated after silence
        }
        RowKey key = openKey.orElseThrow();
        settle(key, rows.get(key), request, reply);
        open = Optional.empty();
        completed++;
        world.plan(life, prng.between(0, 200_000), this::next);
    }

    /** What says nothing of the operation, only of the moment: the same request is sent again. */
    private static boolean mayPass(ErrorCode code) {
        return switch (code) {
            case NO_SPACE, IO_FAILED, FORCE_FAILED, BUSY, CLOSED, UNKNOWN_OUTCOME, NOT_OWNER -> true;
            default -> false;
        };
    }

    private void settle(RowKey key, NameModel model, Request request, Reply reply) {
        if (request instanceof LookupRow) {
            Optional<byte[]> found = reply instanceof Found f ? Optional.of(f.row()) : Optional.empty();
            require(model.allows(found), key, "lookup found " + NameModel.describe(found) + " (" + reply + ")", model);
            return;
        }
        boolean possible = isPossible(request, model.certain());
        if (reply instanceof Done) {
            require(possible, key, "acknowledged " + request, model);
            model.succeeded();
        } else {
            require(!possible, key, "refused " + request + " with " + reply, model);
            model.refused();
        }
    }

    private static boolean isPossible(Request request, Optional<byte[]> before) {
        return request instanceof CreateRow ? before.isEmpty() : before.isPresent();
    }

    private void require(boolean holds, RowKey key, String event, NameModel model) {
        if (!holds) {
            throw new SimViolation(
                    "client-" + number + " " + key + ": " + event + ", but the model says " + model.expectation());
        }
    }

    /** Makes the tables, before any client starts. */
    static List<Request> tablesOf(SimWorkload workload) {
        List<Request> requests = new ArrayList<>();
        for (TableId table : workload.tables()) {
            requests.add(new MakeTable(table, table.value() * 31));
        }
        return requests;
    }
}
