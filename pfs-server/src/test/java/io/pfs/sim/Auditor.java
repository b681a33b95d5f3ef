package io.pfs.sim;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.row.Inline;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.server.shard.ShardGroup;
import io.pfs.wire.Cursor;
import io.pfs.wire.Envelope;
import io.pfs.wire.FoundRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.CellFound;
import io.pfs.wire.Reply.CellsListed;
import io.pfs.wire.Reply.Misplaced;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Reply.RowsFound;
import io.pfs.wire.Reply.TableFound;
import io.pfs.wire.Request;
import io.pfs.wire.Request.DescribeTable;
import io.pfs.wire.Request.ListCells;
import io.pfs.wire.Request.ListRows;
import io.pfs.wire.Request.ReadCell;
import io.pfs.wire.Request.ReadRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Holds what the servers have against what the models of their rows allow: asks for everything there is, by the same requests
 * as any client, while nobody else is heard.
 */
final class Auditor {
    private static final int PAGE_ROWS = 32;
    /** Servers that ask each other again and again would else keep an audit busy for ever. */
    private static final int ANSWERED_WITHIN_EVENTS = 200_000;

    private static final int ATTEMPTS_MAX = 50;
    private static final long UNDER_WAY_NS = 1_000_000_000;
    private static final long AGAIN_NS = 200_000_000;
    private static final long CLIENT = 1L << 40;
    private static final List<ColumnId> COLUMNS = SimRequests.COLUMNS;

    private final SimWorld world;
    private final SimTables tables;
    private final FileIdBook fileIds;
    private final SimCluster cluster;
    private Optional<String> rotten = Optional.empty();
    private long sequence;
    private int refusedCells;
    private int refusedRows;
    /** Tables of which something is not served; empty if everything has to be. */
    private Optional<Set<TableId>> refusedTables = Optional.empty();

    /** A row, and whether all of it could be read. */
    private record Seen(FoundRow found, boolean isWhole) {}

    Auditor(SimWorld world, SimTables tables, FileIdBook fileIds, SimCluster cluster) {
        this.world = world;
        this.tables = tables;
        this.fileIds = fileIds;
        this.cluster = cluster;
    }

    /** Throws if an acknowledged change is missing, half there, or if anything is there that nobody wrote. */
    void audit() {
        audit(Optional.empty());
    }

    /**
     * The same when a bit of this file is rotten: cells that stand there may be refused, if the refusal names the file. In
     * other files nothing may be refused but whole slices, by what is thrown.
     */
    void audit(Optional<String> rottenFile) {
        rotten = rottenFile.filter(Rot::isOfCells);
        refusedCells = 0;
        refusedRows = 0;
        world.only(cluster.livesAndWires(), () -> {
            cluster.pauseFaults(true);
            try {
                letRequestsEnd();
                walkAll();
            } finally {
                cluster.pauseFaults(false);
            }
        });
        if (refusedCells > 0) {
            world.tally().count("a rotten cell was refused, and nothing else");
        }
    }

    /**
     * The same where shards are set apart, for what the journal has lost: whoever asks for what is in them, or waits for them, is refused, and
     * everything else must be right. Then the servers are left alone for a while.
     *
     * @param meanwhile what they are to do in it
     */
    void auditOthers(Runnable meanwhile) {
        refusedTables = Optional.of(new TreeSet<>());
        try {
            audit(Optional.empty());
            int all = tables.all().size();
            world.tally()
                    .count("shards were set apart" + (refusedTables.get().size() < all ? ", and others served" : ""));
            world.only(cluster.livesAndWires(), () -> {
                meanwhile.run();
                letPass(UNDER_WAY_NS);
            });
        } finally {
            refusedTables = Optional.empty();
        }
    }

    /** Servers that went on while another came back have requests under way, which change what is looked at. */
    private void letRequestsEnd() {
        if (!cluster.isOne()) {
            letPass(UNDER_WAY_NS);
        }
    }

    private void letPass(long ns) {
        long until = world.nowNs() + ns;
        world.plan(cluster.servers().get(0).life(), ns, () -> {});
        while (world.nowNs() < until) {
            Simulation.require(world.step(), "a moment passes");
        }
    }

    /** Throws if what a mover's tables hold is not what its tree says. */
    void audit(SimMover mover) {
        world.only(
                cluster.livesAndWires(),
                () -> mover.expected().forEach((table, names) -> {
                    List<String> found = namesIn(table.table());
                    require(found.equals(names), () -> table + " holds " + found + ", but the tree says " + names);
                }));
    }

    private List<String> namesIn(TableId table) {
        List<String> names = new ArrayList<>();
        Optional<Cursor> next = Optional.empty();
        do {
            RowsFound page = (RowsFound) expected(ask(new ListRows(table, next, 1000, 1 << 20, COLUMNS)));
            page.rows().forEach(row -> names.add(row.name().toString()));
            next = page.next();
        } while (next.isPresent());
        return names.stream().sorted().toList();
    }

    /** Lets somebody ask for what he wrote last; he throws if it is not there. */
    void audit(Consumer<Function<Request, Reply>> own) {
        world.only(cluster.livesAndWires(), () -> own.accept(this::ask));
    }

    /** How many rows were not read whole by the last audit. */
    int refusedRows() {
        return refusedRows;
    }

    private void walkAll() {
        world.tally().count("audit");
        Map<RowKey, Seen> seen = new TreeMap<>();
        for (SimTables.Known table : tables.all()) {
            try {
                walk(table.id(), seen);
                describe(table.id());
            } catch (PfsException e) {
                refused(table.id(), e);
                seen.keySet().removeIf(key -> key.table().equals(table.id()));
            }
        }
        Map<FileId, RowKey> ids = new HashMap<>();
        seen.forEach((key, row) -> {
            FileId id = row.found.row().fileId();
            fileIds.note(key, id);
            RowKey twin = ids.put(id, key);
            require(twin == null, () -> id + " is that of " + twin + " and of " + key);
        });
        tables.models().forEach((key, model) -> {
            if (!SimTables.isTable(key) && !isRefused(key.table())) {
                compare(key, model, Optional.ofNullable(seen.remove(key)));
            }
        });
        require(seen.isEmpty(), () -> "there are rows that nobody wrote: " + seen.keySet());
    }

    private void refused(TableId table, PfsException why) {
        boolean isForThat =
                why.code().kind() == ErrorCode.Kind.DATA || why.code().kind() == ErrorCode.Kind.ROUTING;
        if (refusedTables.isEmpty() || !isForThat) {
            throw why;
        }
        refusedTables.get().add(table);
    }

    private boolean isRefused(TableId table) {
        return refusedTables.filter(refused -> refused.contains(table)).isPresent();
    }

    private static void compare(RowKey key, NameModel model, Optional<Seen> seen) {
        boolean isWhole = seen.map(Seen::isWhole).orElse(true);
        Optional<FoundRow> found = seen.map(Seen::found);
        String what = found.map(f -> RowValue.describe(f, COLUMNS)).orElse("no row");
        boolean fits = isWhole
                ? model.observe(value -> Answer.isSeenAs(value, found, COLUMNS), what)
                : model.observe(
                        value -> Answer.isSeenAs(value, found.orElseThrow().row()), what);
        require(fits, () -> key + " is " + what + ", but the model says " + model.expectation());
    }

    private void walk(TableId table, Map<RowKey, Seen> seen) {
        Optional<Cursor> next = Optional.empty();
        do {
            Reply reply = ask(new ListRows(table, next, PAGE_ROWS, 1 << 20, COLUMNS));
            boolean isRefused = isOfRot(reply);
            Request bare = new ListRows(table, next, PAGE_ROWS, 1 << 20, List.of());
            RowsFound page = (RowsFound) expected(isRefused ? ask(bare) : reply);
            for (FoundRow row : page.rows()) {
                RowKey key = new RowKey(table, row.name());
                Seen all = isRefused ? oneByOne(key) : new Seen(row, true);
                require(seen.put(key, all) == null, () -> key + " is listed twice");
                checkCells(key, all);
                checkDirectory(key, row.row());
            }
            next = page.next();
        } while (next.isPresent());
    }

    /** A page that can't be read because of one cell in it: the others can. */
    private Seen oneByOne(RowKey key) {
        Reply reply = ask(new ReadRow(key.table(), key.name(), COLUMNS));
        if (!isOfRot(reply)) {
            return new Seen(((RowFound) expected(reply)).found(), true);
        }
        refusedRows++;
        for (ColumnId column : COLUMNS) {
            Reply part = ask(new ReadCell(key.table(), key.name(), column, 0, 1 << 20));
            boolean isAbsent = part instanceof Refused refused && refused.code() == ErrorCode.NOT_FOUND;
            if (isOfRot(part)) {
                refusedCells++;
            } else if (!isAbsent) {
                CellFound found = (CellFound) expected(part);
                boolean fits = tables.modelOf(key)
                        .observe(
                                value -> value.isPresent() && holds((RowValue) value.get(), column, found.bytes()),
                                "a cell");
                require(fits, () -> "cell " + column + " of " + key + " holds what nobody wrote");
            }
        }
        require(refusedCells > 0, () -> key + " is refused as a whole, but not any of its cells");
        Reply bare = ask(new ReadRow(key.table(), key.name(), List.of()));
        return new Seen(((RowFound) expected(bare)).found(), false);
    }

    private static boolean holds(RowValue row, ColumnId column, byte[] bytes) {
        return row.cell(column).equals(Optional.of(SimBytes.of(bytes)));
    }

    /** No cell but those of the columns that were asked for, and each as long as it is said to be. */
    private void checkCells(RowKey key, Seen seen) {
        Reply reply = ask(new ListCells(key.table(), key.name()));
        if (!seen.isWhole && isOfRot(reply)) {
            return;
        }
        CellsListed listed = (CellsListed) expected(reply);
        Map<ColumnId, Long> lengths = new TreeMap<>();
        listed.cells().forEach(cell -> lengths.put(cell.column(), cell.length()));
        for (int i = 0; seen.isWhole && i < COLUMNS.size(); i++) {
            ColumnId column = COLUMNS.get(i);
            Optional<Long> length = Optional.ofNullable(lengths.remove(column));
            require(
                    length.equals(seen.found.cells().get(i).map(bytes -> (long) bytes.length)),
                    () -> key + " has a cell in " + column + " of another length than it says");
        }
        require(!seen.isWhole || lengths.isEmpty(), () -> key + " has cells that nobody wrote: " + lengths);
    }

    private void checkDirectory(RowKey key, Row row) {
        if (row.kind() == RowKind.DIRECTORY) {
            TableId table = Inline.decode(new ByteReader("row", row.inline()))
                    .pointer()
                    .orElseThrow()
                    .table();
            Reply reply = ask(new DescribeTable(table));
            if (reply instanceof Refused refused && refusedTables.isPresent()) {
                refused(table, refused.toException());
                return;
            }
            if (isOfRot(reply)) { // its columns have a cell of their own
                refusedCells++;
                return;
            }
            require(
                    reply instanceof TableFound found
                            && found.table().parent().table().equals(key.table()),
                    () -> key + " leads to " + table + ", which is " + reply);
        }
    }

    private void describe(TableId table) {
        TableFound found = (TableFound) expected(ask(new DescribeTable(table)));
        NameModel model = tables.modelOf(SimTables.keyOf(table));
        boolean fits = model.observe(
                value -> value.isPresent() && value.get() instanceof TableValue known && known.isSeenAs(found.table()),
                found.table().toString());
        require(fits, () -> table + " is " + found + ", but the model says " + model.expectation());
    }

    private boolean isOfRot(Reply reply) {
        return rotten.isPresent()
                && reply instanceof Refused refused
                && refused.code().kind() == ErrorCode.Kind.DATA
                && refused.message().contains(rotten.get());
    }

    private static Reply expected(Reply reply) {
        if (reply instanceof Refused refused) {
            throw refused.toException();
        }
        return reply;
    }

    /** What is refused only for now is asked again. */
    private Reply ask(Request request) {
        ShardId shard = request.table().maker();
        Reply reply = askOnce(shard, request);
        for (int i = 0; i < ATTEMPTS_MAX && (reply instanceof Misplaced || SimOperations.mayPass(reply)); i++) {
            if (!(reply instanceof Misplaced)) {
                letPass(AGAIN_NS); // what servers ask each other takes time, and what shards of one do
            }
            shard = reply instanceof Misplaced misplaced ? misplaced.next() : shard;
            reply = askOnce(shard, request);
        }
        return reply;
    }

    private Reply askOnce(ShardId shard, Request request) {
        sequence++;
        List<Reply> replies = new ArrayList<>(1);
        Envelope envelope = new Envelope(new RequestId(CLIENT, 0, sequence), sequence, shard, request);
        ShardGroup group = cluster.group(shard).orElseThrow();
        group.submit(envelope, replies::add);
        group.commit();
        for (int events = 0; replies.isEmpty(); events++) {
            boolean isAlive = events < ANSWERED_WITHIN_EVENTS && world.step();
            require(isAlive, () -> "a request is answered: " + request);
        }
        return replies.get(0);
    }

    private static void require(boolean holds, java.util.function.Supplier<String> what) {
        if (!holds) {
            throw new SimViolation("audit: " + what.get());
        }
    }
}
