package io.pfs.sim;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.client.route.Placement;
import io.pfs.cluster.Placing;
import io.pfs.row.RowKind;
import io.pfs.row.TablePointer;
import io.pfs.sim.NamesTree.Entry;
import io.pfs.table.Policy;
import io.pfs.table.SpreadPolicy;
import io.pfs.table.Spreading;
import io.pfs.wire.CellPut;
import io.pfs.wire.Envelope;
import io.pfs.wire.Expected;
import io.pfs.wire.FoundRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Misplaced;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Reply.RowsFound;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request;
import io.pfs.wire.Request.AboutRow;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.ListRows;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.RemoveTable;
import io.pfs.wire.Request.RenameRow;
import io.pfs.wire.RowEdit;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A client that changes names in directories of its own, one after the other, within shards and between them. Each change
 * is repeated until its end is known; what it answers, and what is there afterwards, must be what a tree says.
 */
final class SimMover {
    private static final long CLIENT = 1L << 34;
    private static final long RETRY_NS = 60_000_000;
    private static final int OPERATIONS = 160;
    private static final int TABLES_MAX = 10;
    private static final List<ColumnId> COLUMNS = List.of(new ColumnId(0), new ColumnId(8));

    private final SimWorld world;
    private final Prng prng;
    private final Life life = new Life("mover");
    private final SimCluster cluster;
    private final SimWorkload workload;
    private final NamesTree tree;
    private final Map<TableId, TablePointer> pointers = new TreeMap<>();
    private final List<FoundRow> listed = new ArrayList<>();
    private final Placement placement;
    private Optional<Request> open = Optional.empty();
    private Life connection = life;
    private int operationsLeft;
    private long sequence;
    private long openSinceNs;
    private int files;

    /** Works below these tables, which are its own. */
    SimMover(SimWorld world, Prng prng, SimCluster cluster, SimWorkload workload, List<TablePointer> roots) {
        this.world = world;
        this.prng = prng;
        this.cluster = cluster;
        this.workload = workload;
        this.placement = new Placement(workload.shards());
        this.operationsLeft = workload.shareOf(OPERATIONS);
        this.tree = new NamesTree(roots.stream().map(TablePointer::table).toList());
        roots.forEach(root -> pointers.put(root.table(), root));
    }

    boolean isDone() {
        return operationsLeft == 0 && open.isEmpty();
    }

    void start() {
        world.plan(life, prng.between(0, 5_000_000), this::next);
    }

    private void next() {
        if (operationsLeft == 0) {
            return;
        }
        operationsLeft--;
        sequence++;
        openSinceNs = world.nowNs();
        listed.clear();
        Request request = draw();
        open = Optional.of(request);
        world.tally().count("mover: " + request.getClass().getSimpleName());
        transmit(request, sequence, Optional.empty());
    }

    private Request draw() {
        TablePointer table = table();
        RowName name = name(table);
        int dice = prng.below(13);
        if (dice < 3) {
            return put(table, name, prng.oneIn(2) ? Expected.ABSENT : Expected.ANY);
        } else if (dice == 3 && tree.tables.size() < TABLES_MAX) {
            Optional<ShardId> home = Optional.of(new ShardId(prng.below(workload.shards())));
            return new MakeTable(table.table(), name, 0755, 1, 1, Policy.DYNAMIC, spreading(), home);
        } else if (dice < 9) {
            TablePointer to = table();
            return new RenameRow(table.table(), name, to.base(), to.table(), name(to), prng.oneIn(2));
        } else if (dice == 12 && table.placing() == Placing.STRIDE) {
            return new AlterTable(table.table(), SimRequests.spreading(prng, workload.shards()));
        } else if (dice == 9) {
            return new ReadRow(table.table(), name, COLUMNS);
        } else if (dice == 10) {
            return new ListRows(table.table(), Optional.empty(), 1000, 1 << 20, List.of());
        }
        return new RemoveTable(table.table(), name, prng.oneIn(2));
    }

    private Spreading spreading() {
        return new Spreading(prng.oneIn(4) ? SpreadPolicy.RANDOM : SpreadPolicy.DYNAMIC, prng.below(3));
    }

    private EditRow put(TablePointer table, RowName name, Expected expected) {
        files++;
        String content = "file " + files + "-".repeat(prng.below(300));
        List<CellPut> puts = new ArrayList<>();
        COLUMNS.forEach(column -> puts.add(new CellPut(column, content.getBytes(StandardCharsets.UTF_8), false)));
        return new EditRow(table.table(), name, expected, SimRequests.FILE, RowEdit.ofCells(puts));
    }

    private TablePointer table() {
        List<TableId> known = List.copyOf(tree.tables.keySet());
        TablePointer pointer = pointers.get(known.get(prng.below(known.size())));
        return Optional.ofNullable(pointer).orElseThrow();
    }

    /** Enough of them in tables that can be in many shards. */
    private RowName name(TablePointer table) {
        return RowName.of("n" + prng.below(table.spread() > 0 ? 24 : 5));
    }

    /** @param exact where it is to go for once */
    private void transmit(Request request, long id, Optional<ShardId> exact) {
        ShardId shard = exact.orElseGet(() -> shardOf(request));
        connection = cluster.life(shard);
        Life sentOver = connection;
        Envelope envelope = new Envelope(new RequestId(CLIENT, 1, id), id, shard, routed(request));
        cluster.receive(envelope, reply -> world.plan(life, 0, () -> received(request, id, sentOver, reply)));
        world.plan(life, RETRY_NS + prng.between(0, RETRY_NS), () -> repeat(request, id));
    }

    private ShardId shardOf(Request request) {
        TablePointer pointer = pointerOf(request.table());
        if (request instanceof AboutRow row) {
            return placement.shardOf(pointer, row.name());
        }
        return request instanceof ListRows list ? placement.shardBehind(pointer, list.cursor()) : pointer.base();
    }

    /** As it goes out: the new name's shard is known better by now. */
    private Request routed(Request request) {
        if (request instanceof RenameRow to) {
            ShardId shard = placement.shardOf(pointerOf(to.toTable()), to.toName());
            return new RenameRow(to.table(), to.name(), shard, to.toTable(), to.toName(), to.overwrite());
        }
        return request;
    }

    private TablePointer pointerOf(TableId table) {
        return Optional.ofNullable(pointers.get(table)).orElseThrow();
    }

    private void repeat(Request request, long id) {
        if (open.equals(Optional.of(request)) && id == sequence) {
            transmit(request, id, Optional.empty());
        }
    }

    private void received(Request request, long id, Life sentOver, Reply reply) {
        boolean isHeard = open.equals(Optional.of(request)) && id == sequence && sentOver == connection;
        if (!isHeard || SimOperations.mayPass(reply)) {
            return;
        }
        if (reply instanceof Misplaced misplaced) {
            transmit(request, id, placement.learn(misplaced));
            return;
        }
        if (reply instanceof RowsFound page && page.next().isPresent()) {
            listed.addAll(page.rows());
            Request next = new ListRows(request.table(), page.next(), 1000, 1 << 20, List.of());
            open = Optional.of(next);
            transmit(next, id, Optional.empty());
            return;
        }
        compare(request, reply);
        open = Optional.empty();
        world.plan(life, prng.between(0, 400_000), this::next);
    }

    private void compare(Request request, Reply reply) {
        if (cluster.isRefusedForRotSince(openSinceNs, reply)) {
            world.tally().count("mover: refused for rot, and nothing done"); // as the next audit will see
            return;
        }
        if (request instanceof ListRows || request instanceof ReadRow) {
            compareRead(request, reply);
            return;
        }
        Optional<ErrorCode> expected = apply(request, reply);
        Optional<ErrorCode> got = reply instanceof Refused refused ? Optional.of(refused.code()) : Optional.empty();
        if (!expected.equals(got)) {
            throw new SimViolation("mover: " + request + " was answered " + SimOperations.describe(reply)
                    + ", but expected " + expected + "; the tree: " + tree.tables);
        }
        world.tally()
                .count("mover: " + request.getClass().getSimpleName()
                        + got.map(code -> " refused, " + code).orElse(" done"));
    }

    private Optional<ErrorCode> apply(Request request, Reply reply) {
        String name = request instanceof Request.AboutRow about ? about.name().toString() : "";
        if (request instanceof EditRow edit) {
            byte[] bytes = edit.edit().puts().get(0).bytes();
            String content = new String(bytes, StandardCharsets.UTF_8);
            Entry entry = new Entry(Optional.of(content), Optional.empty());
            boolean isNew = edit.expected().equals(Expected.ABSENT);
            return isNew ? tree.create(edit.table(), name, entry) : tree.put(edit.table(), name, entry);
        } else if (request instanceof MakeTable make) {
            TableId table = TableId.of(new ShardId(0), 1);
            if (reply instanceof TableMade made) {
                table = made.pointer().table();
                pointers.put(table, made.pointer());
            }
            return tree.create(make.table(), name, new Entry(Optional.empty(), Optional.of(table)));
        } else if (request instanceof RenameRow rename) {
            return tree.rename(
                    rename.table(), name, rename.toTable(), rename.toName().toString(), rename.overwrite());
        }
        if (request instanceof AlterTable) {
            return Optional.empty(); // where its rows are shows in nothing
        }
        RemoveTable remove = (RemoveTable) request;
        return tree.remove(remove.table(), name, remove.recursive());
    }

    private void compareRead(Request request, Reply reply) {
        TreeMap<String, Entry> rows =
                Optional.ofNullable(tree.tables.get(request.table())).orElseThrow();
        boolean fits;
        if (reply instanceof RowsFound found) {
            listed.addAll(found.rows());
            fits = names(listed).equals(List.copyOf(rows.keySet()));
        } else if (reply instanceof RowFound found) {
            fits = isSeenAs(found.found(), rows.get(found.found().name().toString()));
        } else {
            String name = request instanceof ReadRow read ? read.name().toString() : "";
            fits = !rows.containsKey(name);
        }
        if (!fits) {
            throw new SimViolation("mover: " + request + " was answered " + SimOperations.describe(reply)
                    + " after pages of " + names(listed) + ", but the tree is " + rows);
        }
    }

    private static List<String> names(List<FoundRow> rows) {
        return rows.stream().map(row -> row.name().toString()).sorted().toList();
    }

    private static boolean isSeenAs(FoundRow found, @Nullable Entry entry) {
        if (entry == null || entry.isDirectory() != (found.row().kind() == RowKind.DIRECTORY)) {
            return false;
        }
        return entry.isDirectory()
                || found.cells().stream()
                        .allMatch(cell -> cell.map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                                .equals(entry.content()));
    }

    /** What its tables must hold now, with nobody at work: the names of each. */
    Map<TablePointer, List<String>> expected() {
        Map<TablePointer, List<String>> all = new LinkedHashMap<>();
        tree.tables.forEach(
                (id, rows) -> all.put(Optional.ofNullable(pointers.get(id)).orElseThrow(), List.copyOf(rows.keySet())));
        return all;
    }
}
